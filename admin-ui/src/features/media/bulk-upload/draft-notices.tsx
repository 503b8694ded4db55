import { noMatches } from '@veldlicht/contract/draft';
import { TriangleAlert, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#components/ui/button.tsx';
import { useKnownWords } from '#features/species/known-words.ts';
import { SpeciesProposals } from '#features/species/species-proposals.tsx';
import { useReplaceFiles } from '../media-queries.ts';
import type { Rows } from '../table/row-change.ts';
import { FileNotesField } from '../upload/file-notes.tsx';
import { limitWords } from '../upload/upload-texts.ts';
import { useReplaceable } from '../upload/use-matches.ts';
import type { BulkSession } from './bulk-session.ts';
import { type BulkState, isMissing } from './draft.ts';
import { proposedKeywords, proposedSpecies, takeSpecies } from './proposals.ts';

const nothing: readonly string[] = [];

interface NoticesProps {
  session: BulkSession;
  rows: Rows;
  state: BulkState;
  tags: readonly string[];
  onChoose: () => void;
  onShowFailed: () => void;
}

/** Notices above the rows: refused, missing, failed and known files, and proposals of tags and species. */
export function DraftNotices({ session, rows, state, tags, onChoose, onShowFailed }: NoticesProps) {
  const { t } = useTranslation();
  const { drafts, refused, run } = state;
  const missing = drafts.filter(isMissing).length;
  const keywords = useMemo(() => proposedKeywords(drafts), [drafts]);
  const notes = useMemo(() => ({ keywords, cut: [] }), [keywords]);
  const words = useKnownWords();
  const named = useMemo(() => proposedSpecies(drafts, words), [drafts, words]);
  const known = useMemo(
    () => drafts.filter(({ stored, matches }) => stored && matches.named.length > 0),
    [drafts],
  );
  const replaceable = useReplaceable(known);
  const { mutate: replace, isPending } = useReplaceFiles();
  const replaceAll = () => {
    const files = replaceable.map(({ file: { stored, name }, item }) => ({
      item,
      imageUrl: stored?.objectPath ?? '',
      originalName: name,
    }));
    const ids = replaceable.map(({ file }) => file.id);
    replace(files, { onSuccess: () => session.remove(ids) });
  };
  const failed = drafts.filter(({ failure }) => failure && failure.stage !== 'missing').length;
  return (
    <>
      {refused.length > 0 && (
        <div role="alert" className="relative rounded-lg bg-amber-wash py-3 pr-12 pl-4 text-amber">
          <p className="font-medium">{t('notAdded', { count: refused.length })}</p>
          <ul className="mt-1 max-h-40 overflow-y-auto text-small">
            {refused.map((file, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                <strong className="font-medium">{file.name}</strong>: {limitWords(file.why)}
              </li>
            ))}
          </ul>
          <IconButton
            icon={X}
            label={t('close')}
            onClick={session.forgetRefused}
            className="absolute top-1 right-1 text-amber hover:text-amber"
          />
        </div>
      )}
      {missing > 0 && run === 'idle' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-moss-wash px-4 py-3">
          <p className="min-w-60 flex-1">{t('missingFilesText')}</p>
          <Button size="sm" onClick={onChoose}>
            {t('missingFiles', { count: missing })}
          </Button>
        </div>
      )}
      {failed > 0 && run === 'idle' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-danger-wash px-4 py-3 text-danger">
          <TriangleAlert className="size-4 shrink-0" />
          <p className="flex-1 font-medium">{t('failedFiles', { count: failed })}</p>
          <Button look="secondary" size="sm" onClick={onShowFailed}>
            {t('showFirst')}
          </Button>
        </div>
      )}
      {known.length > 0 && run === 'idle' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-amber-wash px-4 py-3 text-amber">
          <p className="min-w-60 flex-1">{t('knownFiles', { count: known.length })}</p>
          {replaceable.length > 0 && (
            <Button look="secondary" size="sm" pending={isPending} onClick={replaceAll}>
              {t('replaceAll', { count: replaceable.length })}
            </Button>
          )}
          <Button
            look="secondary"
            size="sm"
            disabled={isPending}
            onClick={() =>
              session.changeMany(
                known.map(({ id }) => id),
                (draft) => ({ ...draft, matches: noMatches }),
              )
            }
          >
            {t('skipAll')}
          </Button>
        </div>
      )}
      {drafts.length > 0 && (
        <FileNotesField
          notes={notes}
          tags={tags}
          chosen={nothing}
          isStrip
          disabled={run !== 'idle'}
          onTag={session.addTag}
        />
      )}
      <SpeciesProposals
        named={named}
        isStrip
        disabled={run !== 'idle'}
        onTake={(species) =>
          rows.remember(
            session.changeMany(
              drafts.map(({ id }) => id),
              (draft) => takeSpecies(draft, species, words),
            ),
          )
        }
      />
    </>
  );
}
