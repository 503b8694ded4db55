import type { QueryClient } from '@tanstack/react-query';
import { adminCategory, category } from '@veldlicht/contract/category';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { categoriesQuery, refreshAll, refreshMedia } from '#lib/queries.ts';
import { resource } from '#lib/resource.ts';
import { useChange } from '#lib/use-change.ts';
import { type OrderUpdates, withOrder } from './list-order.ts';

export const CATEGORIES_PATH = '/api/admin/categories';

/** Categories and tags with their usage counts (spec §7). */
export const categoryEntries = resource({
  path: CATEGORIES_PATH,
  schema: adminCategory,
  answer: category,
  idOf: ({ id }) => id,
  etagOf: ({ etag }) => etag,
  words: {
    created: 'categoryCreated',
    updated: 'categoryUpdated',
    deleted: 'categoryDeleted',
    failedToCreate: 'failedToCreateCategory',
    failedToUpdate: 'failedToUpdateCategory',
    failedToDelete: 'failedToDeleteCategory',
  },
  isReasonEnough: true,
  // Usage changes on other pages.
  isFresh: true,
  // Items show the names of their category and tags.
  refresh: async (client) => {
    await Promise.all([client.invalidateQueries(categoriesQuery), refreshMedia(client)]);
  },
});

export const refreshCategories = (client: QueryClient) =>
  refreshAll(client, categoryEntries.list.queryKey, categoriesQuery.queryKey);

interface Reorder {
  updates: OrderUpdates;
  ids: readonly string[];
}

/** Sends a new order, optimistically. The server refuses a list that changed meanwhile (409); it is then reloaded. */
export function useReorder() {
  return useChange({
    call: ({ updates }: Reorder) =>
      callApi('POST', `${CATEGORIES_PATH}/reorder`, {
        payload: { updates },
        schema: z.array(category),
      }),
    show: {
      queue: 'category-order',
      now: ({ ids }, client) => categoryEntries.showNow(client, (all) => withOrder(all, ids)),
    },
    done: 'orderSaved',
    failed: 'failedToReorderCategories',
    isReasonEnough: true,
    refresh: refreshCategories,
  });
}
