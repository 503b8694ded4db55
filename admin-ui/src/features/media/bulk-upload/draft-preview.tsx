import { FileImage, FileVideo } from 'lucide-react';
import pLimit from 'p-limit';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { frameOfVideo, frameSize } from '../upload/video-frame.ts';
import type { Draft } from './draft.ts';

/** Pixels of the long side; twice what a card shows, for sharp screens. */
const PREVIEW_PX = 480;
const limitMaking = pLimit(2);

/** A small picture of a file. Decodes outside the main thread, straight to a small size where the browser can. */
async function previewOf(file: File, signal: AbortSignal): Promise<Blob> {
  const frame = typeOfFile(file) === 'video' ? await frameOfVideo(file, signal) : file;
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
function usePreview(file: File | null, isWanted: boolean): string | null | undefined {
  const [preview, setPreview] = useState<string | null>();
  useEffect(() => {
    if (!file || !isWanted) return;
    const gone = new AbortController();
    let url: string | null = null;
    void limitMaking(async () => {
      if (gone.signal.aborted) return;
      const blob = await previewOf(file, gone.signal).catch(() => null);
      if (gone.signal.aborted) return;
      url = blob && URL.createObjectURL(blob);
      setPreview(url);
    });
    return () => {
      gone.abort();
      setPreview(undefined);
      if (url) URL.revokeObjectURL(url);
    };
  }, [file, isWanted]);
  return preview;
}

/** How far ahead of the eye things are made ready. */
const AHEAD = '1200px 0px';

/** Marks the box that scrolls; what is near is measured from its edges. */
export const scrollBoxAttribute = { 'data-scroll-box': '' };

/** True once the element has come near to what is seen; it stays so. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (isNear || !target) return;
    const root = target.closest('[data-scroll-box]');
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { root, rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}

interface DraftPreviewProps {
  draft: Draft;
  /** Only what is about to be seen gets a picture. */
  isNear: boolean;
}

/** A small picture of the file: made here, else the server's own. */
export function DraftPreview({ draft, isNear }: DraftPreviewProps) {
  const { t } = useTranslation();
  const { file, fields, stored, failure } = draft;
  const made = usePreview(file, isNear);
  const [broken, setBroken] = useState<string | null>(null);
  const url = made ?? (stored?.objectPath.endsWith('.jpg') ? stored.objectPath : null);
  const type = file ? typeOfFile(file) : fields.type;
  const Icon = type === 'video' ? FileVideo : FileImage;
  const isMaking = file !== null && made === undefined;
  const isComing = file !== null && needsServer(file) && !stored && !failure;
  return (
    <div className="grid aspect-[4/3] place-items-center overflow-hidden rounded-md border border-hairline bg-ground">
      {url && url !== broken ? (
        <img src={url} alt="" onError={() => setBroken(url)} className="size-full object-contain" />
      ) : (
        <span className="flex flex-col items-center gap-2 px-3 text-center text-xs text-muted">
          <Icon aria-hidden="true" className="size-6" />
          {isComing ? t('previewFollows') : !isMaking && t('noPreview')}
        </span>
      )}
    </div>
  );
}
