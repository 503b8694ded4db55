/** Loads and changes items (spec §7). */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type MediaItem,
  type MediaPatch,
  mediaItem,
  type NewMedia,
} from '@veldlicht/contract/media';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { type SyntheticEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUndo } from '#features/history/history-queries.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminMediaQuery, publishStateQuery, refreshInDoubt, refreshMedia } from '#lib/queries.ts';
import { randomKey } from '#lib/random-key.ts';
import { useChange } from '#lib/use-change.ts';
import { patchOf } from './field-values.ts';
import { etagOf, itemPath, mediaItems } from './media-items.ts';
import type { Rows } from './table/row-change.ts';

/** Loads all items. While one is `working`, news of the publisher refreshes the list, instead of polling (spec §9). */
export function useMediaList() {
  const client = useQueryClient();
  const list = useQuery(adminMediaQuery);
  const news = useQuery({
    ...publishStateQuery,
    // Progress of videos shows on their cards; it must not refresh the list.
    select: ({ videos: _, ...state }) => state,
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

/** Addresses that did not load, so that each refreshes the list once. */
const lostPictures = new Set<string>();

/** Refreshes the list when a picture did not load: stills of a guarded item get other addresses without delay. */
export function useLostPictures() {
  const client = useQueryClient();
  return useCallback(
    ({ target }: SyntheticEvent) => {
      if (!(target instanceof HTMLImageElement) || lostPictures.has(target.src)) return;
      lostPictures.add(target.src);
      void client.invalidateQueries(adminMediaQuery, { cancelRefetch: false });
    },
    [client],
  );
}

/** Refreshes the lists after a change, also if its answer was lost. */
const refreshing = {
  onDone: (_answer: unknown, _input: unknown, client: QueryClient): unknown => refreshMedia(client),
  onRefused: (error: Error, client: QueryClient) => refreshInDoubt(client, error),
};

export const trashPath = '/api/admin/media/trash';

/** Shows a change of the list, and refreshes it. */
function show(client: QueryClient, change: (items: MediaItem[]) => MediaItem[]): void {
  client.setQueryData(adminMediaQuery.queryKey, (items) => items && change(items));
  void refreshMedia(client);
}

/** Creates an item, or patches an existing one. */
export function useSaveMedia(item: MediaItem | null) {
  // A retry after a lost answer creates no second item.
  const [key] = useState(randomKey);
  const update = (base: MediaItem, { positionAllowed, ...values }: NewMedia) =>
    mediaItems.update(
      base,
      // Sent even if unchanged: it allows the positions in the present texts.
      { ...patchOf(base, values), ...(positionAllowed && { positionAllowed }) },
      {
        toSend: ({ locationPrivacy, ...rest }: MediaPatch) => {
          // "Exact" was chosen for a location that another person replaced.
          const isKept = 'location' in rest || locationPrivacy !== 'exact';
          return isKept && locationPrivacy ? { ...rest, locationPrivacy } : rest;
        },
      },
    );
  return useChange({
    ...refreshing,
    call: (values: NewMedia) =>
      item ? update(item, values) : mediaItems.create({ ...values, key }),
    done: item ? 'mediaItemUpdated' : 'mediaItemCreated',
    failed: item ? 'failedToUpdateMedia' : 'failedToCreateMedia',
  });
}

export const useRenewAddress = () =>
  useChange({
    ...refreshing,
    call: ({ id }: Pick<MediaItem, 'id'>) =>
      callApi('POST', `${itemPath(id)}/address`, { schema: mediaItem }),
    done: 'addressRenewed',
    failed: 'failedToRenewAddress',
  });

export interface Replacement extends Pick<MediaItem, 'imageUrl' | 'originalName'> {
  item: MediaItem;
}

/** Replaces the files of items and keeps their fields. The notice can undo it. */
export function useReplaceFiles() {
  const { t } = useTranslation();
  const { mutateAsync: undo } = useUndo();
  return useChange({
    ...refreshing,
    call: async (files: readonly Replacement[]) => {
      const changes: number[] = [];
      const onChange = (change: number) => changes.push(change);
      for (const { item, ...payload } of files) {
        const options = { payload, ifMatch: etagOf(item), schema: mediaItem, onChange };
        await callApi('PATCH', itemPath(item.id), options);
      }
      return changes;
    },
    failed: 'failedToReplaceFile',
    onDone: (changes, files, client) => {
      const takeBack = async () => {
        for (const change of changes.toReversed()) await undo(change).catch(() => null);
      };
      notify.success(t('filesReplaced', { count: files.length }), undefined, {
        label: t('undo'),
        onPress: () => void takeBack(),
      });
      return refreshMedia(client);
    },
  });
}

/** Makes an item hero or cover, or takes that back. */
export const useChoosePicture = (id: string) =>
  useChange({
    ...refreshing,
    call: (payload: Partial<Pick<MediaItem, 'hero' | 'cover'>>) =>
      callApi('PATCH', itemPath(id), { payload, schema: mediaItem }),
    done: 'mediaItemUpdated',
    failed: 'failedToUpdateMedia',
  });

/** `isSelection` decides on texts and calls. */
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

export function useUndelete(refresh?: (client: QueryClient) => Promise<unknown>) {
  const { t } = useTranslation();
  return useChange({
    ...refreshing,
    call: (ids: string[]) => callApi('POST', `${trashPath}/restore`, { payload: { ids } }),
    failed: 'failedToUndelete',
    onDone: (_answer, { length }, client) => {
      notify.success(t(length === 1 ? 'mediaItemRestored' : 'mediaItemsRestored'));
      return refreshMedia(client);
    },
    ...(refresh && { refresh }),
  });
}

/** Moves items to the trash. The notice and the rows of the page can undo it. */
export function useDeleteMedia(isSelection: boolean, remember: Rows['remember']) {
  const { t } = useTranslation();
  const undo = useUndelete();
  return useChange({
    ...refreshing,
    call: deleteMedia,
    failed: isSelection ? 'failedToDeleteMediaItems' : 'failedToDeleteMedia',
    onDone: (_, { items }, client) => {
      const ids = items.map(({ id }) => id);
      notify.success(
        t(isSelection ? 'mediaItemsDeleted' : 'mediaItemDeleted'),
        t('inTrash', { days: String(TRASH_DAYS) }),
        {
          label: t('undo'),
          onPress: remember(() => undo.mutate(ids)),
        },
      );
      const gone = new Set(ids);
      show(client, (all) => all.filter(({ id }) => !gone.has(id)));
    },
  });
}
