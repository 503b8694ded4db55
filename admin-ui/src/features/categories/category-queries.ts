import type { QueryClient } from '@tanstack/react-query';
import {
  type AdminCategory,
  adminCategory,
  type Category,
  type CategoryImport,
  type CategoryInput,
  category,
} from '@veldlicht/contract/category';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { apiQuery, categoriesQuery, refreshAll, refreshMedia } from '#lib/queries.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';
import { type OrderUpdates, withOrder } from './list-order.ts';

const BASE = '/api/admin/categories';
const entryPath = (id: string) => `${BASE}/${encodeURIComponent(id)}`;

/** Categories and tags with how often each is used (spec §7). */
export const adminCategoriesQuery = apiQuery(z.array(adminCategory), BASE);

/** Asks again for every list of categories and tags. */
const refreshCategories = (client: QueryClient): Promise<void> =>
  refreshAll(client, adminCategoriesQuery.queryKey, categoriesQuery.queryKey);

/** Items print the names of their category and tags, so that their lists are asked for too. */
async function refreshWithMedia(client: QueryClient): Promise<void> {
  await Promise.all([refreshCategories(client), refreshMedia(client)]);
}

/** Creates an entry, or sends what was changed of one that exists. */
export function useSaveCategory(entry: AdminCategory | null) {
  const create = (payload: CategoryInput) => callApi('POST', BASE, { payload, schema: category });
  const update = (base: AdminCategory, payload: CategoryInput) =>
    saveMerged<AdminCategory, Partial<CategoryInput>, Category>({
      base,
      mine: changedOf(base, payload),
      read: () => callApi('GET', entryPath(base.id), { schema: adminCategory }),
      send: (fields, { etag }) =>
        callApi('PATCH', entryPath(base.id), { payload: fields, ifMatch: etag, schema: category }),
    });
  return useChange({
    call: (payload: CategoryInput) => (entry ? update(entry, payload) : create(payload)),
    done: entry ? 'categoryUpdated' : 'categoryCreated',
    failed: entry ? 'failedToUpdateCategory' : 'failedToCreateCategory',
    isReasonEnough: true,
    refresh: entry ? refreshWithMedia : refreshCategories,
  });
}

export function useDeleteCategory() {
  return useChange({
    call: (entry: AdminCategory) => callApi('DELETE', entryPath(entry.id), { ifMatch: entry.etag }),
    done: 'categoryDeleted',
    failed: 'failedToDeleteCategory',
    isReasonEnough: true,
    refresh: refreshWithMedia,
    onDone: (_answer, entry, client) =>
      client.setQueryData(adminCategoriesQuery.queryKey, (all) =>
        all?.filter(({ id }) => id !== entry.id),
      ),
  });
}

/** Sends an import; the words of its success are those of the dialog, which knows what was typed. */
export function useImportCategories() {
  return useChange({
    call: (payload: CategoryImport) =>
      callApi('POST', `${BASE}/bulk`, { payload, schema: z.array(category) }),
    failed: 'failedToImportCategories',
    isReasonEnough: true,
    refresh: refreshCategories,
  });
}

interface Reorder {
  updates: OrderUpdates;
  /** The list as it will be. */
  ids: readonly string[];
}

/**
 * Sends a new order: shown at once, taken back when the server refuses. A list that somebody else
 * changed meanwhile is refused (409), and the page then shows it as it is.
 */
export function useReorder() {
  return useChange({
    call: ({ updates }: Reorder) =>
      callApi('POST', `${BASE}/reorder`, { payload: { updates }, schema: z.array(category) }),
    show: {
      queue: 'category-order',
      now: async ({ ids }, client) => {
        const { queryKey } = adminCategoriesQuery;
        // A list that is on its way does not know of this move.
        await client.cancelQueries({ queryKey });
        const before = client.getQueryData(queryKey);
        client.setQueryData(queryKey, (all) => all && withOrder(all, ids));
        return () => client.setQueryData(queryKey, before);
      },
    },
    failed: 'failedToReorderCategories',
    isReasonEnough: true,
    refresh: refreshCategories,
  });
}
