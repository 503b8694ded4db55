/** The loads that more than one feature shares (spec §7). */
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
/** For signed-in people: with whether two-factor is enforced (spec §7). */
export const settingsQuery = apiQuery(settings, '/api/settings');
/** The inbox, for editors and admins (spec §6). */
export const contactsQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts');
/** Only for admins. */
export const spamQuery = apiQuery(z.array(contactSubmission), '/api/admin/contacts?folder=spam');
/** Whether mail about messages gets through. */
export const mailQuery = apiQuery(mailState, '/api/admin/mail');
export const backupQuery = apiQuery(backupState, '/api/admin/backup');

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
