import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { adminCategory } from '@veldlicht/contract/category';
import { z } from 'zod';
import { callApi } from '#lib/api.ts';
import { categoriesQuery } from '#lib/queries.ts';

/** Categories and tags with how often each is used (spec §7). */
export const adminCategoriesQuery = queryOptions({
  queryKey: ['/api/admin/categories'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/categories', { schema: z.array(adminCategory), signal }),
});

/** Asks again for every list of categories and tags. */
export async function refreshCategories(client: QueryClient): Promise<void> {
  const lists = [adminCategoriesQuery.queryKey, categoriesQuery.queryKey];
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey })));
}
