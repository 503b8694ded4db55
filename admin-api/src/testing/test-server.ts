/** The app behind a real socket. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeServer, createHttpServer, listen } from '../http-server.ts';
import { ORIGIN, type TestApp } from './test-app.ts';

export interface WireAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface SendOptions {
  method?: string;
  headers?: Record<string, string | number>;
  /** Sent piece by piece; chunked without a content-length header. */
  chunks?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

export async function startTestServer(
  t: TestApp,
  times: Parameters<typeof createHttpServer>[1] = {},
) {
  const server = createHttpServer(t.app, times);
  const port = await listen(server, 0, '127.0.0.1');

  /** Sends one request, with backpressure. */
  const send = (path: string, options: SendOptions = {}): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      const headers = {
        host: new URL(ORIGIN).host,
        'sec-fetch-site': 'same-origin',
        ...options.headers,
      };
      const { method = 'GET' } = options;
      const client = httpRequest({ port, host: '127.0.0.1', path, method, headers, agent: false });
      let answered = false;
      client.on('response', async (response) => {
        answered = true;
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, body: await text(response) });
      });
      client.on('error', (error) => answered || reject(error));
      const closed = once(client, 'close').catch(() => undefined);
      const pump = async () => {
        for await (const chunk of options.chunks ?? []) {
          if (client.destroyed || answered) break;
          if (!client.write(chunk)) await Promise.race([once(client, 'drain'), closed]);
        }
        client.end();
      };
      pump().catch(reject);
    });

  /** Sends raw bytes; returns everything received until the connection ends. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('latin1');
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });

  return {
    port,
    server,
    send,
    raw,
    /** Path and query of a URL on the public origin. */
    pathOf: (url: string) => url.replace(ORIGIN, ''),
    close: () => closeServer(server, 0),
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
