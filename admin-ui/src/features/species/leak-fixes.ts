/** The buttons of the leak report: what each changes, and how that is taken back. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { leakReport } from '@veldlicht/contract/leaks';
import type { MediaBulkUpdate, MediaItem } from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { refreshAll, refreshMedia } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

export const LEAKS_PATH = '/api/admin/leaks';

/** A page of the report, from 1. What was changed elsewhere in the panel counts here too. */
export const leaksQuery = (page: number) =>
  queryOptions({
    queryKey: [LEAKS_PATH, page],
    queryFn: ({ signal }) =>
      callApi('GET', `${LEAKS_PATH}?page=${page}`, { schema: leakReport, signal }),
    refetchOnMount: 'always',
  });

/** All that a change of an item may have touched. */
export async function refreshLeaks(client: QueryClient): Promise<void> {
  await Promise.all([refreshAll(client, [LEAKS_PATH]), refreshMedia(client)]);
}

type Change = MediaBulkUpdate['data'];

export interface LeakFix {
  id: string;
  change: Change;
  back: Change;
  done: PlainTextKey;
}

const send = ({ id, change }: Pick<LeakFix, 'id' | 'change'>) =>
  callApi('POST', '/api/admin/media/bulk-update', { payload: { ids: [id], data: change } });

/** Makes a change to one item; the notice can take it back. */
export function useLeakFix() {
  const { t } = useTranslation();
  const failed = 'failedToUpdateMedia';
  const undo = useChange({ call: send, done: 'leakTakenBack', failed, refresh: refreshLeaks });
  return useChange({
    call: (fix: LeakFix) => send(fix),
    failed,
    onDone: (_, { id, back, done }) => {
      const onPress = () => undo.mutate({ id, change: back });
      notify.success(t(done), undefined, { label: t('undo'), onPress });
      // The button that was pressed goes with its line.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    refresh: refreshLeaks,
  });
}

/** Says that an item does not show a species that its words name. */
export function useNotShown() {
  return useChange({
    call: ({ item: { id, notShown }, name }: { item: MediaItem; name: string }) =>
      callApi('PATCH', `/api/admin/media/${id}`, { payload: { notShown: [...notShown, name] } }),
    done: 'looksAnswered',
    failed: 'failedToUpdateMedia',
    refresh: refreshLeaks,
  });
}
