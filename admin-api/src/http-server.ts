/** The listener around the app: time limits per route are the routes' business, headers' are ours. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { errorBodyOf } from '#http/error-handler.ts';

/** Longest path of an address, as it was sent; no address of ours has more than a few hundred characters. */
const MAX_PATH = 2048;
/**
 * Requests on one line before it is closed. Whoever sends thousands at once would have them all answered at the
 * same time, and the answers held in memory.
 */
const REQUESTS_PER_LINE = 100;
/** What the rest of a request gets once its answer was sent, in milliseconds. */
const UNREAD_MS = 500;

/** How often an ending listener looks for lines on which nothing happens any more. */
const IDLE_LOOK_MS = 50;

const OPTIONS = {
  // A slow but honest upload of 250 MB takes longer than any limit for all (threat L5).
  requestTimeout: 0,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};

/** A refusal of what never reaches a route. */
function refuse(error: AppError): Response {
  return Response.json(errorBodyOf(error), { status: error.status });
}

/** Answers to what is not even a request to us, such as an address that can't be parsed. */
function refuseBroken(): Response {
  return refuse(new AppError('invalid_input', 'The request is not valid'));
}

function isTooLong(url: string): boolean {
  const query = url.indexOf('?');
  return (query === -1 ? url.length : query) > MAX_PATH;
}

/** Ends a line on which a body nobody reads goes on after the answer, byte by byte (load L5). */
function endUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    setTimeout(() => incoming.complete || incoming.socket.destroy(), UNREAD_MS);
  });
}

/** `times` are other limits than the product's, for tests. */
export function createHttpServer(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  times: Partial<typeof OPTIONS> = {},
): Server {
  const answer = getRequestListener(
    (request, bindings) =>
      isTooLong(bindings.incoming.url ?? '')
        ? refuse(new AppError('uri_too_long'))
        : app.fetch(request, bindings),
    { errorHandler: refuseBroken },
  );
  const server = createServer({ ...OPTIONS, ...times }, (incoming, outgoing) => {
    endUnread(incoming, outgoing);
    void answer(incoming, outgoing);
  });
  // Node answers an `Expect` that nobody knows by itself, past all of the above.
  server.on('checkExpectation', (incoming, outgoing) => {
    endUnread(incoming, outgoing);
    outgoing.writeHead(417, { 'Content-Length': 0 }).end();
  });
  server.maxRequestsPerSocket = REQUESTS_PER_LINE;
  return server;
}

/** Listens; answers the port, which the system chose when 0 was asked. Rejects when it is in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // a TCP server's address is this
    });
  });
}

/** Ends the listener: what runs may finish within `graceMs`, then connections are cut. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A line whose answer has just ended is idle only now.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
  });
}
