import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  HISTORY_PAGE,
  historyEntry,
  historyPage,
  type Undone,
  undone,
} from '@veldlicht/contract/history';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { publishStateQuery, refreshMedia } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';
import { auditLine } from './audit-words.ts';

const path = '/api/admin/history';

/** Lenient, like the audit log. */
const line = historyEntry.extend(auditLine.pick({ action: true, entity: true, facts: true }).shape);
const answer = historyPage.extend({ entries: z.array(line) });
export type HistoryLine = z.infer<typeof line>;

/** Pages of the history, refetched after every publish. */
export function useHistory() {
  const { data: state, isPending } = useQuery(publishStateQuery);
  return useInfiniteQuery({
    queryKey: [path, state?.releaseId, state?.latestAttempt],
    queryFn: ({ pageParam, signal }) =>
      callApi('GET', pageParam === null ? path : `${path}?before=${pageParam}`, {
        schema: answer,
        signal,
      }),
    // Cast: null is the newest page; the others start at an id.
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries }) =>
      entries.length < HISTORY_PAGE ? undefined : entries.at(-1)?.id,
    enabled: !isPending,
    placeholderData: (last) => last,
    // Not cached, so that each visit is fresh.
    gcTime: 0,
  });
}

/** Notice about what was undone, and what could not be. */
export function notifyUndone({ undone: count, left }: Undone, t: TFunction): void {
  const rest = left > 0 ? t('historyLeft', { count: left }) : undefined;
  if (count === 0 && rest) notify.error(t('historyNothing'), rest);
  else notify.success(t('historyUndone', { count }), rest);
}

/** An undo may change anything. */
export async function refreshHistory(client: QueryClient): Promise<void> {
  await refreshMedia(client);
  await client.invalidateQueries();
}

export function useUndo() {
  const { t } = useTranslation();
  return useChange({
    call: (change: number) => callApi('POST', `${path}/${change}/undo`, { schema: undone }),
    failed: 'failedToUndo',
    onDone: (done) => notifyUndone(done, t),
    refresh: refreshHistory,
  });
}
