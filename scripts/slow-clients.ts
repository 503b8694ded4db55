/** Clients that send a byte now and then to keep a server busy (load L5). */
import { connect } from 'node:net';

/** What such a client saw: the first line of the answer, and how long it was let. */
interface Dribble {
  answer: string;
  ms: number;
}

interface SlowOptions {
  /** Sent at once; after it one byte of `dribble` at a time, again and again. */
  head: string;
  dribble: string;
  everyMs: number;
  /** Its own address, one of this machine's. */
  from?: string;
}

/** Connects and dribbles until the server ends it. */
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
    // The other end cuts the line: that is what this is about.
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

/** A request whose body never ends; a message of a visitor when nothing else is said. */
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
