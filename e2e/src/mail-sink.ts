/** A mail server that takes everything, for journeys that read their mail. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { waitFor } from './product.ts';

/** The text of a message, whatever way its lines were wrapped. */
function textOf(raw: string): string {
  return raw
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export async function startMailSink() {
  const letters: { to: string; text: string }[] = [];
  const server = createServer((socket) => {
    let [buffer, to, body]: [string, string, string[] | null] = ['', '', null];
    const answer = (line: string): string | null => {
      if (body && line === '.') {
        letters.push({ to, text: textOf(body.join('\r\n')) });
        body = null;
        return '250 taken';
      }
      if (body) {
        body.push(line);
        return null;
      }
      if (/^RCPT TO:/i.test(line)) to = line.replace(/^.*<|>.*$/g, '');
      if (/^DATA/i.test(line)) {
        body = [];
        return '354 go on';
      }
      return /^QUIT/i.test(line) ? '221 bye' : '250 fine';
    };
    socket.on('error', () => {});
    socket.write('220 sink\r\n');
    socket.on('data', (bytes) => {
      const lines = (buffer + bytes.toString('latin1')).split('\r\n');
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        const said = answer(line);
        if (said !== null) socket.write(`${said}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    letters,
    /** The link that the newest letter to an address holds, once there are more than `seen` letters. */
    linkTo: (address: string, seen = 0) =>
      waitFor(`a letter to ${address}`, async () => {
        const found = letters
          .slice(seen)
          .findLast(({ to, text }) => to === address && LINK.test(text));
        return found ? LINK.exec(found.text)?.[0] : undefined;
      }),
    stop: () => server.close(),
  };
}

const LINK = /http:\/\/\S+\/admin\/new-password#\S+/;
