import type { Store } from '@veldlicht/database/open';
import { outbox } from '@veldlicht/database/schema';
import { and, asc, eq, gt, isNotNull, lte, or } from 'drizzle-orm';

export type MailRow = typeof outbox.$inferSelect;

export function insertMail(store: Store, mail: typeof outbox.$inferInsert): void {
  store.insert(outbox).values(mail).run();
}

export function findOldestMail(store: Store): MailRow | undefined {
  return store.select().from(outbox).orderBy(asc(outbox.id)).limit(1).get();
}

/** The oldest mail whose moment has come; a moment beyond `latest` comes from a wrong clock. */
export function findDueMail(store: Store, now: number, latest: number): MailRow | undefined {
  return store
    .select()
    .from(outbox)
    .where(or(lte(outbox.nextAt, now), gt(outbox.nextAt, latest)))
    .orderBy(asc(outbox.id))
    .limit(1)
    .get();
}

/** Counts an attempt and puts the next one off; false when somebody else was first. */
export function claimMail(store: Store, { id, attempts }: MailRow, nextAt: number): boolean {
  const { changes } = store
    .update(outbox)
    .set({ attempts: attempts + 1, nextAt })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts)))
    .run();
  return changes === 1;
}

export function noteMailError(store: Store, id: number, error: string, nextAt: number): void {
  store.update(outbox).set({ error, nextAt }).where(eq(outbox.id, id)).run();
}

/** What mail that failed tells of it, without the messages themselves. */
export type FailedMail = Pick<MailRow, 'error' | 'createdAt' | 'nextAt' | 'attempts'>;

export function listFailedMail(store: Store): FailedMail[] {
  const { error, createdAt, nextAt, attempts } = outbox;
  return store
    .select({ error, createdAt, nextAt, attempts })
    .from(outbox)
    .where(isNotNull(error))
    .all();
}

export function listMailWithSubject(
  store: Store,
  subject: string,
): Pick<MailRow, 'id' | 'subject' | 'body'>[] {
  const columns = { id: outbox.id, subject: outbox.subject, body: outbox.body };
  return store.select(columns).from(outbox).where(eq(outbox.subject, subject)).all();
}

/** Mail with a subject that was not tried yet, and is not due. */
export function findWaitingMail(store: Store, subject: string, now: number): MailRow | undefined {
  const isWaiting = and(
    eq(outbox.subject, subject),
    eq(outbox.attempts, 0),
    gt(outbox.nextAt, now),
  );
  return store.select().from(outbox).where(isWaiting).get();
}

export function changeMailBody(store: Store, id: number, body: string): void {
  store.update(outbox).set({ body }).where(eq(outbox.id, id)).run();
}

export function deleteMail(store: Store, id: number): void {
  store.delete(outbox).where(eq(outbox.id, id)).run();
}
