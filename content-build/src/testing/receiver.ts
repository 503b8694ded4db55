/** An HTTP server in place of the build service or the API. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedCall {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** A status; null cuts the connection, 'silent' never answers. */
  answer: number | null | 'silent' | RequestListener;
  close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    calls: [],
    answer: 204,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    receiver.calls.push({ method, url, headers, body });
    if (receiver.answer === null) return void response.destroy();
    if (receiver.answer === 'silent') return;
    if (typeof receiver.answer === 'function') return receiver.answer(request, response);
    const location = { location: `${receiver.url}/elsewhere` };
    response.writeHead(
      receiver.answer,
      receiver.answer < 400 && receiver.answer >= 300 ? location : {},
    );
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening server has a port.
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
