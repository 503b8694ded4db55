/** Taking a visitor's message (spec §4, threat T22): stored first, always. */
import type { ContactInput } from '@veldlicht/contract/contact';
import { newId } from '@veldlicht/database/new-id';
import type { Store } from '@veldlicht/database/open';
import { contacts } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { isMailSetUp, recipientOf } from '#mail/mail-settings.ts';
import { changeMailBody, findWaitingMail, queueMail } from '#mail/outbox.ts';
import { longestWait, noteUnwritten } from '#throttle/throttle.ts';
import type { Bucket } from '#throttle/throttle-rules.ts';
import {
  contactMail,
  DIGEST_SUBJECT,
  digestCount,
  digestMail,
  type Message,
} from './contact-mail.ts';
import { countContactsSince, keepNewestSpam } from './contacts.repository.ts';
import { readEnquiry } from './enquiry.ts';
import {
  forgetFreeSlots,
  mailRule,
  senderRule,
  senderRules,
  takeSlot,
  waitForSlot,
} from './message-slots.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Messages of one day that reach the inbox; what comes beyond goes to the spam folder. */
export const MESSAGES_PER_DAY = 5000;
/** What looks like spam beyond so many a day is dropped: it must not push messages of people out. */
export const SPAM_PER_DAY = 1000;
/** The spam folder keeps so many that nobody opened, the newest: a flood must not fill the disk (L1). */
export const QUARANTINE_KEPT = 5000;

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
 * Mails the owner, unless nothing is mailed here: each message, or, after enough mail this hour, one
 * digest an hour later that counts all that came meanwhile.
 */
function queueNotice(
  store: Store,
  environment: Deps['environment'],
  message: Message,
  { isQuarantined, now }: { isQuarantined: boolean; now: number },
) {
  const recipient = recipientOf(store, environment)?.address;
  if (recipient === undefined || !isMailSetUp(store, environment)) return;
  const to = { recipient, publicOrigin: environment.publicOrigin };
  const digest = findWaitingMail(store, DIGEST_SUBJECT, now);
  if (!digest && !isQuarantined && takeSlot(store, mailRule, 'all', now))
    return queueMail(store, contactMail(message, to), now);
  const count = digestCount(digest?.body) + 1;
  const { body, ...rest } = digestMail({ count, isQuarantined }, to);
  if (digest) changeMailBody(store, digest.id, body);
  else queueMail(store, { body, ...rest }, now, now + HOUR);
}

/**
 * Stores a message, in one transaction with its mail. What looks like spam, and what a day has no room
 * for, is kept apart without a word to the sender. Throws `too_many_requests` for a network that sends
 * too much.
 */
export function receiveMessage(
  { db, environment }: FormDeps,
  input: ContactInput,
  { networks, now }: { networks: string[]; now: number },
): void {
  const looksBad = looksLikeSpam(input);
  const { name, email, phone, message } = input;
  const lost: Bucket[] = networks.slice(0, 1).map((key) => ({ kind: 'contact', key }));
  refuseFor(longestWait(db, lost, now), TOO_MANY_FROM_YOU);
  const store = (tx: Store) => {
    requireFreeSender(tx, networks, now);
    if (looksBad && countContactsSince(tx, true, now - DAY) >= SPAM_PER_DAY) return;
    takeSenderSlots(tx, networks, now);
    const isQuarantined = !looksBad && countContactsSince(tx, false, now - DAY) >= MESSAGES_PER_DAY;
    const spam = looksBad || isQuarantined;
    const asked = readEnquiry(tx, input, now);
    const said = { name, email, phone, message };
    const row = { id: newId(), ...said, enquiry: asked?.stored, spam, submittedAt: now };
    tx.insert(contacts).values(row).run();
    if (spam) keepNewestSpam(tx, QUARANTINE_KEPT);
    if (!looksBad) queueNotice(tx, environment, { ...said, asked }, { isQuarantined, now });
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
 * Whether a message looks like the work of a program (threat T22; pure). A caller that sends neither
 * the hidden field nor the fill time is taken at its word (spec §7).
 */
export function looksLikeSpam({
  name,
  message,
  website,
  fillMs,
}: Pick<ContactInput, 'name' | 'message' | 'website' | 'fillMs'>): boolean {
  if (website) return true;
  if (fillMs !== undefined && fillMs < LEAST_FILL_MS) return true;
  return countLinks(name) > 0 || countLinks(message) > MOST_LINKS || MARKUP.test(message);
}
