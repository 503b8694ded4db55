/** The parts of a call to a bucket: what it says, how long it may take, when it is repeated. */
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from './storage-error.ts';

export interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Made of signs that need no encoding; empty for the bucket itself. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A file to send, with its whole SHA-256 in hex, which the service compares. */
  body?: { file: Blob; sha256: string };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** How long a service may take, in milliseconds, and the waits before each further try. */
export interface Patience {
  waitsMs: readonly number[];
  /** Until an answer has begun; for short answers, until it has ended. */
  answerMs: number;
  /** A copy inside the bucket moves up to 250 MB. */
  copyMs: number;
  /** Sending a file of that size. */
  putMs: number;
  /** Without a byte while a file comes in. */
  silenceMs: number;
}

export const defaultPatience: Patience = {
  waitsMs: [200, 1000, 3000],
  answerMs: 10_000,
  copyMs: 60_000,
  putMs: 10 * 60_000,
  silenceMs: 15_000,
};

/** An answer or its lack that another try may better. */
export class PassingError extends StorageError {}

/** What happened, without the address: that may be signed. */
export function says({ method, name }: Call, what: string): string {
  return `${method} ${name || 'list'}: ${what}`;
}

/** The service's own word for a refusal, such as SignatureDoesNotMatch. */
function codeIn(text: string): string {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return code ? ` (${code})` : '';
}

/** An answer that nobody expected. */
export function refusal(call: Call, { status, text }: Pick<Answer, 'status' | 'text'>) {
  return new StorageError(says(call, `the storage answered ${status}${codeIn(text)}`));
}

/** Tries again after each wait while what failed may pass; then throws what the last try threw. */
export async function repeatedly<T>(waitsMs: readonly number[], work: () => Promise<T>) {
  for (const ms of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PassingError)) throw error;
      await wait(ms);
    }
  }
  return work();
}

/** Ends a call that is silent for too long, and whatever is left of it when it is done. */
export function startWatch(ms: number) {
  const abort = new AbortController();
  const fire = () => abort.abort(new Error('no answer in time'));
  let timer = setTimeout(fire, ms);
  const alive = (nextMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(fire, nextMs);
  };
  const end = () => {
    clearTimeout(timer);
    abort.abort();
  };
  return { signal: abort.signal, alive, end };
}
