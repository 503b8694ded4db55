import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

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

/** Asks again for each of these loads. */
export async function refreshAll(client: QueryClient, ...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

const mediaLists = ['/api/admin/media', '/api/media', '/api/media/featured', '/api/media/recent'];

/** Refreshes every list that shows media (spec §7). */
export const refreshMediaLists = (client: QueryClient): Promise<void> =>
  refreshAll(client, ...mediaLists.map((path) => [path]));

/** After a call that failed: one without an answer may have changed something all the same, and so may somebody else. */
export function refreshInDoubt(client: QueryClient, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 412;
  if (!isRefused) void refreshMediaLists(client);
}
