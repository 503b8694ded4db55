/** Through which server mail leaves, and as whom (pure). */
import type { MailServer } from '@veldlicht/contract/mail';

/** As `createTransport` of nodemailer takes it. */
type Transport =
  | { url: string; requireTLS: boolean }
  | {
      host: string;
      port: number;
      secure: boolean;
      requireTLS: boolean;
      ignoreTLS: boolean;
      auth?: { user: string; pass: string };
    };

/** What it takes to send. */
export interface MailWay {
  server: Transport;
  /** The sender of everything. */
  from: string;
  /** What must not be told of what a server answers. */
  secrets: string[];
}

/** Whether a mail server is this machine: nothing to it crosses a network. */
export const isHere = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);

/** Every form in which a password can stand in an answer. */
function formsOf(username: string, password: string): string[] {
  if (password === '') return [];
  const encoded = [password, `\0${username}\0${password}`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  return [...encoded, encodeURIComponent(password), password];
}

/** A percent sign that encodes nothing stands for itself, as nodemailer reads it. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The way out that whoever deploys chose. */
export function wayOfUrl(url: string, from: string): MailWay {
  const { hostname, username, password } = new URL(url);
  // A password crosses the network encrypted or not at all.
  const requireTLS = password !== '' && !isHere(hostname);
  const secrets = formsOf(decoded(username), decoded(password));
  return { server: { url, requireTLS }, from, secrets: [...secrets, password].filter(Boolean) };
}

/** The way out that an admin set up; `pass` is empty without one. */
export function wayOf(
  { host, port, encryption, username, sender }: MailServer,
  pass: string,
): MailWay {
  const secure = encryption === 'tls' || (encryption === 'auto' && port === 465);
  const isPlain = !secure && encryption === 'auto' && isHere(host);
  return {
    server: {
      host,
      port,
      secure,
      requireTLS: !secure && !isPlain,
      ignoreTLS: isPlain,
      ...(username !== '' && { auth: { user: username, pass } }),
    },
    from: sender,
    secrets: formsOf(username, pass),
  };
}
