/** Sends what waits in the outbox, one message at a time, beside the requests. */
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Deps } from '#http/app-env.ts';
import { isExpired, isHopeless, LONGEST_WAIT_MS, waitAfter } from './mail-schedule.ts';
import {
  claimMail,
  deleteMail,
  findDueMail,
  findOldestMail,
  type MailRow,
  noteMailError,
} from './outbox.repository.ts';
import { isMailable } from './outbox.service.ts';
import { createSender, MailError, type SendMail } from './send-mail.ts';

/** How soon mail is noticed. Asking an empty table takes some microseconds. */
const LOOK_EVERY_MS = 1000;
/** For a whole message; shorter than the shortest wait before it is tried again. */
const MESSAGE_MS = 45_000;
/** What a message under way gets when the process is about to end. */
const GRACE_MS = 3000;

type OutboxDeps = Pick<Deps, 'db' | 'log' | 'now'>;

function drop(deps: OutboxDeps, { id, subject, attempts, error }: MailRow, why: string): void {
  deleteMail(deps.db, id);
  deps.log.warn({ mail: { id, subject, attempts, error } }, `mail dropped: ${why}`);
}

function dropExpired(deps: OutboxDeps): void {
  for (;;) {
    const mail = findOldestMail(deps.db);
    if (!mail || !isExpired(mail.createdAt, deps.now())) return;
    drop(deps, mail, 'it is a week old');
  }
}

function noteFailure(deps: OutboxDeps, mail: MailRow, { message, isRefused }: MailError): void {
  if (isHopeless(mail.attempts, isRefused)) {
    drop(deps, { ...mail, error: message }, 'the server refuses its recipient');
    return;
  }
  noteMailError(deps.db, mail.id, message, deps.now() + waitAfter(mail.attempts));
  const facts = { id: mail.id, attempts: mail.attempts, error: message };
  deps.log.warn({ mail: facts }, 'mail could not be sent');
}

async function sendOne(deps: OutboxDeps, send: SendMail, row: MailRow, signal: AbortSignal) {
  // Texts with quotes and commas are no single recipient to every server (threat T22).
  if (!isMailable(row.recipient)) return drop(deps, row, 'its recipient is not one plain address');
  const mail = { ...row, attempts: row.attempts + 1 };
  if (!claimMail(deps.db, row, deps.now() + waitAfter(mail.attempts))) return;
  try {
    await send(mail, AbortSignal.any([signal, AbortSignal.timeout(MESSAGE_MS)]));
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return noteFailure(deps, mail, error);
  }
  deleteMail(deps.db, mail.id);
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
  deps: OutboxDeps & Pick<Deps, 'environment' | 'closing'>,
  everyMs = LOOK_EVERY_MS,
): { ended: () => Promise<void> } {
  const { environment, closing, log } = deps;
  const { smtpUrl } = environment.mail;
  const send = smtpUrl === undefined ? null : createSender(smtpUrl, environment);
  const cutOff = new AbortController();
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= sendOutbox(deps, send, { stop: closing, cutOff: cutOff.signal })
      .catch((error: unknown) => {
        leaveOnLostWrite(error, log);
        log.error({ err: error }, 'the outbox could not be read');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, everyMs);
  const end = () => {
    clearInterval(timer);
    setTimeout(() => cutOff.abort(), GRACE_MS).unref();
  };
  closing.addEventListener('abort', end, { once: true });
  return { ended: async () => running };
}
