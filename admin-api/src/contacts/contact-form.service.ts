/** Taking a visitor's message (spec §4, threat T22): stored first, always. */
import type { ContactFolder, ContactInput } from '@veldlicht/contract/contact';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { longestWait, noteUnwritten } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import { noticeMessage } from './contact-notice.ts';
import { countContactsSince, keepNewestSpam } from './contacts.repository.ts';
import { readEnquiry } from './enquiry.ts';
import {
  forgetFreeSlots,
  senderRule,
  senderRules,
  takeSlot,
  waitForSlot,
} from './message-slots.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Messages of one day that reach the inbox; what comes beyond waits for a judgement. */
export const MESSAGES_PER_DAY = 5000;
/** What a program surely sent is dropped beyond so many a day: it must not push messages of people out. */
export const SPAM_PER_DAY = 1000;
/** The spam folder keeps so many that nobody opened, the newest: a flood must not fill the disk (L1). */
export const SPAM_KEPT = 5000;
/** So many may wait for a judgement. They may be of people: what comes beyond is refused, never dropped. */
export const DOUBTFUL_KEPT = 5000;

type FormDeps = Pick<Deps, 'db' | 'environment'>;

const TOO_MANY_FROM_YOU = 'Je hebt al een paar berichten gestuurd. Probeer het later opnieuw.';
/** Whoever shares the wider network has perhaps sent nothing at all. */
const TOO_MANY = 'Er komen nu te veel berichten binnen. Probeer het later opnieuw.';

function refuseFor(waitMs: number, message: string): void {
  if (waitMs === 0) return;
  throw new AppError('too_many_requests', message, { retryAfter: Math.ceil(waitMs / 1000) });
}

/**
 * Lets a sender go on when all networks around it may; else throws `too_many_requests`. Costs one look-up
 * each.
 */
export function requireFreeSender(store: Store, networks: string[], now: number): void {
  for (const [i, network] of networks.entries()) {
    const waitMs = waitForSlot(store, senderRules[i] ?? senderRule, network, now);
    refuseFor(waitMs, i === 0 ? TOO_MANY_FROM_YOU : TOO_MANY);
  }
}

function takeSenderSlots(store: Store, networks: string[], now: number): void {
  for (const [i, network] of networks.entries()) {
    const rule = senderRules[i] ?? senderRule;
    forgetFreeSlots(store, rule, now);
    takeSlot(store, rule, network, now);
  }
}

/**
 * Stores a message, in one transaction with its mail. What a program sent, what is doubtful, and what a day
 * has no room for, is kept apart without a word to the sender. Throws `too_many_requests` for a network that
 * sends too much, and when too many wait for a judgement.
 */
export function receiveMessage(
  { db, environment }: FormDeps,
  input: ContactInput,
  { networks, now }: { networks: string[]; now: number },
): void {
  const judged = judge(input);
  const { name, email, phone, message } = input;
  const lost: Bucket[] = networks.slice(0, 1).map((key) => ({ kind: 'contact', key }));
  refuseFor(longestWait(db, lost, now), TOO_MANY_FROM_YOU);
  const store = (tx: Store) => {
    requireFreeSender(tx, networks, now);
    if (judged === 'spam' && countContactsSince(tx, 'spam', now - DAY) >= SPAM_PER_DAY) return;
    takeSenderSlots(tx, networks, now);
    const isQuarantined =
      judged === 'inbox' && countContactsSince(tx, 'inbox', now - DAY) >= MESSAGES_PER_DAY;
    const folder = isQuarantined ? 'doubtful' : judged;
    if (folder === 'doubtful' && countContactsSince(tx, folder, 0) >= DOUBTFUL_KEPT)
      refuseFor(HOUR, TOO_MANY);
    const asked = readEnquiry(tx, input, now);
    const said = { name, email, phone, message };
    const place = { folder, spamSince: folder === 'spam' ? now : null, submittedAt: now };
    tx.insert(contacts)
      .values({ id: newId(), ...said, enquiry: asked?.stored, ...place })
      .run();
    if (folder === 'spam') keepNewestSpam(tx, SPAM_KEPT);
    if (judged === 'inbox')
      noticeMessage(tx, environment, { ...said, asked }, { isQuarantined, now });
  };
  try {
    inTransaction(db, store);
  } catch (error) {
    // No slot could be taken: it counts all the same.
    if (isUnwritable(error)) noteUnwritten(db, lost, now);
    throw error;
  }
}

/** Nobody finds the form, fills it in and sends it faster than this (threat T22). */
const LEAST_FILL_MS = 3000;
/** A portfolio, a shop and a map: more links than that is advertising. */
const MOST_LINKS = 3;

const LINK = /https?:\/\/|\bwww\./gi;
/** Links as pages and forums write them: people who write by hand don't. */
const MARKUP = /<a\s|\[url\b|\[link\b/i;

function countLinks(text: string): number {
  return text.match(LINK)?.length ?? 0;
}

/**
 * Where a message goes (threat T22; pure): to the spam folder when only a program can have sent it, to what
 * waits for a judgement when its words look like advertising. A caller that sends neither the hidden field
 * nor the fill time is taken at its word (spec §7).
 */
export function judge({
  name,
  message,
  website,
  fillMs,
}: Pick<ContactInput, 'name' | 'message' | 'website' | 'fillMs'>): ContactFolder {
  if (website || (fillMs !== undefined && fillMs < LEAST_FILL_MS)) return 'spam';
  const isDoubtful =
    countLinks(name) > 0 || countLinks(message) > MOST_LINKS || MARKUP.test(message);
  return isDoubtful ? 'doubtful' : 'inbox';
}
