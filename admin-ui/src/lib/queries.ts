/** The loads that more than one feature shares (spec §7). */
import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { meAnswer } from '@veldlicht/contract/auth';
import { backupState } from '@veldlicht/contract/backup';
import { category } from '@veldlicht/contract/category';
import { contactSubmission } from '@veldlicht/contract/contact';
import { mailState } from '@veldlicht/contract/mail';
import { mediaItem } from '@veldlicht/contract/media';
import { publishState } from '@veldlicht/contract/publishing';
import { settings } from '@veldlicht/contract/settings';
import { z } from 'zod';
import { ApiError, callApi } from './api.ts';

/** A load of the path that the segments of its key make. */
export function apiQuery<Answer>(schema: z.ZodType<Answer>, ...queryKey: string[]) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => callApi('GET', queryKey.join('/'), { schema, signal }),
  });
}

/** Who is signed in, or null. A failed check counts as nobody and is only logged (spec §7, §8). */
export const sessionQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: async ({ signal }) => {
    const schema = meAnswer.nullable();
    try {
      return await callApi('GET', '/api/auth/me', { schema, on401: 'null', signal });
    } catch (error) {
      console.warn('The sign-in check failed', error);
      return null;
    }
  },
});

export const adminMediaQuery = apiQuery(z.array(mediaItem), '/api/admin/media');
export const categoriesQuery = apiQuery(z.array(category), '/api/categories');
export const publishStateQuery = apiQuery(publishState, '/api/publishing/state');
/** For signed-in people: with whether two-factor is enforced (spec §7). */
export const settingsQuery = apiQuery(settings, '/api/settings');
/** The inbox, for editors and admins (spec §6). */
export const contactsQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts');
/** Only for admins. */
export const spamQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts?folder=spam');
/** Whether mail about messages gets through. */
export const mailQuery = apiQuery(mailState, '/api/admin/mail');
/** How the last backups went. */
export const backupQuery = apiQuery(backupState, '/api/admin/backup');

/**
 * Asks again who is signed in, and forgets lists that tell about users. Unlike the check at load it
 * throws when it fails, and what was known stays (spec §7).
 */
export async function refetchUser(client: QueryClient): Promise<void> {
  try {
    const me = await callApi('GET', '/api/auth/me', { schema: meAnswer });
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

/** Asks again for each of these loads. */
export async function refreshAll(client: QueryClient, ...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Refreshes the list of media: the only one of them that the panel loads (spec §7). */
export const refreshMedia = (client: QueryClient): Promise<void> =>
  refreshAll(client, adminMediaQuery.queryKey);

/** After a call that failed: one without an answer may have changed something all the same, and so may somebody else. */
export function refreshInDoubt(client: QueryClient, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 412;
  if (!isRefused) void refreshMedia(client);
}
