/** The mail server and sender, as nodemailer takes them (pure). */
import type { MailServer } from '@veldlicht/contract/mail';

/** Options of nodemailer's `createTransport`. */
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

export interface MailWay {
  server: Transport;
  from: string;
  /** Texts to remove from a server's error messages. */
  secrets: string[];
}

/** Whether a mail server is this machine, so that nothing crosses a network. */
export const isHere = (host: string) => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);

/** Every form in which a server may repeat a password. */
function formsOf(username: string, password: string): string[] {
  if (password === '') return [];
  const encoded = [password, `\0${username}\0${password}`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  return [...encoded, encodeURIComponent(password), password];
}

/** Percent-decodes like nodemailer: an invalid escape stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** From SMTP_URL. */
export function wayOfUrl(url: string, from: string): MailWay {
  const { hostname, username, password } = new URL(url);
  // Never sends a password unencrypted across a network.
  const requireTLS = password !== '' && !isHere(hostname);
  const secrets = formsOf(decoded(username), decoded(password));
  return { server: { url, requireTLS }, from, secrets: [...secrets, password].filter(Boolean) };
}

/** From the panel; `pass` is '' without a password. */
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
