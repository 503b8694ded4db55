import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type MediaInput,
  type MediaItem,
  type MediaPatch,
  mediaItem,
} from '@veldlicht/contract/media';
import { useTranslation } from 'react-i18next';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminMediaQuery } from '#lib/queries.ts';
import { refreshInDoubt, refreshMediaLists } from '#lib/query-client.ts';
import { saveMerged } from '#lib/save-merged.ts';

const itemPath = (id: string) => `/api/admin/media/${encodeURIComponent(id)}`;

export function useCreateMedia() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: MediaInput) =>
      callApi('POST', '/api/admin/media', { payload, schema: mediaItem }),
    onSuccess: () => {
      notify.success(t('mediaItemCreated'));
      return refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToCreateMedia', error));
    },
  });
}

/** The ETag of an item. */
const etagOf = ({ updatedAt }: MediaItem) => `"${updatedAt}"`;

export function useUpdateMedia() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, patch }: { item: MediaItem; patch: MediaPatch }) =>
      saveMerged({
        base: item,
        mine: patch,
        read: () => callApi('GET', itemPath(item.id), { schema: mediaItem }),
        send: ({ locationPrivacy, ...rest }, base) => {
          const ifMatch = etagOf(base);
          // "Exact" was said of a location that gave way to somebody else's.
          const isKept = 'location' in rest || locationPrivacy !== 'exact';
          const payload = isKept && locationPrivacy ? { ...rest, locationPrivacy } : rest;
          return callApi('PATCH', itemPath(item.id), { payload, ifMatch, schema: mediaItem });
        },
      }),
    onSuccess: () => {
      notify.success(t('mediaItemUpdated'));
      return refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToUpdateMedia', error));
    },
  });
}

/** Gives an item a new address; the answer has it. */
export function useRenewAddress() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<MediaItem, 'id'>) =>
      callApi('POST', `${itemPath(id)}/address`, { schema: mediaItem }),
    onSuccess: () => {
      notify.success(t('addressRenewed'));
      return refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToRenewAddress', error));
    },
  });
}

/** Switches the star: shown at once, taken back when the server refuses. */
export function useFeatureMedia() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mark = (id: string, featured: boolean) =>
    client.setQueryData(adminMediaQuery.queryKey, (items) =>
      items?.map((item) => (item.id === id ? { ...item, featured } : item)),
    );
  return useMutation({
    // One after the other: pressed twice, the second press must also arrive second.
    scope: { id: 'feature-media' },
    mutationFn: (item: MediaItem) =>
      callApi('PATCH', itemPath(item.id), { payload: { featured: !item.featured } }),
    onMutate: async (item) => {
      // A list that is on its way does not know of this press.
      await client.cancelQueries(adminMediaQuery);
      mark(item.id, !item.featured);
    },
    onSuccess: () => notify.success(t('mediaItemUpdated')),
    onError: (error, item) => {
      mark(item.id, item.featured);
      notify.error(t('error'), failureText('failedToUpdateMedia', error));
    },
    onSettled: () => refreshMediaLists(client),
  });
}

export function useDeleteMedia() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (item: MediaItem) =>
      callApi('DELETE', itemPath(item.id), { ifMatch: etagOf(item) }),
    onSuccess: (_answer, item) => {
      client.setQueryData(adminMediaQuery.queryKey, (items) =>
        items?.filter((other) => other.id !== item.id),
      );
      notify.success(t('mediaItemDeleted'));
      return refreshMediaLists(client);
    },
    onError: (error) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText('failedToDeleteMedia', error));
    },
  });
}
