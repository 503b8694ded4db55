/** What a file said beyond its fields: keywords that could become tags, and words that were cut. */
import { useQuery } from '@tanstack/react-query';
import { category, declinedKeywords } from '@veldlicht/contract/category';
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { foldName, sameName } from '@veldlicht/contract/name';
import { Plus, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#components/ui/icon-button.tsx';
import { callApi } from '#lib/api.ts';
import { classNames } from '#lib/class-names.ts';
import { apiQuery, categoriesQuery } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

const declinedQuery = apiQuery(declinedKeywords, '/api/admin/declined-keywords');

export type FileNotes = Pick<FileFacts, 'keywords' | 'cut'>;

interface FileNotesProps {
  notes: FileNotes;
  /** All tags there are, and those of the item. */
  tags: readonly string[];
  chosen: readonly string[];
  disabled: boolean;
  /** Of many files: on one line, which scrolls. */
  isStrip?: boolean;
  /** A keyword has become a tag; the same function for the life of the fields. */
  onTag: (tag: string) => void;
}

export const FileNotesField = memo(function FileNotesField(props: FileNotesProps) {
  const { notes, tags, chosen, disabled, isStrip = false, onTag } = props;
  const { t } = useTranslation();
  const { data: declined } = useQuery({ ...declinedQuery, enabled: notes.keywords.length > 0 });
  const { mutate: create, isPending } = useChange({
    call: (name: string) => {
      const known = tags.find((tag) => sameName(tag, name));
      if (known) return Promise.resolve({ name: known });
      const payload = { name, type: 'tag' };
      return callApi('POST', '/api/admin/categories', { payload, schema: category });
    },
    failed: 'failedToCreateCategory',
    isReasonEnough: true,
    onDone: ({ name }) => onTag(name),
    refresh: (client) => client.invalidateQueries({ queryKey: categoriesQuery.queryKey }),
  });
  const { mutate: decline, isPending: isDeclining } = useChange({
    call: (word: string) =>
      callApi('POST', '/api/admin/declined-keywords', {
        payload: { word },
        schema: declinedKeywords,
      }),
    failed: 'failedToDeclineKeyword',
    onDone: (answer, _, client) => client.setQueryData(declinedQuery.queryKey, answer),
  });
  const settled = new Set([...(declined ?? []), ...chosen.map(foldName)]);
  const proposed = declined ? notes.keywords.filter((word) => !settled.has(foldName(word))) : [];
  return (
    <>
      {proposed.length > 0 && (
        <fieldset
          disabled={disabled || isPending || isDeclining}
          className={classNames(
            'col-span-full flex min-w-0 items-center gap-2',
            isStrip ? 'overflow-x-auto overscroll-x-contain py-1 *:shrink-0' : 'flex-wrap',
          )}
        >
          <legend
            className={classNames(
              'text-[0.8125rem] text-muted',
              isStrip ? 'float-left sticky left-0 bg-ground pr-2' : 'mb-1.5',
            )}
          >
            {t(isStrip ? 'keywordsOfAll' : 'keywordsProposed')}
          </legend>
          {proposed.map((word) => (
            <span
              key={word}
              className="inline-flex min-h-8 max-w-full items-center rounded-[1rem] border border-dashed border-edge text-[0.8125rem]"
            >
              <button
                type="button"
                aria-label={t('makeTag', { word })}
                onClick={() => create(word)}
                className="inline-flex min-h-8 min-w-0 items-center gap-1.5 rounded-l-[1rem] pl-2 transition-colors duration-150 hover:bg-moss-wash"
              >
                <Plus aria-hidden="true" className="size-3.5 shrink-0 text-moss" />
                <span className="min-w-0 wrap-anywhere">{word}</span>
              </button>
              <IconButton
                label={t('declineKeyword', { word })}
                onClick={() => decline(word)}
                className="lg:size-8"
              >
                <X aria-hidden="true" className="size-3.5" />
              </IconButton>
            </span>
          ))}
        </fieldset>
      )}
      {notes.cut.length > 0 && (
        <p className="col-span-full flex items-start gap-2 text-[0.8125rem] text-amber">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('fileWordsCut', { fields: notes.cut.map((name) => t(cutNames[name])).join(', ') })}
        </p>
      )}
    </>
  );
});

const cutNames = {
  title: 'title',
  description: 'description',
  date: 'date',
  keywords: 'keywords',
} as const satisfies Record<FileFacts['cut'][number], string>;
