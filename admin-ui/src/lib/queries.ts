/** The loads that more than one feature shares. A key is the path it loads (spec §7). */

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { meAnswer } from '@veldlicht/contract/auth';
import { backupState } from '@veldlicht/contract/backup';
import { category } from '@veldlicht/contract/category';
import { contactSubmission, mailState } from '@veldlicht/contract/contact';
import { mediaItem } from '@veldlicht/contract/media';
import { publishState } from '@veldlicht/contract/publishing';
import { settings } from '@veldlicht/contract/settings';
import { adminUser } from '@veldlicht/contract/user';
import { z } from 'zod';
import { callApi } from './api.ts';

/** Who is signed in, or null. A failed check counts as nobody and is only logged (spec §7, §8). */
export const sessionQuery = queryOptions({
  queryKey: ['/api/auth/me'],
  queryFn: async ({ signal }) => {
    try {
      return await callApi('GET', '/api/auth/me', {
        schema: meAnswer.nullable(),
        on401: 'null',
        signal,
      });
    } catch (error) {
      console.warn('The sign-in check failed', error);
      return null;
    }
  },
});

export const adminMediaQuery = queryOptions({
  queryKey: ['/api/admin/media'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/media', { schema: z.array(mediaItem), signal }),
});

export const categoriesQuery = queryOptions({
  queryKey: ['/api/categories'],
  queryFn: ({ signal }) => callApi('GET', '/api/categories', { schema: z.array(category), signal }),
});

export const publishStateQuery = queryOptions({
  queryKey: ['/api/publishing/state'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/publishing/state', { schema: publishState, signal }),
});

/** For signed-in people: with whether two-factor is enforced (spec §7). */
export const settingsQuery = queryOptions({
  queryKey: ['/api/settings'],
  queryFn: ({ signal }) => callApi('GET', '/api/settings', { schema: settings, signal }),
});

/** The inbox: for editors and admins, and without retry (spec §6). Messages carry personal data. */
export const contactsQuery = queryOptions({
  queryKey: ['/api/admin/contacts'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/contacts', { schema: z.array(contactSubmission), signal }),
  retry: false,
});

/** What looks like spam; only for admins. */
export const spamQuery = queryOptions({
  queryKey: ['/api/admin/contacts?spam=1'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/contacts?spam=1', { schema: z.array(contactSubmission), signal }),
  retry: false,
});

/** Whether mail about messages gets through; only for admins. */
export const mailQuery = queryOptions({
  queryKey: ['/api/admin/mail'],
  queryFn: ({ signal }) => callApi('GET', '/api/admin/mail', { schema: mailState, signal }),
});

/** How the last backups went; only for admins. */
export const backupQuery = queryOptions({
  queryKey: ['/api/admin/backup'],
  queryFn: ({ signal }) => callApi('GET', '/api/admin/backup', { schema: backupState, signal }),
});

/** Only for admins: others may not make this call (spec §6). */
export const usersQuery = queryOptions({
  queryKey: ['/api/admin/users'],
  queryFn: ({ signal }) =>
    callApi('GET', '/api/admin/users', { schema: z.array(adminUser), signal }),
});

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
