/** An HTTP server that tests make fail in ways that no real service does. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '@veldlicht/contract/environment';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export interface AnswerServer {
  /** Settings of a bucket at its address. */
  settings: BucketSettings;
  answer: Answering;
  /** Method and object of every request, in order. */
  calls: string[];
  close: () => Promise<void>;
}

/** Starts the server, which answers 404 by default. */
export async function startAnswerServer(): Promise<AnswerServer> {
  const http = createServer((request, response) => {
    server.calls.push(`${request.method} ${request.url?.split('?')[0]?.replace('/bucket/', '')}`);
    server.answer(request, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  // A server that listens on a port has an address with one.
  const { port } = http.address() as AddressInfo;
  const server: AnswerServer = {
    settings: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'bucket',
      region: 'nl-1',
      accessKeyId: 'KEYID',
      secretAccessKey: 'secret/access+key',
      addressing: 'path',
    },
    answer: (_request, response) => response.writeHead(404).end(),
    calls: [],
    close: async () => {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
  return server;
}
