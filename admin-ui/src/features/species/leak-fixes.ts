/** Changes made by the buttons of the leak report, with undo. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { leakReport } from '@veldlicht/contract/leaks';
import type { MediaBulkUpdate, MediaItem } from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { focusPage } from '#lib/page-content.ts';
import { refreshAll, refreshMedia } from '#lib/queries.ts';
import { useChange } from '#lib/use-change.ts';

export const LEAKS_PATH = '/api/admin/leaks';

/** A page of the report, from 1; refetched on opening, since other pages change it. */
export const leaksQuery = (page: number) =>
  queryOptions({
    queryKey: [LEAKS_PATH, page],
    queryFn: ({ signal }) =>
      callApi('GET', `${LEAKS_PATH}?page=${page}`, { schema: leakReport, signal }),
    refetchOnMount: 'always',
  });

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

/** Changes one item; the notice has an undo button. */
export function useLeakFix() {
  const { t } = useTranslation();
  const failed = 'failedToUpdateMedia';
  const undo = useChange({ call: send, done: 'isUndone', failed, refresh: refreshLeaks });
  return useChange({
    call: (fix: LeakFix) => send(fix),
    failed,
    onDone: (_, { id, back, done }) => {
      const onPress = () => undo.mutate({ id, change: back });
      notify.success(t(done), undefined, { label: t('undo'), onPress });
      // The pressed button is removed with its line.
      focusPage();
    },
    refresh: refreshLeaks,
  });
}

/** Records that an item does not show a species that its texts name. */
export function useNotShown() {
  return useChange({
    call: ({ item: { id, notShown }, name }: { item: MediaItem; name: string }) =>
      callApi('PATCH', `/api/admin/media/${id}`, { payload: { notShown: [...notShown, name] } }),
    done: 'looksAnswered',
    failed: 'failedToUpdateMedia',
    refresh: refreshLeaks,
  });
}
