/** Hands one message to the mail server, and reads what went wrong when that fails. */
import type { Environment } from '@veldlicht/contract/environment';
import { oneLine } from './one-line.ts';
import type { MailRow } from './outbox.repository.ts';

/** Resolves when the mail server took the message; else throws `MailError`. */
export type SendMail = (mail: MailRow, signal: AbortSignal) => Promise<void>;

export class MailError extends Error {
  override name = 'MailError';
  /** The server will not take mail for this recipient (RFC 5321 §4.2.1: 5yz). */
  readonly isRefused: boolean;

  constructor(message: string, isRefused: boolean) {
    super(message);
    this.isRefused = isRefused;
  }
}

/** Milliseconds; nodemailer's own are minutes. */
export interface MailTimeouts {
  connectionTimeout: number;
  greetingTimeout: number;
  /** Silence in the middle of a conversation. */
  socketTimeout: number;
}

const TIMEOUTS: MailTimeouts = {
  connectionTimeout: 5000,
  greetingTimeout: 5000,
  socketTimeout: 10_000,
};
const MAX_ERROR = 300;

/** A percent sign that encodes nothing stands for itself, as nodemailer reads it. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Every form in which the password of an SMTP address can stand in an answer. */
function secretsOf(smtpUrl: string): string[] {
  const url = new URL(smtpUrl);
  const password = decoded(url.password);
  if (password === '') return [];
  const encoded = [password, `\0${decoded(url.username)}\0${password}`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  return [...encoded, url.password, password];
}

/** What nodemailer adds to its errors. */
function readFailure(error: unknown, secrets: string[]): MailError {
  const message = error instanceof Error ? error.message : String(error);
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message);
  const isAt = (key: string, wanted: unknown) =>
    error instanceof Error && key in error && Object(error)[key] === wanted;
  const isRefused = isAt('command', 'RCPT TO') && isAt('permanent', true);
  return new MailError(oneLine(safe).slice(0, MAX_ERROR), isRefused);
}

/** A password crosses the network encrypted or not at all. */
function needsTls(smtpUrl: string): boolean {
  const { password, hostname } = new URL(smtpUrl);
  return password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * The way to the mail server at `smtpUrl`. Addresses are always handed over as objects: of a text,
 * a comma makes two recipients (threat T22). The Message-ID is the same at every attempt, so that
 * whoever receives a message twice can tell.
 */
export function createSender(
  smtpUrl: string,
  { mail: { from }, publicOrigin }: Pick<Environment, 'mail' | 'publicOrigin'>,
  timeouts = TIMEOUTS,
): SendMail {
  const { hostname } = new URL(publicOrigin);
  const secrets = secretsOf(smtpUrl);
  const requireTLS = needsTls(smtpUrl);
  return async (mail, signal) => {
    // Most installations mail nothing, or once a day: it need not be in memory from the start.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ url: smtpUrl, requireTLS, ...timeouts });
    try {
      await transport.sendMail({
        signal,
        from: { name: 'Veldlicht', address: from },
        to: { name: '', address: mail.recipient },
        ...(mail.replyToAddress !== null && {
          replyTo: { name: mail.replyToName ?? '', address: mail.replyToAddress },
        }),
        subject: mail.subject,
        text: mail.body,
        date: new Date(mail.createdAt),
        messageId: `<${mail.id}.${mail.createdAt}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw readFailure(error, secrets);
    } finally {
      transport.close();
    }
  };
}
