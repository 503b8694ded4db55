/** A mail server that accepts everything, for journeys that read their mail. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './product.ts';

export async function startMailSink() {
  /** `text`: headers and body. */
  const letters: { to: string; text: string }[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData: async (stream, { envelope: { rcptTo } }, done) => {
      const raw = await buffer(stream);
      const { text: body = '' } = await PostalMime.parse(raw);
      const [head = ''] = raw.toString().split('\r\n\r\n', 1);
      const text = `${head}\n\n${body}`;
      letters.push(...rcptTo.map(({ address }) => ({ to: address, text })));
      done();
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // Cast: a server that listens on a port has an address with a port.
    port: (server.address() as AddressInfo).port,
    letters,
    /** The link in the newest letter to an address, once there are more than `seen` letters. */
    linkTo: (address: string, seen = 0) =>
      waitFor(`a letter to ${address}`, async () => {
        const found = letters
          .slice(seen)
          .findLast(({ to, text }) => to === address && LINK.test(text));
        return found ? LINK.exec(found.text)?.[0] : undefined;
      }),
    stop: () => smtp.close(),
  };
}

const LINK = /http:\/\/\S+\/admin\/new-password#\S+/;
