/** A small picture of a chosen file: made here, else the server's own. */
import { typeOfMime } from '@veldlicht/contract/draft';
import { FileImage, FileVideo } from 'lucide-react';
import pLimit from 'p-limit';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#lib/class-names.ts';
import { needsServer } from '../upload/file-checks.ts';
import { frameOfVideo, frameSize } from '../upload/video-frame.ts';
import type { Draft } from './draft.ts';

/** Pixels of the long side; twice what the details show, for sharp screens. */
const PREVIEW_PX = 480;
const limitMaking = pLimit(2);
/** Kept as long as their files: a row that is scrolled back has its picture at once. */
const made = new WeakMap<File, Blob | null>();

/** Decodes outside the main thread, straight to a small size where the browser can. */
async function previewOf(file: File, signal: AbortSignal): Promise<Blob> {
  const frame = typeOfMime(file.type) === 'video' ? await frameOfVideo(file, signal) : file;
  if (!frame) throw new Error('The video shows no frame');
  const bitmap = await createImageBitmap(frame, {
    resizeWidth: PREVIEW_PX,
    resizeQuality: 'medium',
    imageOrientation: 'from-image',
  });
  try {
    const { width, height } = frameSize(bitmap.width, bitmap.height, PREVIEW_PX);
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
  } finally {
    bitmap.close();
  }
}

/** The address of a small picture; null when there is nothing to show, undefined until that is known. */
function usePreview(file: File | null): string | null | undefined {
  const [preview, setPreview] = useState<string | null>();
  useEffect(() => {
    if (!file) return;
    const gone = new AbortController();
    let url: string | null = null;
    const show = async () => {
      let blob = made.get(file);
      if (blob === undefined) {
        await limitMaking(async () => {
          if (!gone.signal.aborted) blob = await previewOf(file, gone.signal).catch(() => null);
        });
        if (gone.signal.aborted) return;
        made.set(file, blob ?? null);
      }
      url = blob ? URL.createObjectURL(blob) : null;
      setPreview(url);
    };
    void show();
    return () => {
      gone.abort();
      setPreview(undefined);
      if (url) URL.revokeObjectURL(url);
    };
  }, [file]);
  return preview;
}

interface DraftPreviewProps {
  draft: Draft;
  /** In the details: whole, and with words where there is no picture. */
  large?: boolean;
}

export function DraftPreview({ draft, large = false }: DraftPreviewProps) {
  const { t } = useTranslation();
  const { file, fields, stored, failure } = draft;
  const preview = usePreview(file);
  const [broken, setBroken] = useState<string | null>(null);
  const url = preview ?? (stored?.objectPath.endsWith('.jpg') ? stored.objectPath : null);
  const type = file ? typeOfMime(file.type) : fields.type;
  const Icon = type === 'video' ? FileVideo : FileImage;
  const isMaking = file !== null && preview === undefined;
  const isComing = file !== null && needsServer(file) && !stored && !failure;
  return (
    <div
      className={classNames(
        'grid place-items-center overflow-hidden rounded-xs bg-deep',
        large ? 'aspect-[4/3] rounded-md border border-hairline' : 'size-full',
      )}
    >
      {url && url !== broken ? (
        <img
          src={url}
          alt=""
          onError={() => setBroken(url)}
          className={classNames('size-full', large ? 'object-contain' : 'object-cover')}
        />
      ) : (
        <span className="flex flex-col items-center gap-2 px-1 text-center text-xs text-muted">
          <Icon className={large ? 'size-6' : 'size-5'} />
          {large && (isComing ? t('previewFollows') : !isMaking && t('noPreview'))}
        </span>
      )}
    </div>
  );
}
