/** The card of one draft: its preview, its fields, and how far its file is. */
import type { MediaItem } from '@veldlicht/contract/media';
import { CircleCheck, FileImage, FileVideo, Trash2, TriangleAlert } from 'lucide-react';
import pLimit from 'p-limit';
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { type FieldValues, textFaults } from '../field-values.ts';
import { MediaFields, type useEntryNames } from '../media-fields.tsx';
import { useReplaceFile } from '../media-queries.ts';
import { needsServer, typeOfFile } from '../upload/file-checks.ts';
import { FileNotice } from '../upload/file-notice.tsx';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { failureWords, megabytes, percentOf } from '../upload/upload-texts.ts';
import { frameOfVideo, frameSize } from '../upload/video-frame.ts';
import type { BulkSession } from './bulk-session.ts';
import { progressWords } from './bulk-texts.ts';
import type { Draft, FileProgress } from './draft.ts';

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

/** True once the element has come near to what is seen of the box that scrolls; it stays so. */
function useNearView(element: RefObject<HTMLElement | null>): boolean {
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
function DraftPreview({ draft, isNear }: DraftPreviewProps) {
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

/** A neighbour's button takes the focus, so that it isn't lost with the card. */
function focusNeighbour(card: HTMLElement | null): void {
  const neighbour = card?.nextElementSibling ?? card?.previousElementSibling;
  neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus();
}

interface DraftCardProps {
  session: BulkSession;
  draft: Draft;
  progress: FileProgress | undefined;
  isFirst: boolean;
  names: ReturnType<typeof useEntryNames>;
  /** A run is on: nothing changes here now. */
  busy: boolean;
}

/** One file: what it looks like, what is known of it, how far it is (spec §2). */
export const DraftCard = memo(function DraftCard(props: DraftCardProps) {
  const { session, draft, progress, isFirst, names, busy } = props;
  const { t } = useTranslation();
  const card = useRef<HTMLLIElement>(null);
  const isNear = useNearView(card);
  const { id, name, size, fields, failure, stored } = draft;
  const edit = useCallback(
    (change: Partial<FieldValues>) => session.edit([id], change),
    [session, id],
  );
  const remove = () => {
    focusNeighbour(card.current);
    session.remove(id);
  };
  const { mutate: replace, isPending: isReplacing } = useReplaceFile();
  const replaceFileOf = async (item: MediaItem) => {
    const imageUrl = await session.sendNow(id);
    if (imageUrl !== null) replace({ item, imageUrl, originalName: name }, { onSuccess: remove });
  };
  return (
    <li
      ref={card}
      data-failed={failure ? '' : undefined}
      aria-label={name}
      className={classNames(
        'relative grid [contain-intrinsic-size:auto_38rem] [content-visibility:auto] scroll-mt-4 items-start gap-4 rounded-lg border bg-surface p-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-6 sm:p-5',
        failure ? 'border-danger' : 'border-hairline',
      )}
    >
      <div className="flex min-w-0 flex-col gap-2 max-sm:grid max-sm:grid-cols-[7rem_minmax(0,1fr)] max-sm:gap-3 max-sm:pr-10">
        <DraftPreview draft={draft} isNear={isNear} />
        <div className="min-w-0 text-[0.8125rem]">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted tabular-nums">{t('fileSize', { size: megabytes(size) })}</p>
          {stored && (
            <p className="mt-1 flex items-center gap-1.5 text-moss">
              <CircleCheck aria-hidden="true" className="size-4" />
              {t('uploadDone')}
            </p>
          )}
          {progress && (
            <div className="mt-2 flex flex-col gap-1">
              <ProgressBar label={name} percent={percentOf(progress.sent, size)} />
              <p className="text-muted tabular-nums">{progressWords(size, progress)}</p>
            </div>
          )}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4 sm:pr-8">
        {isFirst && <p className="text-[0.8125rem] text-muted">{t('firstOfAll')}</p>}
        {failure && (
          <p className="flex items-start gap-2 rounded-md bg-danger-wash px-3 py-2 text-danger">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{failureWords(name, failure)}</span>
          </p>
        )}
        {isNear && (
          <FileNotice
            file={{ name, type: fields.type, objectPath: stored?.objectPath ?? null }}
            onReplace={(item) => void replaceFileOf(item)}
            pending={isReplacing}
            disabled={busy || progress !== undefined}
            held={busy}
          />
        )}
        {isNear ? (
          <MediaFields
            compact
            values={draft.fields}
            faults={textFaults(draft.fields)}
            names={names}
            fileName={name}
            notes={draft.notes}
            onTag={session.addTag}
            disabled={busy}
            onChange={edit}
          />
        ) : (
          <Skeleton className="h-[24rem] opacity-40" />
        )}
      </div>
      <IconButton
        label={t('removeFile', { file: name })}
        data-remove=""
        disabled={busy}
        onClick={remove}
        className="absolute top-2 right-2"
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  );
});
