/** A proxy that cuts chosen connections. */
import { connect, createServer, type Server, type Socket } from 'node:net';

/** `question`: the server gets half of the request; `answer`: it gets all, and its response is lost. */
type Cut = 'question' | 'answer';

const HALF = 400;

function join(client: Socket, port: number, cut: Cut | undefined): void {
  const server = connect(port, '127.0.0.1');
  const end = () => {
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) socket.on('error', end).on('close', end);
  let asked = 0;
  client.on('data', (data) => {
    asked += data.length;
    if (cut !== 'question') server.write(data);
    else if (asked > HALF) server.write(data.subarray(0, HALF), end);
  });
  server.on('data', (data) => {
    if (cut === 'answer') end();
    else client.write(data);
  });
}

/** Listens on a free port. Returns the origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** `before` restarts the count of connections, and plans an action before a connection, or a cut of it, by number. */
export async function badLine(port: number) {
  let count = 0;
  let events: Record<number, Cut | (() => Promise<unknown>)> = {};
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    count += 1;
    const event = events[count];
    if (typeof event === 'function') await event();
    join(client, port, typeof event === 'function' ? undefined : event);
    client.resume();
  });
  return {
    address: await listen(server),
    before: (planned: typeof events) => {
      count = 0;
      events = planned;
    },
    close: () => server.close(),
  };
}
