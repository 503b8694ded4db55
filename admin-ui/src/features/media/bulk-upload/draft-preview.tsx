/** Shows a chosen file by a small picture made in the browser, else by one of the server. */
import { typeOfMime } from '@veldlicht/contract/draft';
import { FIRST_NAME, hashOfObjectPath, renditionUrl } from '@veldlicht/contract/ladder';
import { FileImage, FileVideo } from 'lucide-react';
import pLimit from 'p-limit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { needsServer } from '../upload/file-checks.ts';
import { useFileUrl } from '../upload/use-file-url.ts';
import type { Draft } from './draft.ts';

/** Pixels of the long side: twice the size in the details, for sharp screens. */
const PREVIEW_PX = 480;
/** Milliseconds before a picture is requested again that the server has not rendered yet. */
const RETRY_MS = 5000;
const limitMaking = pLimit(2);
/** Cached for the life of the file, so that a row scrolled back into view has its picture at once. */
const made = new WeakMap<File, Blob | null>();

/** Decodes off the main thread, straight to a small size where the browser can. */
async function previewOf(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    resizeWidth: PREVIEW_PX,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  });
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  } finally {
    bitmap.close();
  }
}

/** Returns a video as it is, and a small picture of a photo. */
async function shown(file: File, signal: AbortSignal): Promise<Blob | null> {
  if (typeOfMime(file.type) === 'video') return file;
  const known = made.get(file);
  if (known !== undefined) return known;
  const blob = await limitMaking(async () =>
    signal.aborted ? null : previewOf(file).catch(() => null),
  );
  if (!signal.aborted) made.set(file, blob);
  return blob;
}

/** Returns the object URL of a preview; null if the browser can't decode the file, undefined until that is known. */
function usePreview(file: File | null): string | null | undefined {
  const [preview, setPreview] = useState<Blob | null>();
  useEffect(() => {
    if (!file) return;
    const gone = new AbortController();
    void shown(file, gone.signal).then((blob) => gone.signal.aborted || setPreview(blob));
    return () => {
      gone.abort();
      setPreview(undefined);
    };
  }, [file]);
  const url = useFileUrl(preview ?? null);
  return preview === null ? null : (url ?? undefined);
}

interface DraftPreviewProps {
  draft: Draft;
  /** In the details: uncropped, and with a text where there is no picture. */
  large?: boolean;
}

export function DraftPreview({ draft, large = false }: DraftPreviewProps) {
  const { t } = useTranslation();
  const { file, fields, stored, failure } = draft;
  const preview = usePreview(file);
  const [broken, setBroken] = useState<string | null>(null);
  const type = file ? typeOfMime(file.type) : fields.type;
  const hash = stored && hashOfObjectPath(stored.objectPath);
  const still = hash && renditionUrl(hash, FIRST_NAME);
  const isClip = type === 'video' && !still;
  const url = (type === 'video' && still) || (preview ?? still);
  const onError = () => setBroken(url);
  useEffect(() => {
    if (!broken || broken !== still) return;
    const again = setTimeout(() => setBroken(null), RETRY_MS);
    return () => clearTimeout(again);
  }, [broken, still]);
  const look = classNames('size-full', large ? 'object-contain' : 'object-cover');
  const Icon = type === 'video' ? FileVideo : FileImage;
  const isMaking = file !== null && preview === undefined;
  const isComing = file !== null && needsServer(file) && !stored && !failure;
  return (
    <div
      className={classNames(
        'grid place-items-center overflow-hidden rounded-xs bg-deep',
        large ? 'aspect-4/3 rounded-md border border-hairline' : 'size-full',
      )}
    >
      {url && url !== broken && isClip && (
        <video src={url} muted playsInline preload="metadata" onError={onError} className={look} />
      )}
      {url && url !== broken && !isClip && (
        <img src={url} alt="" onError={onError} className={look} />
      )}
      {(!url || url === broken) && (
        <span className="flex flex-col items-center gap-2 px-1 text-center text-xs text-muted">
          <Icon className={large ? 'size-6' : 'size-5'} />
          {large && (isComing ? t('previewFollows') : !isMaking && t('noPreview'))}
        </span>
      )}
    </div>
  );
}
