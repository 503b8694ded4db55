/** Queries that several features share (spec §7). */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { backupState } from '@veldlicht/contract/backup';
import { category } from '@veldlicht/contract/category';
import { contactSubmission } from '@veldlicht/contract/contact';
import { mailState } from '@veldlicht/contract/mail';
import { mediaItem } from '@veldlicht/contract/media';
import { publishState } from '@veldlicht/contract/publishing';
import { settings } from '@veldlicht/contract/settings';
import { z } from 'zod';
import { ApiError } from './api.ts';
import { apiQuery } from './session.ts';

export const adminMediaQuery = apiQuery(z.array(mediaItem), '/api/admin/media');
export const categoriesQuery = apiQuery(z.array(category), '/api/categories');
export const publishStateQuery = apiQuery(publishState, '/api/publishing/state');
/** Signed-in users also get `enforce2FA` (spec §7). */
export const settingsQuery = apiQuery(settings, '/api/settings');
/** The inbox, for editors and admins (spec §6). */
export const contactsQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts');
/** Only for admins. */
export const spamQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts?folder=spam');
/** Whether mail about messages is delivered. */
export const mailQuery = apiQuery(mailState, '/api/admin/mail');
export const backupQuery = apiQuery(backupState, '/api/admin/backup');

export async function refreshAll(client: QueryClient, ...queryKeys: QueryKey[]): Promise<void> {
  await Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The panel loads only one of the lists of media (spec §7). */
export const refreshMedia = (client: QueryClient): Promise<void> =>
  refreshAll(client, adminMediaQuery.queryKey);

/** Refreshes after a failed call unless the server refused it: it may have had an effect, or someone else a change. */
export function refreshInDoubt(client: QueryClient, error: unknown): void {
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 412;
  if (!isRefused) void refreshMedia(client);
}
