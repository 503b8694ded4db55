/** The outbox: mail waiting to be sent (threat T22). */
import { email, isPlaceholderEmail } from '@veldlicht/contract/user';
import type { Store } from '@veldlicht/database/open';
import { outbox } from '@veldlicht/database/schema';
import { and, asc, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import { openSecret, sealSecret } from '#secrets/sealed.ts';

export type MailRow = typeof outbox.$inferSelect;

/** Binds sealed bodies to this table. */
const OWNER = 'outbox';

export function findOldestMail(store: Store): MailRow | undefined {
  return store.select().from(outbox).orderBy(asc(outbox.id)).limit(1).get();
}

/** The oldest mail that is due; a due time beyond `latest` comes from a wrong clock. */
export function findDueMail(store: Store, now: number, latest: number): MailRow | undefined {
  return store
    .select()
    .from(outbox)
    .where(or(lte(outbox.nextAt, now), gt(outbox.nextAt, latest)))
    .orderBy(asc(outbox.id))
    .limit(1)
    .get();
}

/** Counts an attempt and schedules the next; false when a parallel run was first. */
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

/** Delivery state for the panel, without the messages. */
export type FailedMail = Pick<MailRow, 'error' | 'createdAt' | 'nextAt' | 'attempts'>;

export function listFailedMail(store: Store): FailedMail[] {
  const { error, createdAt, nextAt, attempts } = outbox;
  return store
    .select({ error, createdAt, nextAt, attempts })
    .from(outbox)
    .where(isNotNull(error))
    .all();
}

export function deleteMail(store: Store, id: number): void {
  store.delete(outbox).where(eq(outbox.id, id)).run();
}

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  replyTo?: { name: string; address: string };
  /** Key that seals the body until it is sent, since it can open an account. */
  sealedWith?: Buffer;
  /** An attached JPEG: <hash>/<name> below renditions/. */
  picture?: string | null;
  /** Display name of the sender; ours by default. */
  senderName?: string;
  /** The contact message that the mail is about; deleting the message deletes the mail. */
  contactId?: string;
  /** The reply that it carries, whose state follows the mail's. */
  replyId?: string;
}

/**
 * Whether this is one plain address that can receive mail. Refuses quoted names and commas, which mail servers read
 * differently, and `.invalid` (RFC 2606), the first account's address until its owner enters a real one.
 */
export function isMailable(address: string): boolean {
  return email.safeParse(address).success && !isPlaceholderEmail(address);
}

/** Queues mail in the caller's transaction; skips addresses that can't receive mail. `now` in ms since 1970. */
export function queueMail(store: Store, mail: Mail, now: number): void {
  if (!isMailable(mail.recipient)) return;
  const replyTo = mail.replyTo && isMailable(mail.replyTo.address) ? mail.replyTo : undefined;
  const row = {
    recipient: mail.recipient,
    subject: oneLine(mail.subject),
    body: mail.sealedWith ? sealSecret(mail.sealedWith, OWNER, mail.body) : mail.body,
    sealed: mail.sealedWith !== undefined,
    replyToName: replyTo ? oneLine(replyTo.name) : null,
    replyToAddress: replyTo?.address ?? null,
    picture: mail.picture,
    senderName: mail.senderName === undefined ? null : oneLine(mail.senderName),
    contactId: mail.contactId,
    replyId: mail.replyId,
    createdAt: now,
    nextAt: now,
  };
  store.insert(outbox).values(row).run();
}

/** The plain body of a mail. Throws without the key that sealed it. */
export function bodyOf(mail: Pick<MailRow, 'body' | 'sealed'>, key: Buffer): string {
  return mail.sealed ? openSecret(key, OWNER, mail.body) : mail.body;
}

/** Typed text as one line without invisible characters, for subjects, names and logs. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
