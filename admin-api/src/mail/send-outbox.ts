/** Sends the outbox, one message at a time, beside requests. */

import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { settleReply } from '#contacts/replies.repository.ts';
import type { Deps } from '#http/app-env.ts';
import { inTransaction } from '#http/write.ts';
import { wayOut } from './mail-settings.ts';
import {
  bodyOf,
  claimMail,
  deleteMail,
  type FailedMail,
  findDueMail,
  findOldestMail,
  isMailable,
  type MailRow,
  noteMailError,
} from './outbox.ts';
import { createSender, MailError, type SendMail } from './sender.ts';

/** Polling interval; querying an empty table takes microseconds. */
const LOOK_EVERY_MS = 1000;
/** Timeout of a message; shorter than the shortest wait before a retry. */
const MESSAGE_MS = 45_000;
/** Grace for a message being sent at shutdown. */
const GRACE_MS = 3000;

type OutboxDeps = Pick<Deps, 'db' | 'log' | 'now' | 'secrets'>;

/** Deletes a mail, and sets the state of the reply it carried. */
function end(
  { db }: OutboxDeps,
  { id, replyId }: MailRow,
  state: 'sent' | 'failed',
  problem: MailError['kind'] | null,
): void {
  inTransaction(db, (tx) => {
    deleteMail(tx, id);
    if (replyId !== null) settleReply(tx, replyId, state, problem);
  });
}

function drop(deps: OutboxDeps, mail: MailRow, why: string, kind: MailError['kind']): void {
  const { id, subject, attempts, error } = mail;
  end(deps, mail, 'failed', kind);
  deps.log.warn({ mail: { id, subject, attempts, error } }, `mail dropped: ${why}`);
}

function dropExpired(deps: OutboxDeps): void {
  for (;;) {
    const mail = findOldestMail(deps.db);
    if (!mail || !isExpired(mail.createdAt, deps.now())) return;
    drop(deps, mail, 'it is a week old', 'unreachable');
  }
}

function noteFailure(
  deps: OutboxDeps,
  mail: MailRow,
  { message, kind, isRefused }: MailError,
): void {
  if (isHopeless(mail.attempts, isRefused)) {
    drop(deps, { ...mail, error: message }, 'the server refuses its recipient', kind);
    return;
  }
  noteMailError(deps.db, mail.id, message, deps.now() + waitAfter(mail.attempts));
  if (mail.replyId !== null) settleReply(deps.db, mail.replyId, 'waiting', kind);
  const facts = { id: mail.id, attempts: mail.attempts, error: message };
  deps.log.warn({ mail: facts }, 'mail could not be sent');
}

/** Null without the key that sealed it. */
function readBody({ secrets }: OutboxDeps, row: MailRow): string | null {
  try {
    return bodyOf(row, secrets.mail);
  } catch {
    return null;
  }
}

async function sendOne(deps: OutboxDeps, send: SendMail, row: MailRow, signal: AbortSignal) {
  // Some servers read quotes and commas as several recipients (threat T22).
  if (!isMailable(row.recipient))
    return drop(deps, row, 'its recipient is not one plain address', 'recipient');
  const body = readBody(deps, row);
  if (body === null) return drop(deps, row, 'its key is gone', 'unreachable');
  const mail = { ...row, body, attempts: row.attempts + 1 };
  if (!claimMail(deps.db, row, deps.now() + waitAfter(mail.attempts))) return;
  try {
    await send(mail, AbortSignal.any([signal, AbortSignal.timeout(MESSAGE_MS)]));
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return noteFailure(deps, mail, error);
  }
  end(deps, mail, 'sent', null);
}

/**
 * Sends all mail that is due, oldest first, at least once: each message is rescheduled before it is handed over and
 * deleted after. Of two parallel runs one sends it; after a crash in between it is sent again under the same Message-ID.
 * `stop` finishes the current message and takes no other; `cutOff` aborts it.
 */
export async function sendOutbox(
  deps: OutboxDeps,
  send: SendMail | null,
  { stop, cutOff }: { stop: AbortSignal; cutOff: AbortSignal },
): Promise<void> {
  dropExpired(deps);
  while (send && !stop.aborted) {
    const now = deps.now();
    const mail = findDueMail(deps.db, now, now + LONGEST_WAIT_MS);
    if (!mail) return;
    await sendOne(deps, send, mail, cutOff);
  }
}

/**
 * Sends the outbox until `closing`, one run at a time. Without a mail server it only drops mail older than a week.
 * Await `ended` before closing the database.
 */
export function startOutbox(
  deps: OutboxDeps & Pick<Deps, 'environment' | 'folder' | 'closing'>,
  everyMs = LOOK_EVERY_MS,
): { ended: () => Promise<void> } {
  const { closing, log } = deps;
  const cutOff = new AbortController();
  let running: Promise<void> | undefined;
  const run = async () => {
    // Read each time, so that new settings hold for the next message.
    const way = wayOut(deps);
    const send = way && createSender(way, deps);
    await sendOutbox(deps, send, { stop: closing, cutOff: cutOff.signal });
  };
  const look = () => {
    running ??= run()
      .catch((error: unknown) => {
        leaveOnLostWrite(error, log);
        log.error({ err: error }, 'the outbox could not be read');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, everyMs);
  const stop = () => {
    clearInterval(timer);
    setTimeout(() => cutOff.abort(), GRACE_MS).unref();
  };
  closing.addEventListener('abort', stop, { once: true });
  return { ended: async () => running };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits after the first failures; the last one repeats. */
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR] as const;
const LONGEST_WAIT_MS = 4 * HOUR;
/** Older mail is dropped. */
const KEEP_MS = 7 * 24 * HOUR;
/** Refusals of a recipient before giving up: greylisting servers refuse at first. */
const REFUSALS = 3;

/** Milliseconds to the next attempt after the `attempts`-th one (from 1) failed. */
function waitAfter(attempts: number): number {
  return WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? LONGEST_WAIT_MS;
}

/** Whether mail is too old, or dated too far in the future by a wrong clock. */
function isExpired(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= KEEP_MS;
}

function isHopeless(attempts: number, isRefused: boolean): boolean {
  return isRefused && attempts >= REFUSALS;
}

interface MailTrouble {
  count: number;
  /** Creation of the oldest failed mail, in milliseconds since 1970. */
  oldestAt: number;
  /** The latest error of the mail server or the connection. */
  error: string;
}

/** Summary of failing mail (pure); null without failures. */
export function mailTrouble(rows: FailedMail[]): MailTrouble | null {
  // A row without an error is being sent, or was interrupted.
  const failed = rows.flatMap(({ error, createdAt, nextAt, attempts }) =>
    error === null ? [] : [{ error, createdAt, triedAt: nextAt - waitAfter(attempts) }],
  );
  const newestFirst = failed.toSorted((a, b) => b.triedAt - a.triedAt);
  const [last] = newestFirst;
  if (!last) return null;
  const oldestAt = Math.min(...failed.map(({ createdAt }) => createdAt));
  return { count: failed.length, oldestAt, error: last.error };
}
