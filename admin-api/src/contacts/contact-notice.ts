/** Telling the owner of messages: one by one, or in an hourly digest (threat T22). */
import type { Store } from '@veldlicht/database/open';
import type { Deps } from '#http/app-env.ts';
import {
  contactMail,
  DIGEST_SUBJECT,
  digestCount,
  digestMail,
  type Message,
} from '#mail/contact-mail.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { changeMailBody, findWaitingMail, queueMail } from '#mail/outbox.ts';
import { mailRule, takeSlot } from './message-slots.ts';

const HOUR = 60 * 60_000;

/**
 * Mails the owner, unless nothing is mailed here: each message, or, after enough mail this hour, one
 * digest an hour later that counts all that came meanwhile.
 */
export function noticeMessage(
  store: Store,
  environment: Deps['environment'],
  message: Message,
  { isQuarantined = false, now }: { isQuarantined?: boolean; now: number },
): void {
  const recipient = messagesAddress(store, environment);
  if (recipient === null) return;
  const to = { recipient, publicOrigin: environment.publicOrigin };
  const digest = findWaitingMail(store, DIGEST_SUBJECT, now);
  if (!digest && !isQuarantined && takeSlot(store, mailRule, 'all', now)) {
    queueMail(store, contactMail(message, to), now);
    return;
  }
  const count = digestCount(digest?.body) + 1;
  const { body, ...rest } = digestMail({ count, isQuarantined }, to);
  if (digest) changeMailBody(store, digest.id, body);
  else queueMail(store, { body, ...rest }, now, now + HOUR);
}
