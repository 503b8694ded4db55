/** Clients that send one byte at a time, to keep a server busy (load L5). */
import { connect } from 'node:net';

/** First line of the answer, and time until the server closed. */
interface Dribble {
  answer: string;
  ms: number;
}

interface SlowOptions {
  /** Sent at once, followed repeatedly by one byte of `dribble` at a time. */
  head: string;
  dribble: string;
  everyMs: number;
  /** Local address of the client. */
  from?: string;
}

/** Connects and dribbles until the server closes the connection. */
export function dribble(
  port: number,
  { head, dribble, everyMs, from = '127.0.0.1' }: SlowOptions,
): Promise<Dribble> {
  return new Promise((resolve) => {
    const began = performance.now();
    let answer = '';
    let sent = 0;
    const options = { port, host: '127.0.0.1', localAddress: from };
    const socket = connect(options, () => socket.write(head));
    const timer = setInterval(() => {
      if (socket.writable) socket.write(dribble[sent++ % dribble.length] ?? '');
    }, everyMs);
    socket.on('data', (data) => {
      answer = (answer + data.toString('latin1')).slice(0, 200);
    });
    // Expected: the server closes the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ answer: answer.split('\r\n')[0] ?? '', ms: performance.now() - began });
    });
  });
}

/** A request whose headers never end. */
export function slowHeaders(host: string, everyMs: number): SlowOptions {
  return { head: `GET /api/media HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `, dribble: 'a', everyMs };
}

/** A request whose body never ends, by default a visitor's message. */
export function slowBody(
  host: string,
  everyMs: number,
  { request = 'POST /api/contact', chunked = false } = {},
): SlowOptions {
  const length = chunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 5000';
  const head =
    `${request} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\n` +
    `Content-Type: application/json\r\n${length}\r\n\r\n`;
  // One chunk that is never filled.
  return { head: chunked ? `${head}1000\r\n` : head, dribble: '"', everyMs };
}
