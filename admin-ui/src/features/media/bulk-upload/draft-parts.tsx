/** Adapts drafts to rows of the table. */
import { ChevronDown, Trash2 } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/button.tsx';
import { classNames } from '#lib/class-names.ts';
import { oncePer } from '#lib/once-per.ts';
import { useEntryNames } from '../entry-names.ts';
import type { MediaRow, Rows } from '../table/row-change.ts';
import type { TableParts } from '../table/table-row.tsx';
import type { BulkSession } from './bulk-session.ts';
import type { Draft } from './draft.ts';
import { DraftDetails } from './draft-details.tsx';
import { DraftPreview } from './draft-preview.tsx';
import { SendState } from './send-state.tsx';
import { useRun } from './use-bulk.ts';

export const rowOfDraft = oncePer(({ id, name, fields, notes }: Draft): MediaRow => {
  return { id, name, fields, fileName: name, keywords: notes.keywords };
});

export function draftParts(
  session: BulkSession,
  { remember }: Pick<Rows, 'remember'>,
  labelOf: (name: string) => string,
): TableParts<Draft> {
  const useProgress = (id: string) =>
    useSyncExternalStore(
      session.subscribe,
      useCallback(() => session.get().progress.get(id), [id]),
    );
  return {
    rowOf: rowOfDraft,
    track: '5rem',
    openLabel: ({ name }) => labelOf(name),
    isFailed: ({ failure }) => failure !== null,
    Picture: ({ thing }) => <DraftPreview draft={thing} />,
    State: ({ thing, short = false }) => (
      <SendState draft={thing} progress={useProgress(thing.id)} short={short} />
    ),
    Buttons: ({ thing: { id, name }, isOpen, isWide, onOpen }) => {
      const { t } = useTranslation();
      const busy = useRun(session) !== 'idle';
      return (
        <>
          {isWide && (
            <IconButton
              label={labelOf(name)}
              aria-expanded={isOpen}
              data-cell="details"
              onClick={onOpen}
              tabIndex={-1}
            >
              <ChevronDown
                className={classNames(
                  'size-4 transition-transform duration-150',
                  isOpen && 'rotate-180',
                )}
              />
            </IconButton>
          )}
          <IconButton
            icon={Trash2}
            label={t('removeFile', { file: name })}
            data-cell="remove"
            tabIndex={isWide ? -1 : undefined}
            disabled={busy}
            onClick={() => remember(session.remove([id]))}
          />
        </>
      );
    },
    Details: ({ thing, isFirst }) => (
      <DraftDetails
        session={session}
        draft={thing}
        isFirst={isFirst}
        names={useEntryNames()}
        isSending={useProgress(thing.id) !== undefined}
        busy={useRun(session) !== 'idle'}
      />
    ),
  };
}
