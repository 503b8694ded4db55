/** Who is signed in, and how the panel loads data (spec §7, §9). */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from './api.ts';

/** Loaded with the answer: without a session the sign-in page shows, which needs no schemas. */
export const loadMe = async () => (await import('./sign-in-schemas.ts')).me;

/** A load of the path that the segments of its key make. */
export function apiQuery<Answer>(
  schema: z.ZodType<Answer> | (() => Promise<z.ZodType<Answer>>),
  ...queryKey: string[]
) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi('GET', queryKey.join('/'), { schema, signal }),
  });
}

/** Who is signed in, or null. A failed check counts as nobody and is only logged (spec §7, §8). */
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

/**
 * Asks again who is signed in, and forgets lists that tell about users. Unlike the check at load it
 * throws when it fails, and what was known stays (spec §7).
 */
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

/** Data loading as spec §9 says: no refetch by time or focus, never stale, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // Without a network a call fails at once and says so, rather than being sent much later.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
