/** A resource of the panel: API path, schema and notices. */
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from './api.ts';
import { changedOf, saveMerged } from './save-merged.ts';
import { apiQuery } from './session.ts';
import { type Change, useChange } from './use-change.ts';

interface ResourceWords {
  created?: PlainTextKey;
  updated?: PlainTextKey;
  deleted?: PlainTextKey;
  failedToCreate?: PlainTextKey;
  failedToUpdate?: PlainTextKey;
  failedToDelete?: PlainTextKey;
}

/** Says that something went wrong, with the reason, where a resource has no words for a failure. */
const unnamedFailures = {
  failedToCreate: 'internal',
  failedToUpdate: 'internal',
  failedToDelete: 'internal',
} as const satisfies Partial<ResourceWords>;

interface ResourceOptions<Item extends Answer, Answer extends object> {
  /** Address of the list; that of an item is below it. */
  path: string;
  schema: z.ZodType<Item>;
  /** The query of its list, if other screens share it. */
  list?: ReturnType<typeof apiQuery<Item[]>>;
  /** Schema of the answer to a write, unless it is the item. */
  answer?: z.ZodType<Answer>;
  idOf: (item: Item) => string;
  /** The version a change is based on, so that concurrent changes merge (decision 007). */
  etagOf?: (item: Item) => string;
  words?: ResourceWords;
  /** Shows the server's reason alone if there is one (spec §8). */
  isReasonEnough?: boolean;
  /** Refetches when its screen opens, since other pages change it. */
  isFresh?: boolean;
  /** Invalidates other queries that show it, after a change. */
  refresh?: (client: QueryClient) => Promise<unknown>;
}

interface UpdateOptions {
  /** Receives the id of the change, for undo. */
  onChange?: (change: number) => void;
  /** Maps the payload after changes of others were merged. */
  toSend?: (fields: object) => object;
}

/** Derives list, writes and notices of a resource from one description. */
export function resource<Item extends Answer, Answer extends object = Item>(
  options: ResourceOptions<Item, Answer>,
) {
  const { path, schema, idOf, etagOf, isReasonEnough = false } = options;
  const words = { ...unnamedFailures, ...options.words };
  // Cast: without `answer` the response is the item.
  const answer = options.answer ?? (schema as unknown as z.ZodType<Answer>);
  const pathOf = (item: Item) => `${path}/${encodeURIComponent(idOf(item))}`;
  const list = options.list ?? apiQuery(z.array(schema), path);
  const refresh = async (client: QueryClient) => {
    await Promise.all([client.invalidateQueries(list), options.refresh?.(client)]);
  };
  const versionOf = (item: Item) => etagOf && { ifMatch: etagOf(item) };

  const create = (payload: object) => callApi('POST', path, { payload, schema: answer });

  /** Sends the changed fields only; concurrent changes of others stay. */
  async function update(base: Item, mine: object, more: UpdateOptions = {}): Promise<Answer> {
    if (Object.keys(mine).length === 0) return base;
    return saveMerged<Item, object, Answer>({
      base,
      mine,
      read: () => callApi('GET', pathOf(base), { schema }),
      send: (fields, latest) => {
        const { onChange, toSend = (same) => same } = more;
        const options = { payload: toSend(fields), schema: answer, ...versionOf(latest) };
        return callApi('PATCH', pathOf(base), { ...options, ...(onChange && { onChange }) });
      },
    });
  }

  /** Creates an item, or sends the fields that differ of one that exists. */
  function useSave<Values extends object>(
    item: Item | null,
    more?: Partial<Change<Values, Answer>>,
  ) {
    return useChange<Answer, Values>({
      call: (values) => (item ? update(item, changedOf<object>(item, values)) : create(values)),
      done: item ? words.updated : words.created,
      failed: item ? words.failedToUpdate : words.failedToCreate,
      isReasonEnough,
      refresh,
      ...more,
    });
  }

  /** Deletes an item, which leaves the list at once. */
  function useRemove(more?: Partial<Change<Item, void>>) {
    return useChange<void, Item>({
      call: (item) => callApi('DELETE', pathOf(item), { ...versionOf(item) }),
      done: words.deleted,
      failed: words.failedToDelete,
      isReasonEnough,
      refresh,
      onDone: (_answer, item, client) =>
        client.setQueryData(list.queryKey, (all) => all?.filter((one) => idOf(one) !== idOf(item))),
      ...more,
    });
  }

  /** Updates the list optimistically, for `show` of `useChange`; returns the rollback. */
  async function showNow(client: QueryClient, change: (items: Item[]) => Item[]) {
    const { queryKey } = list;
    // A response in flight lacks this change.
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (all) => all && change(all));
    return () => void client.setQueryData(queryKey, before);
  }

  /** The list query for a screen that opens. */
  const fresh = { ...list, refetchOnMount: options.isFresh ? ('always' as const) : true };
  return { pathOf, idOf, list, fresh, words, refresh, create, update, useSave, useRemove, showNow };
}

export type Resource<Item extends Answer, Answer extends object = Item> = ReturnType<
  typeof resource<Item, Answer>
>;
