/** A kind of thing that the panel lists and changes: where the API has it, its shape, and what is said of it. */
import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { PlainTextKey } from '#i18n/en.ts';
import { callApi } from './api.ts';
import { apiQuery } from './queries.ts';
import { changedOf, saveMerged } from './save-merged.ts';
import { type Change, useChange } from './use-change.ts';

interface ResourceWords {
  failedToLoad: PlainTextKey;
  created?: PlainTextKey;
  updated?: PlainTextKey;
  deleted?: PlainTextKey;
  failedToCreate?: PlainTextKey;
  failedToUpdate?: PlainTextKey;
  failedToDelete?: PlainTextKey;
}

interface ResourceOptions<Item extends Answer, Answer extends object> {
  /** Address of the list; that of an item is below it. */
  path: string;
  schema: z.ZodType<Item>;
  /** Its list, where others load that too. */
  list?: ReturnType<typeof apiQuery<Item[]>>;
  /** Shape of the answer to a write, where that is not the item. */
  answer?: z.ZodType<Answer>;
  idOf: (item: Item) => string;
  /** The version that a change rests on: with it, the changes of two people go together (decision 050). */
  etagOf?: (item: Item) => string;
  words: ResourceWords;
  /** The reason alone is said where the server gave one (spec §8). */
  isReasonEnough?: boolean;
  /** Asked for again each time its screen opens: other pages change what it shows. */
  isFresh?: boolean;
  /** What else shows it, and is asked for again after a change. */
  refresh?: (client: QueryClient) => Promise<unknown>;
}

/** Describes a resource once; its list, its writes and their notices follow from that. */
export function resource<Item extends Answer, Answer extends object = Item>(
  options: ResourceOptions<Item, Answer>,
) {
  const { path, schema, idOf, etagOf, words, isReasonEnough = false } = options;
  // Cast: without a shape of its own the answer is the item.
  const answer = options.answer ?? (schema as unknown as z.ZodType<Answer>);
  const pathOf = (item: Item) => `${path}/${encodeURIComponent(idOf(item))}`;
  const list = options.list ?? apiQuery(z.array(schema), path);
  const refresh = async (client: QueryClient) => {
    await Promise.all([client.invalidateQueries(list), options.refresh?.(client)]);
  };
  const versionOf = (item: Item) => etagOf && { ifMatch: etagOf(item) };

  const create = (payload: object) => callApi('POST', path, { payload, schema: answer });

  /** Sends what was changed: what somebody else changed meanwhile stays. */
  async function update(base: Item, mine: object): Promise<Answer> {
    if (Object.keys(mine).length === 0) return base;
    return saveMerged<Item, object, Answer>({
      base,
      mine,
      read: () => callApi('GET', pathOf(base), { schema }),
      send: (payload, latest) =>
        callApi('PATCH', pathOf(base), { payload, schema: answer, ...versionOf(latest) }),
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

  /** Shows a change of the list before it is answered, for `show` of `useChange`; answers what takes it back. */
  async function showNow(client: QueryClient, change: (items: Item[]) => Item[]) {
    const { queryKey } = list;
    // A list that is on its way does not know of this change.
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (all) => all && change(all));
    return () => void client.setQueryData(queryKey, before);
  }

  /** The list of a screen that opens. */
  const fresh = { ...list, refetchOnMount: options.isFresh ? ('always' as const) : true };
  return { pathOf, idOf, list, fresh, words, refresh, create, update, useSave, useRemove, showNow };
}

/** What a screen and its dialogs need of one. */
export type Resource<Item extends Answer, Answer extends object = Item> = ReturnType<
  typeof resource<Item, Answer>
>;
