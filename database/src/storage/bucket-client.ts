/** Signed calls to one bucket of an S3-compatible service: bounded in time, repeated when that may help. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { BucketSettings } from '@veldlicht/contract/environment';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { AwsV4Signer } from 'aws4fetch';
import { sha256, sha256OfFile } from '../sha256.ts';
import { bucketUrl, signing } from './bucket-address.ts';
import { StorageError, TooLargeError } from './storage-error.ts';

/** How long a service may take, in milliseconds, and the waits before each further try. */
export interface Patience {
  waitsMs: readonly number[];
  /** Until an answer has begun; for short answers, until it has ended. */
  answerMs: number;
  /** Sending a file of that size. */
  putMs: number;
  /** Without a byte while a file comes in. */
  silenceMs: number;
}

export const defaultPatience: Patience = {
  waitsMs: [200, 1000, 3000],
  answerMs: 10_000,
  putMs: 10 * 60_000,
  silenceMs: 15_000,
};

export interface BucketRules {
  /** Dates the signatures. */
  now: () => number;
  patience: Patience;
  /** Most bytes of a file that is fetched. */
  maxBytes: number;
}

export interface Download {
  bytes: number;
  /** First 32 hex digits of the SHA-256. */
  hash: string;
}

/** What is sent, with its whole SHA-256 in hex, which the service compares. */
interface Body {
  blob: Blob;
  sha256: string;
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Made of signs that need no encoding; empty for the bucket itself. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Body;
}

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** An answer or its lack that another try may better. */
class PassingError extends StorageError {}

/** What happened, without the address: that may be signed. */
const says = ({ method, name }: Call, what: string) => `${method} ${name || 'list'}: ${what}`;

/** An answer that nobody expected, with the service's own word for it, such as SignatureDoesNotMatch. */
function refusal(call: Call, { status, text }: Pick<Answer, 'status' | 'text'>): StorageError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return new StorageError(says(call, `the storage answered ${status}${code ? ` (${code})` : ''}`));
}

/** All names are our own, so no XML reader is needed: what XML escapes is none of them. */
function textOf(tag: string, xml: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
}

/** Ends a call that is silent for too long, and whatever is left of it when it is done. */
function startWatch(ms: number) {
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

const NO_BODY = sha256('');

/** A file to send. */
export async function bodyOfFile(file: string): Promise<Body> {
  return { blob: await openAsBlob(file), sha256: await sha256OfFile(file) };
}

/** Calls to one bucket with its one key. All throw `StorageError` when the service fails, refuses or is silent. */
export function bucketClient(settings: BucketSettings, rules: Partial<BucketRules> = {}) {
  const { now = Date.now, patience = defaultPatience, maxBytes = MAX_FILE_BYTES } = rules;

  async function request(call: Call, signal: AbortSignal): Promise<Response> {
    const { method, name, query = {}, headers, body } = call;
    const signed = await new AwsV4Signer({
      ...signing(settings, now()),
      method,
      url: `${bucketUrl(settings)}/${name}?${new URLSearchParams(query)}`,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? NO_BODY },
      allHeaders: true,
    }).sign();
    // Never on to another host, whatever the answer says (threat T20).
    const init = { method, headers: signed.headers, signal, redirect: 'manual' } as const;
    const response = await fetch(signed.url, { ...init, ...(body && { body: body.blob }) }).catch(
      (cause: unknown) => {
        throw new PassingError(says(call, 'the storage does not answer'), { cause });
      },
    );
    const { status } = response;
    if (status >= 500 || status === 429)
      throw new PassingError(says(call, `the storage answered ${status}`));
    return response;
  }

  /** Tries again after each wait while what failed may pass; each try is given `ms` until its first byte. */
  async function repeatedly<T>(
    ms: number,
    attempt: (watch: ReturnType<typeof startWatch>) => Promise<T>,
  ): Promise<T> {
    for (let tries = 0; ; tries++) {
      const watch = startWatch(ms);
      try {
        return await attempt(watch);
      } catch (error) {
        const pause = patience.waitsMs[tries];
        if (!(error instanceof PassingError) || pause === undefined) throw error;
        await wait(pause);
      } finally {
        watch.end();
      }
    }
  }

  /** One call with a short answer. */
  const send = (call: Call, ms = patience.answerMs): Promise<Answer> =>
    repeatedly(ms, async ({ signal }) => {
      const response = await request(call, signal);
      const text = await response.text().catch((cause: unknown) => {
        throw new PassingError(says(call, 'the answer broke off'), { cause });
      });
      return { status: response.status, headers: response.headers, text };
    });

  /** The same; null for what is not there, and an error for anything but these states. */
  async function expectOk(call: Call, ms?: number): Promise<Answer | null> {
    const answer = await send(call, ms);
    if (answer.status === 404) return null;
    if (![200, 204].includes(answer.status)) throw refusal(call, answer);
    return answer;
  }

  async function readInto(file: FileHandle, call: Call, response: Response, alive: () => void) {
    const tooLarge = () => new TooLargeError(says(call, `more than ${maxBytes} bytes`));
    const hash = createHash('sha256');
    const reader = response.body?.getReader();
    let bytes = 0;
    if (Number(response.headers.get('content-length')) > maxBytes) throw tooLarge();
    for (;;) {
      // Told apart from a fault of our own disk, which no second try would better.
      const next = await reader?.read().catch((cause: unknown) => {
        throw new PassingError(says(call, 'the file broke off'), { cause });
      });
      if (!next?.value) return { bytes, hash: hash.digest('hex').slice(0, 32) };
      alive();
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw tooLarge();
      hash.update(next.value);
      await file.writeFile(next.value);
    }
  }

  return {
    /** Headers of an object, or null. */
    head: async (name: string): Promise<Headers | null> =>
      (await expectOk({ method: 'HEAD', name }))?.headers ?? null,
    /** Reads an object into a file, hashing on the way; null when there is none. Throws `TooLargeError` at the first byte too many. */
    download: (name: string, path: string): Promise<Download | null> =>
      repeatedly(patience.answerMs, async ({ signal, alive }) => {
        const call: Call = { method: 'GET', name };
        const response = await request(call, signal);
        const { status, headers } = response;
        if (status === 404) return null;
        if (status !== 200) throw refusal(call, { status, text: await response.text() });
        // It would be unpacked on the way, and what is stored would be something else.
        if (headers.has('content-encoding')) throw new Error('the file has a content encoding');
        const file = await open(path, 'w', 0o600);
        try {
          return await readInto(file, call, response, () => alive(patience.silenceMs));
        } finally {
          await file.close();
        }
      }),
    put: async (name: string, body: Body, headers: Record<string, string>): Promise<void> => {
      const call: Call = { method: 'PUT', name, headers, body };
      const answer = await send(call, patience.putMs);
      if (answer.status !== 200) throw refusal(call, answer);
    },
    /** Also when there is none. */
    remove: async (name: string): Promise<void> => {
      await expectOk({ method: 'DELETE', name });
    },
    /** Every object below a prefix: its name, and when it was changed (ms). */
    async *list(prefix = ''): AsyncIterable<{ key: string; changedAt: number }> {
      for (let last = ''; ; ) {
        const after = { ...(last && { 'start-after': last }), ...(prefix && { prefix }) };
        const call: Call = { method: 'GET', name: '', query: { 'list-type': '2', ...after } };
        const answer = await send(call);
        if (answer.status !== 200) throw refusal(call, answer);
        const entries = [...answer.text.matchAll(/<Contents>(.*?)<\/Contents>/gs)];
        for (const [, entry = ''] of entries) {
          last = textOf('Key', entry);
          yield { key: last, changedAt: Date.parse(textOf('LastModified', entry)) };
        }
        if (textOf('IsTruncated', answer.text) !== 'true' || entries.length === 0) return;
      }
    },
  };
}
