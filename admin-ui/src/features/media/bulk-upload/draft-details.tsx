/** Details of a draft below its row: a larger picture, its file and all fields (spec §2). */
import type { MediaItem } from '@veldlicht/contract/media';
import { TriangleAlert } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#components/ui/button.tsx';
import type { EntryNames } from '../entry-names.ts';
import { type FieldValues, textFaults } from '../field-values.ts';
import { MediaFields } from '../media-fields.tsx';
import { useReplaceFiles } from '../media-queries.ts';
import { FileNotice } from '../upload/file-notice.tsx';
import { failureWords, megabytes } from '../upload/upload-texts.ts';
import type { BulkSession } from './bulk-session.ts';
import type { Draft } from './draft.ts';
import { DraftPreview } from './draft-preview.tsx';

interface DraftDetailsProps {
  session: BulkSession;
  draft: Draft;
  isFirst: boolean;
  names: EntryNames;
  isSending: boolean;
  /** Disables all editing during a run. */
  busy: boolean;
}

export function DraftDetails(props: DraftDetailsProps) {
  const { session, draft, isFirst, names, isSending, busy } = props;
  const { t } = useTranslation();
  const { id, name, size, fields, failure, file } = draft;
  const edit = useCallback(
    (change: Partial<FieldValues>) => session.changeRows([{ ids: [id], change }]),
    [session, id],
  );
  const { mutate: replace, isPending: isReplacing } = useReplaceFiles();
  const replaceFileOf = async (item: MediaItem) => {
    const imageUrl = await session.sendNow(id);
    if (imageUrl === null) return;
    const onSuccess = () => session.remove([id]);
    replace([{ item, imageUrl, originalName: name }], { onSuccess });
  };
  return (
    <div className="grid items-start gap-4 bg-ground px-4 pt-4 pb-6 sm:px-6 lg:grid-cols-[18rem_minmax(0,46rem)] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-2 max-lg:grid max-lg:grid-cols-[8rem_minmax(0,1fr)] max-lg:gap-3">
        <DraftPreview draft={draft} large />
        <div className="min-w-0 text-small">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted tabular-nums">{t('fileSize', { size: megabytes(size) })}</p>
          {isFirst && <p className="mt-2 text-muted">{t('firstOfAll')}</p>}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {failure && (
          <div className="flex items-start gap-2 rounded-md bg-danger-wash px-3 py-2 text-danger">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" />
            <p className="min-w-0 flex-1 wrap-anywhere">{failureWords(name, failure)}</p>
            {file && failure.stage !== 'create' && (
              <Button
                look="secondary"
                size="sm"
                disabled={busy}
                onClick={() => void session.sendNow(id)}
              >
                {t('tryAgain')}
              </Button>
            )}
          </div>
        )}
        <FileNotice
          name={name}
          matches={draft.matches}
          onReplace={(item) => void replaceFileOf(item)}
          pending={isReplacing}
          disabled={busy || isSending}
          held={busy}
        />
        <MediaFields
          compact
          values={fields}
          faults={textFaults(fields)}
          names={names}
          fileName={name}
          notes={draft.notes}
          onTag={session.addTag}
          disabled={busy}
          onChange={edit}
        />
      </div>
    </div>
  );
}
