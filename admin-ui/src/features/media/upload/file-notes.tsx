/** Proposes keywords of a file as tags, and warns of fields whose words were cut. */
import { useQuery } from '@tanstack/react-query';
import type { FileNotes } from '@veldlicht/contract/draft';
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { foldName } from '@veldlicht/contract/name';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Proposals } from '#components/proposals.tsx';
import { declinedQuery, useDecline } from '#lib/declined-keywords.ts';
import { useMakeTag } from '../new-tag.tsx';

interface FileNotesProps {
  notes: FileNotes;
  /** All tags; `chosen` are those of the item. */
  tags: readonly string[];
  chosen: readonly string[];
  disabled: boolean;
  /** On one scrolling line, for many files. */
  isStrip?: boolean;
  /** Called with a new tag. Stable. */
  onTag: (tag: string) => void;
}

export const FileNotesField = memo(function FileNotesField(props: FileNotesProps) {
  const { notes, tags, chosen, disabled, isStrip = false, onTag } = props;
  const { t } = useTranslation();
  const { data: declined } = useQuery({ ...declinedQuery, enabled: notes.keywords.length > 0 });
  const { mutate: create, isPending } = useMakeTag(tags, onTag);
  const { mutate: decline, isPending: isDeclining } = useDecline();
  const settled = new Set([...(declined ?? []), ...chosen.map(foldName)]);
  const proposed = declined ? notes.keywords.filter((word) => !settled.has(foldName(word))) : [];
  return (
    <>
      <Proposals
        legend={t(isStrip ? 'keywordsOfAll' : 'keywordsProposed')}
        proposals={proposed.map((word) => ({
          key: word,
          text: word,
          take: t('makeTag', { word }),
          decline: t('declineKeyword', { word }),
          onTake: () => create(word),
          onDecline: () => decline(word),
        }))}
        disabled={disabled || isPending || isDeclining}
        isStrip={isStrip}
      />
      {notes.cut.length > 0 && (
        <p className="col-span-full flex items-start gap-2 text-small text-amber">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
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
