import type { ContactStatus } from '@veldlicht/contract/contact';
import type { Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { and, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';

export type ContactRow = typeof contacts.$inferSelect;

/** Newest first; of the same millisecond, the one that was stored last. */
const newestFirst = [desc(contacts.submittedAt), sql`rowid desc`];

export function listContacts(store: Store, spam: boolean): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(eq(contacts.spam, spam))
    .orderBy(...newestFirst)
    .all();
}

export function findContact(store: Store, id: string): ContactRow | undefined {
  return store.select().from(contacts).where(eq(contacts.id, id)).get();
}

export function insertContact(store: Store, row: typeof contacts.$inferInsert): void {
  store.insert(contacts).values(row).run();
}

export function updateContact(
  store: Store,
  id: string,
  change: Partial<Pick<ContactRow, 'status' | 'spam'>>,
): void {
  store.update(contacts).set(change).where(eq(contacts.id, id)).run();
}

export function deleteContact(store: Store, id: string): void {
  store.delete(contacts).where(eq(contacts.id, id)).run();
}

/** How many came in after a moment: to the spam folder, or to the inbox. */
export function countContactsSince(store: Store, spam: boolean, after: number): number {
  const isWanted = and(eq(contacts.spam, spam), gt(contacts.submittedAt, after));
  return store.select({ n: count() }).from(contacts).where(isWanted).get()?.n ?? 0;
}

/** More than ever come between two calls. */
const MOST_AT_ONCE = 1000;

/** Deletes the oldest messages of the spam folder that nobody has opened, beyond so many. */
export function keepNewestSpam(store: Store, kept: number): void {
  const unread = and(eq(contacts.spam, true), eq(contacts.status, 'new'));
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
const isOf = (email: string) => sql`lower(${contacts.email}) = lower(${email})`;

export function listContactsOf(store: Store, email: string): ContactRow[] {
  return store
    .select()
    .from(contacts)
    .where(isOf(email))
    .orderBy(...newestFirst)
    .all();
}

/** Answers how many there were. */
export function deleteContactsOf(store: Store, email: string): number {
  return store.delete(contacts).where(isOf(email)).run().changes;
}

/** Deletes messages with a status that came in before a moment; answers how many. */
export function deleteContactsBefore(store: Store, status: ContactStatus, before: number): number {
  const isOld = and(eq(contacts.status, status), lt(contacts.submittedAt, before));
  return store.delete(contacts).where(isOld).run().changes;
}
