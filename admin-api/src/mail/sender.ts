/** Hands one message to a mail server. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailOutcome } from '@veldlicht/contract/mail';
import type { Deps } from '#http/app-env.ts';
import type { MailWay } from './mail-way.ts';
import { type MailRow, oneLine } from './outbox.ts';

type Letter = Omit<MailRow, 'sealed' | 'attempts' | 'nextAt' | 'error'>;
/** Resolves when the mail server accepted the message; else throws `MailError`. */
export type SendMail = (letter: Letter, signal: AbortSignal) => Promise<void>;

type MailFailure = Exclude<MailOutcome, 'sent'>;

export class MailError extends Error {
  override name = 'MailError';
  readonly kind: MailFailure;
  /** Permanent refusal of the recipient (RFC 5321 §4.2.1: 5yz). */
  readonly isRefused: boolean;

  constructor(message: string, kind: MailFailure, isRefused: boolean) {
    super(message);
    this.kind = kind;
    this.isRefused = isRefused;
  }
}

/** Milliseconds; nodemailer's defaults are minutes. */
const TIMEOUTS = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  /** Silence in the middle of a conversation. */
  socketTimeout: 10_000,
};
const MAX_ERROR = 200;

/** Properties of nodemailer's errors. */
interface Failure {
  code?: string;
  /** Of the system or of TLS. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  /** The server's whole answer, possibly many lines. */
  response?: string;
}

const ABOUT_TLS = /CERT|TLS|SSL|SIGNATURE|MISMATCH|EPROTO/;
/** Missing or failed authentication (RFC 4954 §6). */
const ABOUT_LOGIN = [530, 534, 535, 538];

/** The step that failed (pure). */
function kindOf({ code = '', originalCode = '', command = '', responseCode = 0 }: Failure) {
  if (code === 'ETLS' || ABOUT_TLS.test(originalCode)) return 'tls';
  if (code === 'EAUTH' || code === 'ENOAUTH' || ABOUT_LOGIN.includes(responseCode)) return 'login';
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'timeout';
  if (responseCode > 0 && command === 'MAIL FROM') return 'sender';
  if (responseCode > 0 && command === 'RCPT TO') return 'recipient';
  return responseCode > 0 ? 'refused' : 'unreachable';
}

/**
 * The failure for the panel: the step, and code and first line of the answer. An answer without a code is not from a
 * mail server, and may hold secrets of another service.
 */
function toldOf(message: string, { response, responseCode = 0 }: Failure): string {
  if (!response) return message;
  const step = (message.split(response)[0] ?? '').replace(/(?:\. response=|: )$/, '');
  if (responseCode === 0) return step;
  const [first = ''] = response.split('\n');
  return `${step}: ${responseCode} ${first.replace(/^\d+[ -]?/, '')}`;
}

function readFailure(error: unknown, secrets: string[], isCutOff: boolean): MailError {
  const failure: Failure = Object(error);
  const told = toldOf(error instanceof Error ? error.message : String(error), failure);
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), told);
  const kind = isCutOff ? 'timeout' : kindOf(failure);
  const isRefused = failure.command === 'RCPT TO' && failure.permanent === true;
  return new MailError([...oneLine(safe)].slice(0, MAX_ERROR).join(''), kind, isRefused);
}

/** The inline attachment; none if the file is gone. */
async function readPicture({ renditions }: Deps['folder'], picture: string | null) {
  if (picture === null) return [];
  const content = await readFile(path.join(renditions, picture)).catch(() => null);
  if (!content) return [];
  return [{ filename: 'foto.jpg', content, contentDisposition: 'inline' as const }];
}

/**
 * Creates a function that sends a mail. Addresses are objects, since a comma in a text would make two recipients
 * (threat T22). The Message-ID is the same at every attempt, so that mail programs recognize duplicates.
 */
export function createSender(
  { server, from, secrets }: MailWay,
  { environment: { publicOrigin }, folder }: Pick<Deps, 'environment' | 'folder'>,
): SendMail {
  const { hostname } = new URL(publicOrigin);
  return async (mail, signal) => {
    // Loaded on demand: most installations mail rarely or never.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ ...server, ...TIMEOUTS });
    try {
      await transport.sendMail({
        signal,
        from: { name: mail.senderName ?? 'Veldlicht', address: from },
        to: { name: '', address: mail.recipient },
        ...(mail.replyToAddress !== null && {
          replyTo: { name: mail.replyToName ?? '', address: mail.replyToAddress },
        }),
        subject: mail.subject,
        text: mail.body,
        attachments: await readPicture(folder, mail.picture),
        date: new Date(mail.createdAt),
        messageId: `<${mail.id}.${mail.createdAt}@${hostname}>`,
        // Replies are written by a person.
        ...(mail.replyId === null && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw readFailure(error, secrets, signal.aborted);
    } finally {
      transport.close();
    }
  };
}
