import { CircleCheck, Trash2, TriangleAlert } from 'lucide-react';
import { memo, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { classNames } from '#lib/class-names.ts';
import { type FieldValues, textFaults } from '../field-values.ts';
import { MediaFields, type useEntryNames } from '../media-fields.tsx';
import { ProgressBar } from '../upload/progress-bar.tsx';
import { failureWords, megabytes, percentOf } from '../upload/upload-texts.ts';
import type { BulkSession } from './bulk-session.ts';
import type { FileProgress } from './bulk-state.ts';
import { progressWords } from './bulk-texts.ts';
import type { Draft } from './draft.ts';
import { DraftPreview, useNearView } from './draft-preview.tsx';

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
  const { id, name, size, failure, stored } = draft;
  const edit = useCallback(
    (change: Partial<FieldValues>) => session.edit([id], change),
    [session, id],
  );
  const remove = () => {
    focusNeighbour(card.current);
    session.remove(id);
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
        {isNear ? (
          <MediaFields
            compact
            values={draft.fields}
            faults={textFaults(draft.fields)}
            names={names}
            fileName={name}
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
