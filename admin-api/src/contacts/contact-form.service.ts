/** Taking a visitor's message (spec §4, threat T22): stored first, always. */
import type { ContactFolder, ContactInput } from '@veldlicht/contract/contact';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { networkOf, widerNetworkOf } from '#throttle/buckets.ts';
import { longestWait, noteTry, noteUnwritten } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { noticeMessage } from './contact-notice.ts';
import { countContactsSince, keepNewestSpam } from './contacts.repository.ts';
import { readEnquiry } from './enquiry.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Messages of one day that reach the inbox; what comes beyond is refused, never dropped (L1). */
export const MESSAGES_PER_DAY = 5000;
/** What a program surely sent is dropped beyond so many a day: it must not push messages of people out. */
export const SPAM_PER_DAY = 1000;
/** The spam folder keeps so many that nobody opened, the newest: a flood must not fill the disk (L1). */
export const SPAM_KEPT = 5000;

type FormDeps = Pick<Deps, 'db' | 'environment'>;

const TOO_MANY_FROM_YOU = 'Je hebt al een paar berichten gestuurd. Probeer het later opnieuw.';
/** Whoever shares the wider network has perhaps sent nothing at all. */
const TOO_MANY = 'Er komen nu te veel berichten binnen. Probeer het later opnieuw.';

function refuseFor(waitMs: number, message: string): void {
  if (waitMs === 0) return;
  throw new AppError('too_many_requests', message, { retryAfter: Math.ceil(waitMs / 1000) });
}

/** What counts the messages of a sender: its client, and the network around it. */
export function senderBuckets(address: string): Bucket[] {
  const block = widerNetworkOf(address);
  return [
    { kind: 'contact', key: networkOf(address) },
    ...(block ? [{ kind: 'contact-block', key: block } as const] : []),
  ];
}

/** Lets a sender go on; else throws `too_many_requests`. Costs one look-up for each network. */
export function requireFreeSender(db: Database, sender: Bucket[], now: number): void {
  refuseFor(longestWait(db, sender.slice(0, 1), now), TOO_MANY_FROM_YOU);
  refuseFor(longestWait(db, sender.slice(1), now), TOO_MANY);
}

/**
 * Stores a message, in one transaction with its mail. What a program sent is kept apart without a word to the
 * sender. Throws `too_many_requests` for a network that sends too much, and when the day is full.
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
    if (folder === 'inbox' && today >= MESSAGES_PER_DAY) refuseFor(HOUR, TOO_MANY);
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
    // It counts all the same.
    if (isUnwritable(error)) noteUnwritten(db, sender, now);
    throw error;
  }
}

/** Nobody finds the form, fills it in and sends it faster than this (threat T22). */
const LEAST_FILL_MS = 3000;

/**
 * Where a message goes (threat T22; pure): to the spam folder when only a program can have sent it. A caller that
 * sends neither the hidden field nor the fill time is taken at its word (spec §7).
 */
export function judge({
  website,
  fillMs,
}: Pick<ContactInput, 'website' | 'fillMs'>): ContactFolder {
  return website || (fillMs !== undefined && fillMs < LEAST_FILL_MS) ? 'spam' : 'inbox';
}
