/** The items of the media page: loading them, and every change of them (spec §7). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type MediaBulkUpdate,
  type MediaInput,
  type MediaItem,
  type MediaPatch,
  mediaItem,
} from '@veldlicht/contract/media';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PlainTextKey } from '#i18n/en.ts';
import { failureText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminMediaQuery, publishStateQuery } from '#lib/queries.ts';
import { refreshInDoubt, refreshMediaLists } from '#lib/query-client.ts';
import { saveMerged } from '#lib/save-merged.ts';

/**
 * All items. While one of them is `working`, news of the publisher refreshes the list: an item
 * that is done makes such news, so that nothing has to be asked by the clock (spec §9).
 */
export function useMediaList() {
  const client = useQueryClient();
  const list = useQuery(adminMediaQuery);
  const news = useQuery({
    ...publishStateQuery,
    // How far videos are is no news of the list: that shows on their cards.
    select: ({ films: _, ...state }) => state,
  }).data;
  const items = list.data;
  const isWorking = useMemo(
    () => items?.some((item) => item.processing === 'working') ?? false,
    [items],
  );
  const seen = useRef(news);
  useEffect(() => {
    if (seen.current === news) return;
    seen.current = news;
    if (isWorking) void client.invalidateQueries(adminMediaQuery);
  }, [client, news, isWorking]);
  return list;
}

const itemPath = (id: string) => `/api/admin/media/${encodeURIComponent(id)}`;
const etagOf = ({ updatedAt }: MediaItem) => `"${updatedAt}"`;

interface Change<Input, Answer> {
  send: (input: Input) => Promise<Answer>;
  /** Texts. */
  done: PlainTextKey | ((input: Input) => PlainTextKey);
  failed: PlainTextKey | ((input: Input) => PlainTextKey);
  /** What the list is at once; without it the caller waits until the lists are refreshed. */
  show?: (items: MediaItem[], input: Input, answer: Answer) => MediaItem[];
}

/** A change of items: says how it ended, and refreshes the lists. */
function useChange<Input, Answer>({ send, done, failed, show }: Change<Input, Answer>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const keyOf = (key: typeof done, input: Input) => (typeof key === 'string' ? key : key(input));
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => {
      if (show)
        client.setQueryData(
          adminMediaQuery.queryKey,
          (items) => items && show(items, input, answer),
        );
      notify.success(t(keyOf(done, input)));
      const refreshed = refreshMediaLists(client);
      return show ? undefined : refreshed;
    },
    onError: (error, input) => {
      refreshInDoubt(client, error);
      notify.error(t('error'), failureText(keyOf(failed, input), error));
    },
  });
}

export const useCreateMedia = () =>
  useChange({
    send: (payload: MediaInput) =>
      callApi('POST', '/api/admin/media', { payload, schema: mediaItem }),
    done: 'mediaItemCreated',
    failed: 'failedToCreateMedia',
  });

export const useUpdateMedia = () =>
  useChange({
    send: ({ item, patch }: { item: MediaItem; patch: MediaPatch }) =>
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
    done: 'mediaItemUpdated',
    failed: 'failedToUpdateMedia',
  });

/** Gives an item a new address; the answer has it. */
export const useRenewAddress = () =>
  useChange({
    send: ({ id }: Pick<MediaItem, 'id'>) =>
      callApi('POST', `${itemPath(id)}/address`, { schema: mediaItem }),
    done: 'addressRenewed',
    failed: 'failedToRenewAddress',
  });

/** Category, tags and star of many items. */
export const useBulkUpdate = () =>
  useChange({
    send: (payload: MediaBulkUpdate) =>
      callApi('POST', '/api/admin/media/bulk-update', { payload, schema: z.array(mediaItem) }),
    done: 'mediaItemsUpdated',
    failed: 'failedToUpdateMediaItems',
    show: (items, _, changed) => {
      const byId = new Map(changed.map((item) => [item.id, item]));
      return items.map((item) => byId.get(item.id) ?? item);
    },
  });

/** One item, or those of a selection: their texts and calls differ. */
export interface Deletion {
  items: readonly MediaItem[];
  isSelection: boolean;
}

async function deleteMedia({ items, isSelection }: Deletion): Promise<void> {
  if (isSelection) {
    const payload = { ids: items.map(({ id }) => id) };
    return callApi('POST', '/api/admin/media/bulk-delete', { payload });
  }
  for (const item of items) await callApi('DELETE', itemPath(item.id), { ifMatch: etagOf(item) });
}

export const useDeleteMedia = () =>
  useChange({
    send: deleteMedia,
    done: ({ isSelection }) => (isSelection ? 'mediaItemsDeleted' : 'mediaItemDeleted'),
    failed: ({ isSelection }) => (isSelection ? 'failedToDeleteMediaItems' : 'failedToDeleteMedia'),
    show: (all, { items }) => {
      const gone = new Set(items.map(({ id }) => id));
      return all.filter(({ id }) => !gone.has(id));
    },
  });

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
