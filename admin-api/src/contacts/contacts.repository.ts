import type { ContactFolder } from '@veldlicht/contract/contact';
import { countRows } from '@veldlicht/database/count-rows';
import type { Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';

export type ContactRow = typeof contacts.$inferSelect;

/** Newest first; within a millisecond by insertion. */
const newestFirst = [desc(contacts.submittedAt), sql`rowid desc`];

export function listContacts(store: Store, folder: ContactFolder): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(eq(contacts.folder, folder))
    .orderBy(...newestFirst)
    .all();
}

export function countContactsSince(store: Store, folder: ContactFolder, after: number): number {
  const isWanted = and(eq(contacts.folder, folder), gt(contacts.submittedAt, after));
  return countRows(store, contacts, isWanted);
}

/** More than arrive between two calls. */
const MOST_AT_ONCE = 1000;

/** Deletes the oldest unread spam beyond `kept`. */
export function keepNewestSpam(store: Store, kept: number): void {
  const unread = and(eq(contacts.folder, 'spam'), eq(contacts.status, 'new'));
  const older = store
    .select({ id: contacts.id })
    .from(contacts)
    .where(unread)
    .orderBy(...newestFirst)
    .limit(MOST_AT_ONCE)
    .offset(kept);
  store.delete(contacts).where(inArray(contacts.id, older)).run();
}

/** Matches an e-mail address without regard to case. */
export const isOf = (email: string) => sql`lower(${contacts.email}) = lower(${email})`;

export function listContactsOf(store: Store, email: string): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(isOf(email))
    .orderBy(...newestFirst)
    .all();
}
