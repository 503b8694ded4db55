import type { ContactFolder } from '@veldlicht/contract/contact';
import { countRows } from '@veldlicht/database/count-rows';
import type { Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';

export type ContactRow = typeof contacts.$inferSelect;

/** Newest first; of the same millisecond, the one that was stored last. */
const newestFirst = [desc(contacts.submittedAt), sql`rowid desc`];

export function listContacts(store: Store, folder: ContactFolder): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(eq(contacts.folder, folder))
    .orderBy(...newestFirst)
    .all();
}

/** How many of a folder came in after a moment. */
export function countContactsSince(store: Store, folder: ContactFolder, after: number): number {
  const isWanted = and(eq(contacts.folder, folder), gt(contacts.submittedAt, after));
  return countRows(store, contacts, isWanted);
}

/** More than ever come between two calls. */
const MOST_AT_ONCE = 1000;

/** Deletes the oldest messages of the spam folder that nobody has opened, beyond so many. */
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

/** Of an address, in whatever case it was typed. */
export const isOf = (email: string) => sql`lower(${contacts.email}) = lower(${email})`;

export function listContactsOf(store: Store, email: string): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(isOf(email))
    .orderBy(...newestFirst)
    .all();
}
