/** The listener around the app. Limits headers and connections; routes limit their bodies. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { errorBodyOf } from '#http/error-handler.ts';

/** Longest raw path; our own have a few hundred characters at most. */
const MAX_PATH = 2048;
/** Requests per connection. Thousands pipelined at once would all be answered together, and held in memory. */
const REQUESTS_PER_CONNECTION = 100;
/** Grace for the rest of a body after its response. */
const UNREAD_MS = 500;

/** Interval at which a closing listener drops idle connections. */
const IDLE_LOOK_MS = 50;

const OPTIONS = {
  // No common limit: an honest 250 MB upload on a slow line outlasts any (threat L5).
  requestTimeout: 0,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};

/** Responds to a request that reaches no route. */
function refuse(error: AppError): Response {
  return Response.json(errorBodyOf(error), { status: error.status });
}

/** Responds to a request that can't be parsed, such as one with a broken URL. */
function refuseBroken(): Response {
  return refuse(new AppError('invalid_input', 'The request is not valid'));
}

function isTooLong(url: string): boolean {
  const query = url.indexOf('?');
  return (query === -1 ? url.length : query) > MAX_PATH;
}

/** Destroys a connection whose unread body still trickles in after the response (load L5). */
function endUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    setTimeout(() => incoming.complete || incoming.socket.destroy(), UNREAD_MS);
  });
}

/** `times` overrides limits, for tests. */
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
  // Node answers an unknown `Expect` itself, past all of the above.
  server.on('checkExpectation', (incoming, outgoing) => {
    endUnread(incoming, outgoing);
    outgoing.writeHead(417, { 'Content-Length': 0 }).end();
  });
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION;
  return server;
}

/** Listens and returns the port (the system chooses for 0). Rejects when it is in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port); // a TCP server's address is this
    });
  });
}

/** Stops accepting, lets requests finish within `graceMs`, then destroys their connections. */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection becomes idle only once its response has ended.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
  });
}
