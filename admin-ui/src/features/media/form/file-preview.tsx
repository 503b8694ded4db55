import type { MediaItem } from '@veldlicht/contract/media';
import { FileImage } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '../thumbnail.ts';
import { typeOfFile } from '../upload/file-checks.ts';

/** A file's address in this window, for as long as it is shown. */
function useFileUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

interface FilePreviewProps {
  /** The file just chosen, which hides what was there. */
  file: File | null;
  item: MediaItem | null;
  /** The server's picture of the file, for kinds that the browser can't show. */
  storedUrl: string | null;
}

const frameClass = 'size-full object-contain';

/** What the item looks like. */
export function FilePreview({ file, item, storedUrl }: FilePreviewProps) {
  const { t } = useTranslation();
  const fileUrl = useFileUrl(file);
  const [unshown, setUnshown] = useState<string[]>([]);
  const failed = (url: string) => () => setUnshown((urls) => [...urls, url]);

  if (file && fileUrl && typeOfFile(file) === 'video' && !unshown.includes(fileUrl)) {
    return (
      <video
        src={fileUrl}
        muted
        controls
        playsInline
        preload="metadata"
        onError={failed(fileUrl)}
        className={frameClass}
      />
    );
  }
  const stored = storedUrl ?? (file ? null : item && thumbnailUrl(item, 800));
  const url = [file ? fileUrl : null, stored].find((one) => one && !unshown.includes(one));
  if (url) return <img src={url} alt="" onError={failed(url)} className={frameClass} />;
  return (
    <div className="grid size-full place-items-center text-center text-[0.8125rem] text-muted">
      <span className="flex flex-col items-center gap-2 px-4">
        <FileImage aria-hidden="true" className="size-7" />
        {file?.name}
        <span>{t('noPreview')}</span>
      </span>
    </div>
  );
}
