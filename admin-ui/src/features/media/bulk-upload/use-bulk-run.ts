import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { notify } from '#lib/notify.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import type { BulkSession } from './bulk-session.ts';
import { CategoryMissingError } from './bulk-session.ts';
import { noticeOf } from './bulk-texts.ts';
import type { CopyChoice } from './copy-rules.ts';

interface BulkRunEnds {
  /** Everything became an item. */
  onAll: () => void;
  /** Something stayed behind. */
  onSome: () => void;
}

/** Runs an upload and tells how it ended (spec §8). */
export function useBulkRun(session: BulkSession, { onAll, onSome }: BulkRunEnds) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (choice: CopyChoice): Promise<void> => {
    // What was refused is over with a new try.
    notify.clearError();
    try {
      const outcome = await session.run(choice);
      const { kind, title, text } = noticeOf(outcome);
      notify[kind](title, text);
      if (outcome.created.length > 0) void refreshMediaLists(client);
      if (outcome.failed.length === 0) onAll();
      else onSome();
    } catch (error) {
      if (error instanceof CategoryMissingError) notify.error(t('error'), t('categoryForAll'));
      // Stopped by hand: the drafts are the answer, and the list, if items were being made.
      else if (error instanceof DOMException && error.name === 'AbortError')
        void refreshMediaLists(client);
      else notify.error(t('error'), failureText('failedToUploadFiles', error));
    }
  };
}
