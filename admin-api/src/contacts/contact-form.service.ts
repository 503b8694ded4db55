/** Taking a visitor's message (spec §4, threat T22): stored first, always. */
import type { ContactInput } from '@veldlicht/contract/contact';
import { isUnwritable } from '@veldlicht/database/disk-full';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { queueMail } from '#mail/outbox.service.ts';
import { longestWait, noteUnwritten } from '#throttle/throttle.service.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { contactMail } from './contact-mail.ts';
import { countContactsSince, insertContact } from './contacts.repository.ts';
import { forgetFreeSlots, mailRule, senderRule, takeSlot, waitForSlot } from './message-slots.ts';
import { looksLikeSpam } from './spam-rules.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Rows of one day, whoever sends them: a flood must not fill the disk (L1). */
export const MESSAGES_PER_DAY = 5000;
/** Of these at most so many that look like spam: they must not take the room of people. */
export const SPAM_PER_DAY = 1000;

type FormDeps = Pick<Deps, 'db' | 'environment'>;

function refuseFor(waitMs: number): void {
  if (waitMs === 0) return;
  const message = 'Je hebt al een paar berichten gestuurd. Probeer het later opnieuw.';
  const retryAfter = Math.ceil(waitMs / 1000);
  throw new AppError('too_many_requests', message, { retryAfter });
}

/** Lets a network send when it may; else throws `too_many_requests`. Costs one look-up. */
export function requireFreeSender(store: Store, network: string, now: number): void {
  refuseFor(waitForSlot(store, senderRule, network, now));
}

/** Whether the day still has room. Throws `too_many_requests` when it has none for a person. */
function hasRoom(store: Store, spam: boolean, now: number): boolean {
  const after = now - DAY;
  const isFull = countContactsSince(store, [true, false], after) >= MESSAGES_PER_DAY;
  if (spam) return !isFull && countContactsSince(store, [true], after) < SPAM_PER_DAY;
  if (!isFull) return true;
  const message = 'Er komen nu te veel berichten binnen. Probeer het later opnieuw.';
  throw new AppError('too_many_requests', message, { retryAfter: HOUR / 1000 });
}

/** Mails the owner about it, unless nothing is mailed here or there was enough mail this hour. */
function queueNotice(
  store: Store,
  environment: Deps['environment'],
  input: ContactInput,
  now: number,
) {
  const { mail, publicOrigin } = environment;
  if (mail.smtpUrl === undefined || mail.contactTo === undefined) return;
  if (!takeSlot(store, mailRule, 'all', now)) return;
  queueMail(store, contactMail(input, { recipient: mail.contactTo, publicOrigin }), now);
}

/**
 * Stores a message, in one transaction with its mail. What looks like spam is kept apart without a
 * word to the sender. Throws `too_many_requests` for a network that sends too much or a day that is
 * full.
 */
export function receiveMessage(
  { db, environment }: FormDeps,
  input: ContactInput,
  { network, now }: { network: string; now: number },
): void {
  const spam = looksLikeSpam(input);
  const { name, email, phone, message } = input;
  const lost: Bucket = { kind: 'contact', key: network };
  refuseFor(longestWait(db, [lost], now));
  const store = (tx: Store) => {
    requireFreeSender(tx, network, now);
    if (!hasRoom(tx, spam, now)) return;
    forgetFreeSlots(tx, senderRule, now);
    takeSlot(tx, senderRule, network, now);
    insertContact(tx, { id: newId(), name, email, phone, message, spam, submittedAt: now });
    if (!spam) queueNotice(tx, environment, input, now);
  };
  try {
    db.transaction(store, { behavior: 'immediate' });
  } catch (error) {
    // No slot could be taken: it counts all the same.
    if (isUnwritable(error)) noteUnwritten(db, [lost], now);
    throw error;
  }
}
