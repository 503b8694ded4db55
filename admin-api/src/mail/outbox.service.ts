/** What may be mailed, and how it gets into the outbox (threat T22). */
import { email } from '@veldlicht/contract/user';
import type { Store } from '@veldlicht/database/open';
import { oneLine } from './one-line.ts';
import { insertMail } from './outbox.repository.ts';

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** A visitor, for the reply button of the mail program. */
  replyTo?: { name: string; address: string };
}

/**
 * Whether this is one plain address that can receive mail. Quoted names and commas are refused:
 * mail programs and servers read them differently. `.invalid` never exists (RFC 2606): the first
 * account has such an address until its owner enters a real one.
 */
export function isMailable(address: string): boolean {
  return email.safeParse(address).success && !/[@.]invalid$/i.test(address);
}

/**
 * Leaves mail to be sent; it goes when the transaction of the caller is committed, and with it.
 * Addresses that can't receive mail are passed over. `now` in milliseconds since 1970, and `sendAt` when
 * it is to go later, by a few hours at most.
 */
export function queueMail(store: Store, mail: Mail, now: number, sendAt = now): void {
  if (!isMailable(mail.recipient)) return;
  const replyTo = mail.replyTo && isMailable(mail.replyTo.address) ? mail.replyTo : undefined;
  insertMail(store, {
    recipient: mail.recipient,
    subject: oneLine(mail.subject),
    body: mail.body,
    replyToName: replyTo ? oneLine(replyTo.name) : null,
    replyToAddress: replyTo?.address ?? null,
    createdAt: now,
    nextAt: sendAt,
  });
}
