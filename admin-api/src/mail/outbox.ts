/** What may be mailed, and how it gets into the outbox (threat T22). */

import { email, isPlaceholderEmail } from '@veldlicht/contract/user';
import type { Store } from '@veldlicht/database/open';
import { outbox } from '@veldlicht/database/schema';
import { and, asc, eq, gt, isNotNull, lte, or } from 'drizzle-orm';
import { openSecret, sealSecret } from '#secrets/sealed.ts';

export type MailRow = typeof outbox.$inferSelect;

/** Whose sealed texts are opened here. */
const OWNER = 'outbox';

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

export function deleteMail(store: Store, id: number): void {
  store.delete(outbox).where(eq(outbox.id, id)).run();
}

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** A visitor, for the reply button of the mail program. */
  replyTo?: { name: string; address: string };
  /** The key that seals the body until it is sent: it holds what opens an account. */
  sealedWith?: Buffer;
  /** A JPEG that goes along: <hash>/<name> below renditions/. */
  picture?: string | null;
  /** Whose name stands before our address; ours if left out. */
  senderName?: string;
  /** The contact message that the mail is about; deleting the message deletes the mail. */
  contactId?: string;
  /** The answer to a visitor that it carries: it hears what becomes of the mail. */
  replyId?: string;
}

/**
 * Whether this is one plain address that can receive mail. Quoted names and commas are refused:
 * mail programs and servers read them differently. `.invalid` never exists (RFC 2606): the first
 * account has such an address until its owner enters a real one.
 */
export function isMailable(address: string): boolean {
  return email.safeParse(address).success && !isPlaceholderEmail(address);
}

/**
 * Leaves mail to be sent; it goes when the transaction of the caller is committed, and with it.
 * Addresses that can't receive mail are passed over. `now` in milliseconds since 1970.
 */
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

/** The body of a mail as it is to be read. Throws without the key that it was sealed with. */
export function bodyOf(mail: Pick<MailRow, 'body' | 'sealed'>, key: Buffer): string {
  return mail.sealed ? openSecret(key, OWNER, mail.body) : mail.body;
}

/** Text that was typed in, as one line without invisible characters: for subjects, names and logs. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
