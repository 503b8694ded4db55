import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AdminCategory, category } from '@veldlicht/contract/category';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { refusalText } from '#i18n/failure-text.ts';
import { callApi } from '#lib/api.ts';
import { notify } from '#lib/notify.ts';
import { adminCategoriesQuery, refreshCategories } from './categories-query.ts';
import { type OrderUpdates, withOrder } from './list-order.ts';

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
