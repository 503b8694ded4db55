/**
 * A mail server in a process of its own. Started with a port (0: any free one) and how it behaves:
 * `accept`; `refuse` and `busy` answer the recipient with 550 and 451; `silent` takes a message and
 * never says so; `shy` never greets; `login` asks for one and refuses it, repeating what it got.
 */
import { createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const [port = '0', behaviour = 'accept'] = process.argv.slice(2);

function refusal(text: string, responseCode: number): Error {
  return Object.assign(new Error(text), { responseCode });
}

const server = new SMTPServer({
  authOptional: behaviour !== 'login',
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: ({ username = '', password = '' }, _session, done) =>
    done(refusal(`no ${username} with ${password}\nat all`, 535)),
  onRcptTo: (_address, _session, done) => {
    if (behaviour === 'refuse') done(refusal('no such mailbox', 550));
    else if (behaviour === 'busy') done(refusal('later please', 451));
    else done();
  },
  onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
    const raw = (await buffer(stream)).toString('base64');
    const from = mailFrom ? mailFrom.address : '';
    // Confirmed only when the test has it: what was sent is then also seen.
    if (behaviour !== 'silent') process.once('message', () => done());
    process.send?.({ type: 'mail', from, to: rcptTo.map(({ address }) => address), raw });
  },
});
const listener = behaviour === 'shy' ? createServer(() => {}) : server.server;
listener.on('listening', () => {
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.send?.({ type: 'listening', port });
});
// A client that was cut off in the middle is what some tests are about.
server.on('error', () => {});
listener.listen(Number(port), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
