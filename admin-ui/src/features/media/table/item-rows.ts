/** Sends edits of items in order, once there is a network, and shows them at once. */
import { type QueryClient, useIsMutating, useQueryClient } from '@tanstack/react-query';
import { pick } from '@veldlicht/contract/by-name';
import { type MediaItem, mediaItem } from '@veldlicht/contract/media';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { useUndo } from '#features/history/history-queries.ts';
import { callApi } from '#lib/api.ts';
import { adminMediaQuery, refreshMedia } from '#lib/queries.ts';
import { holdUnsavedWork } from '#lib/unsaved-work.ts';
import { useChange } from '#lib/use-change.ts';
import { fieldNames } from '../fields.ts';
import { mediaItems } from '../media-items.ts';
import { browserNetwork, untilAnswered } from '../upload/network-status.ts';
import { changedItem } from './item-row.ts';
import { type Edit, undoable } from './row-change.ts';

const QUEUE = 'media-rows';
const isBusy = { mutationKey: [QUEUE] };
const all = adminMediaQuery.queryKey;
const itemsOf = (client: QueryClient) => client.getQueryData(all) ?? [];

/** The item before an edit, as its base for merging. */
const bases = new WeakMap<Edit, MediaItem>();

/** Sends one edit; `onChange` gets the ids of the changes that undo it. Throws ApiError. */
async function send(edit: Edit, onChange: (change: number) => void): Promise<MediaItem[]> {
  const { ids, change, isBulk } = edit;
  const base = bases.get(edit);
  if (!base || isBulk || ids.length > 1) {
    const payload = { ids, data: change };
    const schema = z.array(mediaItem);
    return callApi('POST', '/api/admin/media/bulk-update', { payload, schema, onChange });
  }
  const after = changedItem(base, change);
  const mine = pick(
    after,
    fieldNames.filter((name) => name !== 'type' && after[name] !== base[name]),
  );
  return [await mediaItems.update(base, mine, { onChange })];
}

async function sendAll(edits: readonly Edit[], client: QueryClient): Promise<number[]> {
  const changes: number[] = [];
  const { signal } = new AbortController();
  for (const edit of edits) {
    const call = () => send(edit, (change) => changes.push(change));
    const saved = await untilAnswered(call, { signal, network: browserNetwork });
    const byId = new Map(saved.map((item) => [item.id, item]));
    // Later edits of the queue already show.
    if (client.isMutating(isBusy) === 1)
      client.setQueryData(all, (items) => items?.map((item) => byId.get(item.id) ?? item));
  }
  return changes;
}

async function show(edits: readonly Edit[], client: QueryClient) {
  await client.cancelQueries(adminMediaQuery);
  const before = new Map(itemsOf(client).map((item) => [item.id, item]));
  const after = new Map(before);
  for (const edit of edits)
    for (const id of edit.ids) {
      const item = after.get(id);
      if (!item) continue;
      bases.set(edit, item);
      after.set(id, changedItem(item, edit.change));
    }
  const put = (shown: ReadonlyMap<string, MediaItem>) =>
    client.setQueryData(all, (items) =>
      items?.map((item) => (shown.get(item.id) !== item && shown.get(item.id)) || item),
    );
  put(after);
  const touched = new Set(edits.flatMap(({ ids }) => ids));
  return () => void put(new Map([...before].filter(([id]) => touched.has(id))));
}

/** The rows of the media page; history undoes their changes. */
export function useItemRows() {
  const client = useQueryClient();
  const { mutateAsync: save } = useChange<number[], readonly Edit[]>({
    call: sendAll,
    show: { queue: QUEUE, now: show },
    failed: 'failedToUpdateMediaItems',
    refresh: refreshMedia,
  });
  const { mutateAsync: undo } = useUndo();
  // The page may close before the server answers.
  useEffect(() => holdUnsavedWork(() => client.isMutating(isBusy) > 0), [client]);
  return useMemo(() => {
    const change = (edits: readonly Edit[]) => {
      const saved = save(edits).catch(() => null);
      const takeBack = async () => {
        for (const one of ((await saved) ?? []).toReversed()) await undo(one).catch(() => null);
      };
      return { takeBack, isDone: saved.then((changes) => changes !== null) };
    };
    return undoable({ change });
  }, [save, undo]);
}

/** Counts the changes that the server does not have yet. */
export const useWaitingChanges = () => useIsMutating(isBusy);
