/** Signed calls to a bucket of an S3-compatible service, with timeouts and retries. */
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

/** Timeouts in milliseconds, and the delays before retries. */
export interface Patience {
  waitsMs: readonly number[];
  /** Until an answer starts; of a short one, until it ends. */
  answerMs: number;
  /** For sending a file. */
  putMs: number;
  /** Between two chunks of a download. */
  silenceMs: number;
}

export const defaultPatience: Patience = {
  waitsMs: [200, 1000, 3000],
  answerMs: 10_000,
  putMs: 10 * 60_000,
  silenceMs: 15_000,
};

export interface BucketRules {
  /** Clock of the signatures. */
  now: () => number;
  patience: Patience;
  /** Most bytes of a download. */
  maxBytes: number;
}

export interface Download {
  bytes: number;
  /** First 32 hex digits of the SHA-256. */
  hash: string;
}

/** A body with its SHA-256 in hex, which the service verifies. */
interface Body {
  blob: Blob;
  sha256: string;
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Only characters that need no encoding; empty for the bucket itself. */
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

/** A failure that a retry may fix. */
class PassingError extends StorageError {}

/** Error message without the address, which may be signed. */
const says = ({ method, name }: Call, what: string) => `${method} ${name || 'list'}: ${what}`;

/** An unexpected answer, with the error code of the service, such as SignatureDoesNotMatch. */
function refusal(call: Call, { status, text }: Pick<Answer, 'status' | 'text'>): StorageError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1];
  return new StorageError(says(call, `the storage answered ${status}${code ? ` (${code})` : ''}`));
}

/** Text of an XML element; our names have no characters that XML escapes. */
function textOf(tag: string, xml: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
}

/** Aborts a call after `ms` of silence, and what is left of it at `end`. */
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

/** Body with the content of a file. */
export async function bodyOfFile(file: string): Promise<Body> {
  return { blob: await openAsBlob(file), sha256: await sha256OfFile(file) };
}

/** Client of a bucket. All calls throw `StorageError` when the service fails, refuses or is silent. */
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
    // Never follow a redirect to another host (threat T20).
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

  /** Retries a `PassingError` after each delay; each attempt has `ms` until its first byte. */
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

  /** A call with a short answer. */
  const send = (call: Call, ms = patience.answerMs): Promise<Answer> =>
    repeatedly(ms, async ({ signal }) => {
      const response = await request(call, signal);
      const text = await response.text().catch((cause: unknown) => {
        throw new PassingError(says(call, 'the answer broke off'), { cause });
      });
      return { status: response.status, headers: response.headers, text };
    });

  /** The same; null for 404. Throws for any status but 200 and 204. */
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
      // Only this error is retried, not one of our own disk.
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
    /** Downloads and hashes an object; null when there is none. Throws `TooLargeError` beyond `maxBytes`. */
    download: (name: string, path: string): Promise<Download | null> =>
      repeatedly(patience.answerMs, async ({ signal, alive }) => {
        const call: Call = { method: 'GET', name };
        const response = await request(call, signal);
        const { status, headers } = response;
        if (status === 404) return null;
        if (status !== 200) throw refusal(call, { status, text: await response.text() });
        // fetch would decode it, so the file would differ from the object.
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
    /** Succeeds also when there is no such object. */
    remove: async (name: string): Promise<void> => {
      await expectOk({ method: 'DELETE', name });
    },
    /** All objects below a prefix, with their modification time in milliseconds. */
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
