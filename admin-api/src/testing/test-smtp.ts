/** A real SMTP server. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach } from 'vitest';
import { testCertificate, unknownCertificate } from './test-certificate.ts';

/** A received message: envelope and raw bytes. */
interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
}

/**
 * `refuse` and `busy` answer the recipient with 550 and 451, `foreign` the sender with 550; `silent` never confirms a
 * message; `shy` never greets; `login` asks for a login and refuses it, repeating the input.
 */
export type SmtpBehaviour = 'accept' | 'refuse' | 'busy' | 'foreign' | 'silent' | 'shy' | 'login';

interface SmtpOptions {
  /** TLS from the first byte, or by STARTTLS, with the test authority's certificate. */
  tls?: 'implicit' | 'starttls';
  /** Uses a self-signed certificate. */
  isUnknown?: boolean;
  /** The required login. */
  account?: { user: string; pass: string };
}

function refusal(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Starts it; `port` 0 takes any free one. `received` collects the messages. */
export async function startSmtp(
  behaviour: SmtpBehaviour = 'accept',
  port = 0,
  { tls, isUnknown, account }: SmtpOptions = {},
) {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    ...(tls && (isUnknown ? unknownCertificate : testCertificate)),
    secure: tls === 'implicit',
    authOptional: behaviour !== 'login' && !account,
    allowInsecureAuth: tls === undefined,
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username = '', password = '' }, _session, done) => {
      if (account && username === account.user && password === account.pass)
        return done(null, { user: username });
      const line = Buffer.from(`\0${username}\0${password}`).toString('base64');
      done(refusal(`no ${username} with ${password}\nat all: ${line}`, 535));
    },
    onMailFrom: (_address, _session, done) =>
      behaviour === 'foreign' ? done(refusal('not yours', 550)) : done(),
    onRcptTo: (_address, _session, done) => {
      if (behaviour === 'refuse') done(refusal('no such mailbox', 550));
      else if (behaviour === 'busy') done(refusal('later please', 451));
      else done();
    },
    onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const raw = await buffer(stream);
      const from = mailFrom ? mailFrom.address : '';
      received.push({ from, to: rcptTo.map(({ address }) => address), raw });
      if (behaviour !== 'silent') done();
    },
  });
  // Some tests cut clients off.
  smtp.on('error', () => {});
  const listener = behaviour === 'shy' ? createServer(() => {}) : smtp.server;
  const sockets = new Set<Socket>();
  listener.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})));
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  // Cast: a server that listens on a port has an AddressInfo.
  const at = (listener.address() as AddressInfo).port;
  const stop = async () => {
    // A socket may be in a TLS handshake; its client ends it.
    if (tls) return void listener.close();
    for (const socket of sockets) socket.destroy();
    if (listener.listening) await new Promise((done) => listener.close(done));
  };
  return { received, port: at, url: `smtp://127.0.0.1:${at}`, stop };
}

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;

/** Starts mail servers for the tests of a file, each ended after its test. */
export function useSmtp(): typeof startSmtp {
  const servers: TestSmtp[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  return async (...options) => {
    const server = await startSmtp(...options);
    servers.push(server);
    return server;
  };
}
