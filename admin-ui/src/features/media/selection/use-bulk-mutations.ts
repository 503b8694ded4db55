import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MediaBulkUpdate, mediaBulkDeleted, mediaItem } from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { refreshInDoubt, refreshMediaLists } from '#lib/query-client.ts';

/** The answer holds the changed items: they are shown at once, the lists follow (spec §7). */
export function useBulkUpdate() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: MediaBulkUpdate) =>
      callApi('POST', '/api/admin/media/bulk-update', { payload, schema: z.array(mediaItem) }),
    onSuccess: (changed) => {
      const byId = new Map(changed.map((item) => [item.id, item]));
      client.setQueryData(adminMediaQuery.queryKey, (items) =>
        items?.map((item) => byId.get(item.id) ?? item),
      );
      notify.success(t('mediaItemsUpdated'));
      void refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToUpdateMediaItems', error));
    },
  });
}

export function useBulkDelete() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) =>
      callApi('POST', '/api/admin/media/bulk-delete', {
        payload: { ids },
        schema: mediaBulkDeleted,
      }),
    onSuccess: (_answer, ids) => {
      const gone = new Set(ids);
      client.setQueryData(adminMediaQuery.queryKey, (items) =>
        items?.filter(({ id }) => !gone.has(id)),
      );
      notify.success(t('mediaItemsDeleted'));
      void refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToDeleteMediaItems', error));
    },
  });
}
