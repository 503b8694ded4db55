/** Sends what waits in the outbox, one message at a time, beside the requests. */

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

/** How soon mail is noticed. Asking an empty table takes some microseconds. */
const LOOK_EVERY_MS = 1000;
/** For a whole message; shorter than the shortest wait before it is tried again. */
const MESSAGE_MS = 45_000;
/** What a message under way gets when the process is about to end. */
const GRACE_MS = 3000;

type OutboxDeps = Pick<Deps, 'db' | 'log' | 'now' | 'secrets'>;

/** The mail is over: its row goes, and the answer it carried knows what became of it. */
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

/** Null without the key that it was sealed with. */
function readBody({ secrets }: OutboxDeps, row: MailRow): string | null {
  try {
    return bodyOf(row, secrets.mail);
  } catch {
    return null;
  }
}

async function sendOne(deps: OutboxDeps, send: SendMail, row: MailRow, signal: AbortSignal) {
  // Texts with quotes and commas are no single recipient to every server (threat T22).
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
 * Sends all mail that is due, oldest first. Each message is put off in the database before it is
 * handed over, and deleted after: of two runs at once one sends it, and a crash between the two
 * sends it again under the same Message-ID. So mail goes out at least once, never "maybe".
 * `stop` lets the message in hand go and takes no further one; `cutOff` ends that one as well.
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
 * Looks after the outbox until `closing`: at most one run at a time, and never in a request.
 * Without a mail server nothing is sent, and what has waited for a week is dropped. `ended`
 * resolves when nothing is under way any more: wait for it before the database is closed.
 */
export function startOutbox(
  deps: OutboxDeps & Pick<Deps, 'environment' | 'folder' | 'closing'>,
  everyMs = LOOK_EVERY_MS,
): { ended: () => Promise<void> } {
  const { closing, log } = deps;
  const cutOff = new AbortController();
  let running: Promise<void> | undefined;
  const run = async () => {
    // Looked up each time: what an admin saves holds for the next message.
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

/** When mail is tried again and when it is given up (pure). */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Waits after the first failures; the last one repeats. */
const WAITS_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR] as const;
const LONGEST_WAIT_MS = 4 * HOUR;
/** Older mail tells nobody anything any more. */
const KEEP_MS = 7 * 24 * HOUR;
/** A server that refuses a recipient this often means it: some refuse strangers at first. */
const REFUSALS = 3;

/** Milliseconds to the next attempt when the `attempts`-th one (from 1) fails. */
function waitAfter(attempts: number): number {
  return WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? LONGEST_WAIT_MS;
}

/** Whether mail has waited for too long; also when the clock was years ahead as it was written. */
function isExpired(createdAt: number, now: number): boolean {
  return Math.abs(now - createdAt) >= KEEP_MS;
}

/** Whether there is no point in trying again. */
function isHopeless(attempts: number, isRefused: boolean): boolean {
  return isRefused && attempts >= REFUSALS;
}

/** Mail that does not get through. */
interface MailTrouble {
  count: number;
  /** When the oldest of it was written, in milliseconds since 1970. */
  oldestAt: number;
  /** What the mail server or the way to it said last. */
  error: string;
}

/** Whether mail is failing, from the rows of the outbox (pure); null when all is well. */
export function mailTrouble(rows: FailedMail[]): MailTrouble | null {
  // An attempt without an error is under way, or was cut off.
  const failed = rows.flatMap(({ error, createdAt, nextAt, attempts }) =>
    error === null ? [] : [{ error, createdAt, triedAt: nextAt - waitAfter(attempts) }],
  );
  const newestFirst = failed.toSorted((a, b) => b.triedAt - a.triedAt);
  const [last] = newestFirst;
  if (!last) return null;
  const oldestAt = Math.min(...failed.map(({ createdAt }) => createdAt));
  return { count: failed.length, oldestAt, error: last.error };
}
