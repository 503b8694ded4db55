/** The listener around the app: time limits per route are the routes' business, headers' are ours. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { AppEnv } from '#http/app-env.ts';

const OPTIONS = {
  // A slow but honest upload of 250 MB takes longer than any limit for all (threat L5).
  requestTimeout: 0,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};

/** Answers to what is not even a request to us, such as an address that can't be parsed. */
function refuseBroken(): Response {
  return Response.json(
    { error: 'The request is not valid', code: 'invalid_input' },
    { status: 400 },
  );
}

/** `times` are other limits than the product's, for tests. */
export function createHttpServer(
  app: Pick<Hono<AppEnv>, 'fetch'>,
  times: Partial<Pick<typeof OPTIONS, 'headersTimeout' | 'connectionsCheckingInterval'>> = {},
): Server {
  const answer = getRequestListener(app.fetch, { errorHandler: refuseBroken });
  return createServer({ ...OPTIONS, ...times }, (incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
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
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
