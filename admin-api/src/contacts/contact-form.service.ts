/** Stores visitors' messages, before any mail (spec §4, threat T22). */
import type { ContactFolder, ContactInput } from '@veldlicht/contract/contact';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import type { Deps } from '#http/app-env.ts';
import { inTransaction } from '#http/write.ts';
import { networkOf, widerNetworkOf } from '#throttle/buckets.ts';
import { longestWait, noteTry, noteUnwritten, requireNoWait } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { noticeMessage } from './contact-notice.ts';
import { countContactsSince, keepNewestSpam } from './contacts.repository.ts';
import { readEnquiry } from './enquiry.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Messages per day to the inbox; more are refused, never dropped (L1). */
export const MESSAGES_PER_DAY = 5000;
/** Spam per day; more is dropped, so that it does not push out messages of people. */
export const SPAM_PER_DAY = 1000;
/** Unread spam that is kept, so that a flood does not fill the disk (L1). */
export const SPAM_KEPT = 5000;

type FormDeps = Pick<Deps, 'db' | 'environment'>;

const TOO_MANY_FROM_YOU = 'Je hebt al een paar berichten gestuurd. Probeer het later opnieuw.';
/** For the wider network, from which this visitor may have sent nothing. */
const TOO_MANY = 'Er komen nu te veel berichten binnen. Probeer het later opnieuw.';

/** The counters of a sender: the client, and its wider network. */
export function senderBuckets(address: string): Bucket[] {
  const block = widerNetworkOf(address);
  return [
    { kind: 'contact', key: networkOf(address) },
    ...(block ? [{ kind: 'contact-block', key: block } as const] : []),
  ];
}

/** Throws `too_many_requests` while the sender or its network must wait. */
export function requireFreeSender(db: Database, sender: Bucket[], now: number): void {
  requireNoWait(longestWait(db, sender.slice(0, 1), now), 'too_many_requests', TOO_MANY_FROM_YOU);
  requireNoWait(longestWait(db, sender.slice(1), now), 'too_many_requests', TOO_MANY);
}

/**
 * Stores a message, in one transaction with its mail; spam silently goes to its folder. Throws `too_many_requests` for
 * a network that sends too much, or once the inbox is full for the day.
 */
export function receiveMessage(
  { db, environment }: FormDeps,
  input: ContactInput,
  { sender, now }: { sender: Bucket[]; now: number },
): void {
  const folder = judge(input);
  const { name, email, phone, message } = input;
  requireFreeSender(db, sender, now);
  const store = (tx: Store) => {
    const today = countContactsSince(tx, folder, now - DAY);
    if (folder === 'spam' && today >= SPAM_PER_DAY) return;
    if (folder === 'inbox' && today >= MESSAGES_PER_DAY)
      requireNoWait(HOUR, 'too_many_requests', TOO_MANY);
    noteTry(tx, sender, now);
    const asked = readEnquiry(tx, input, now);
    const said = { id: newId(), name, email, phone, message };
    tx.insert(contacts)
      .values({ ...said, enquiry: asked?.stored, folder, submittedAt: now })
      .run();
    if (folder === 'spam') keepNewestSpam(tx, SPAM_KEPT);
    else noticeMessage(tx, environment, { ...said, asked }, now);
  };
  try {
    inTransaction(db, store);
  } catch (error) {
    // The attempt counts even so.
    if (isUnwritable(error)) noteUnwritten(db, sender, now);
    throw error;
  }
}

/** No person fills in the form faster (threat T22). */
const LEAST_FILL_MS = 3000;

/**
 * Spam if the honeypot field is filled in or the form was sent too fast (threat T22; pure). A caller that sends neither
 * field reaches the inbox (spec §7).
 */
export function judge({
  website,
  fillMs,
}: Pick<ContactInput, 'website' | 'fillMs'>): ContactFolder {
  return website || (fillMs !== undefined && fillMs < LEAST_FILL_MS) ? 'spam' : 'inbox';
}
