import type { Store } from '@veldlicht/database/open';
import type { Deps } from '#http/app-env.ts';
import { contactMail, type Message } from '#mail/contact-mail.ts';
import { messagesAddress } from '#mail/mail-settings.ts';
import { queueMail } from '#mail/outbox.ts';
import { takeTurn } from '#throttle/throttle.ts';

/** Mails a message to the owner, within the hourly limit, if mail is set up (threat T22). */
export function noticeMessage(
  store: Store,
  environment: Deps['environment'],
  message: Message,
  now: number,
): void {
  const recipient = messagesAddress(store, environment);
  if (recipient === null) return;
  if (takeTurn(store, { kind: 'contact-mail', key: 'all' }, now) > 0) return;
  const { publicOrigin } = environment;
  queueMail(store, contactMail(message, { recipient, publicOrigin }), now);
}
