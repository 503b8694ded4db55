/** The session, and the defaults of loading data (spec §7, §9). */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from './api.ts';

/** Loaded with the response: the sign-in page needs no schemas. */
export const loadMe = async () => (await import('./sign-in-schemas.ts')).me;

/** A GET of the path that its key segments form, joined by '/' (spec §7). */
export function apiQuery<Answer>(
  schema: z.ZodType<Answer> | (() => Promise<z.ZodType<Answer>>),
  ...queryKey: string[]
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi('GET', queryKey.join('/'), { schema, signal }),
  });
}

/** The session or null. A failed check is logged and counts as null (spec §7, §8). */
export const sessionQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: async ({ signal }) => {
    try {
      return await callApi('GET', '/api/auth/me', { schema: loadMe, on401: 'null', signal });
    } catch (error) {
      console.warn('The sign-in check failed', error);
      return null;
    }
  },
});

/** Reloads the session and lists of users. Unlike the check at load it throws on failure and keeps the old state (spec §7). */
export async function refetchUser(client: QueryClient): Promise<void> {
  try {
    const me = await callApi('GET', '/api/auth/me', { schema: loadMe });
    client.setQueryData(sessionQuery.queryKey, me);
  } catch (error) {
    console.warn('Failed to refetch user data', error);
    throw error;
  }
  void client.invalidateQueries({ queryKey: ['/api/admin/users'] });
}

/** Defaults of spec §9: no refetch by time or focus, never stale, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Offline calls fail at once instead of being sent much later.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
