import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AdminCategory,
  adminCategory,
  type CategoryImport,
  type CategoryInput,
  category,
  categoryBulkDeleted,
} from '@veldlicht/contract/category';
import i18next from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { categoriesQuery } from '#lib/queries.ts';
import { refreshMediaLists } from '#lib/query-client.ts';
import { changedOf, saveMerged } from '#lib/save-merged.ts';
import { useChange } from '#lib/use-change.ts';
import { type OrderUpdates, withOrder } from './list-order.ts';

/** Categories and tags with how often each is used (spec §7). */
export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/categories', { schema: z.array(adminCategory), signal }),
});

/** Asks again for every list of categories and tags. */
async function refreshCategories(client: QueryClient): Promise<void> {
  const lists = [adminCategoriesQuery.queryKey, categoriesQuery.queryKey];
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
}

const BASE = '/api/admin/categories';
const entryPath = (id: string) => `${BASE}/${encodeURIComponent(id)}`;

/** Items print the names of their category and tags, so that their lists are asked for too. */
async function refreshWithMedia(client: QueryClient): Promise<void> {
  await Promise.all([refreshCategories(client), refreshMediaLists(client)]);
}

export function useCreateCategory() {
  return useChange({
    call: (payload: CategoryInput) => callApi('POST', BASE, { payload, schema: category }),
    done: 'categoryCreated',
    failed: 'failedToCreateCategory',
    isReasonEnough: true,
    refresh: refreshCategories,
  });
}

export function useUpdateCategory() {
  return useChange({
    call: ({ entry, payload }: { entry: AdminCategory; payload: CategoryInput }) =>
      saveMerged({
        base: entry,
        mine: changedOf(entry, payload),
        read: () => callApi('GET', entryPath(entry.id), { schema: adminCategory }),
        send: (fields, { etag }) =>
          callApi('PATCH', entryPath(entry.id), {
            payload: fields,
            ifMatch: etag,
            schema: category,
          }),
      }),
    done: 'categoryUpdated',
    failed: 'failedToUpdateCategory',
    isReasonEnough: true,
    refresh: refreshWithMedia,
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

export function useDeleteCategories() {
  return useChange({
    call: (ids: readonly string[]) =>
      callApi('POST', `${BASE}/bulk-delete`, { payload: { ids }, schema: categoryBulkDeleted }),
    failed: 'failedToDeleteCategory',
    isReasonEnough: true,
    refresh: refreshWithMedia,
    onDone: ({ deleted }) => notify.success(i18next.t('entriesDeleted', { count: deleted })),
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

/** With what the page showed before, to go back to. */
interface SentReorder extends Reorder {
  before: AdminCategory[] | undefined;
}

/**
 * Sends a new order: shown at once, taken back when the server refuses. A list that somebody else
 * changed meanwhile is refused (409), and the page then shows it as it is. The promise resolves as
 * soon as the list on the page has the new order.
 */
export function useReorder(): (change: Reorder) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const mutationKey = ['category-order'];
  const { mutate } = useMutation({
    mutationKey,
    // One after the other: what was moved last must also arrive last.
    scope: { id: 'category-order' },
    mutationFn: ({ updates }: SentReorder) =>
      callApi('POST', '/api/admin/categories/reorder', {
        payload: { updates },
        schema: z.array(category),
      }),
    onError: (error, { before }) => {
      client.setQueryData(adminCategoriesQuery.queryKey, before);
      notify.error(t('error'), refusalText('failedToReorderCategories', error));
    },
    // The lists are asked for once, by the last change in the queue.
    onSettled: () =>
      client.isMutating({ mutationKey }) === 1 ? refreshCategories(client) : undefined,
  });
  return useCallback(
    async (change) => {
      const { queryKey } = adminCategoriesQuery;
      // A list that is on its way does not know of this move.
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (all) => all && withOrder(all, change.ids));
      mutate({ ...change, before });
    },
    [client, mutate],
  );
}
