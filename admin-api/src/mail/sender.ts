/** Hands one message to a mail server. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MailOutcome } from '@veldlicht/contract/mail';
import type { Deps } from '#http/app-env.ts';
import type { MailWay } from './mail-way.ts';
import { type MailRow, oneLine } from './outbox.ts';

/** What is handed over of a mail, as it is to be read. */
type Letter = Omit<MailRow, 'sealed' | 'attempts' | 'nextAt' | 'error'>;
/** Resolves when the mail server took the message; else throws `MailError`. */
export type SendMail = (letter: Letter, signal: AbortSignal) => Promise<void>;

type MailFailure = Exclude<MailOutcome, 'sent'>;

export class MailError extends Error {
  override name = 'MailError';
  readonly kind: MailFailure;
  /** The server will not take mail for this recipient (RFC 5321 §4.2.1: 5yz). */
  readonly isRefused: boolean;

  constructor(message: string, kind: MailFailure, isRefused: boolean) {
    super(message);
    this.kind = kind;
    this.isRefused = isRefused;
  }
}

/** Milliseconds; nodemailer's own are minutes. */
const TIMEOUTS = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  /** Silence in the middle of a conversation. */
  socketTimeout: 10_000,
};
const MAX_ERROR = 200;

/** What nodemailer adds to its errors. */
interface Failure {
  code?: string;
  /** Of the system or of TLS. */
  originalCode?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
  /** All that the server answered, in as many lines as it liked. */
  response?: string;
}

const ABOUT_TLS = /CERT|TLS|SSL|SIGNATURE|MISMATCH|EPROTO/;
/** Who is not signed in, or not as somebody it knows (RFC 4954 §6). */
const ABOUT_LOGIN = [530, 534, 535, 538];

/** At which step it failed (pure). */
function kindOf({ code = '', originalCode = '', command = '', responseCode = 0 }: Failure) {
  if (code === 'ETLS' || ABOUT_TLS.test(originalCode)) return 'tls';
  if (code === 'EAUTH' || code === 'ENOAUTH' || ABOUT_LOGIN.includes(responseCode)) return 'login';
  if (code === 'ETIMEDOUT' || code === 'ABORT_ERR') return 'timeout';
  if (responseCode > 0 && command === 'MAIL FROM') return 'sender';
  if (responseCode > 0 && command === 'RCPT TO') return 'recipient';
  return responseCode > 0 ? 'refused' : 'unreachable';
}

/**
 * What the panel may show of a failure: at which step, and the code and first line of the answer. What answers without a
 * code is no mail server, and what it says may be meant for nobody here.
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

/** The picture of a mail, shown below its text. One that is gone keeps no mail back. */
async function readPicture({ renditions }: Deps['folder'], picture: string | null) {
  if (picture === null) return [];
  const content = await readFile(path.join(renditions, picture)).catch(() => null);
  if (!content) return [];
  return [{ filename: 'foto.jpg', content, contentDisposition: 'inline' as const }];
}

/**
 * Sends on a way out. Addresses are always handed over as objects: of a text, a comma makes two
 * recipients (threat T22). The Message-ID is the same at every attempt, so that whoever receives a
 * message twice can tell.
 */
export function createSender(
  { server, from, secrets }: MailWay,
  { environment: { publicOrigin }, folder }: Pick<Deps, 'environment' | 'folder'>,
): SendMail {
  const { hostname } = new URL(publicOrigin);
  return async (mail, signal) => {
    // Most installations mail nothing, or once a day: it need not be in memory from the start.
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
        // An answer is written by a person.
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
