/** Signed calls to an S3-compatible service: bounded in time, repeated when that may help. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { BucketSettings } from '@veldlicht/contract/environment';
import { AwsV4Signer } from 'aws4fetch';
import { bucketUrl, signing } from './bucket-address.ts';
import {
  type Answer,
  type Call,
  PassingError,
  type Patience,
  refusal,
  repeatedly,
  says,
  startWatch,
} from './bucket-call.ts';
import { TooLargeError } from './storage-error.ts';
import type { StoredName } from './stored-name.ts';

export interface Download {
  bytes: number;
  /** First 32 hex digits of the SHA-256. */
  hash: string;
  etag: string;
}

const NO_BODY = createHash('sha256').digest('hex');

export interface ClientRules {
  /** Dates the signatures. */
  now: () => number;
  patience: Patience;
  /** Most bytes of a file. */
  maxBytes: number;
}

/** Calls to one bucket with its one key. */
export function bucketClient(settings: BucketSettings, { now, patience, maxBytes }: ClientRules) {
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
    const response = await fetch(signed.url, { ...init, ...(body && { body: body.file }) }).catch(
      (cause: unknown) => {
        throw new PassingError(says(call, 'the storage does not answer'), { cause });
      },
    );
    const { status } = response;
    // 501: it can't, and never will.
    if ((status >= 500 && status !== 501) || status === 429)
      throw new PassingError(says(call, `the storage answered ${status}`));
    return response;
  }

  async function sendOnce(call: Call, ms: number): Promise<Answer> {
    const watch = startWatch(ms);
    try {
      const response = await request(call, watch.signal);
      const text = await response.text().catch((cause: unknown) => {
        throw new PassingError(says(call, 'the answer broke off'), { cause });
      });
      return { status: response.status, headers: response.headers, text };
    } finally {
      watch.end();
    }
  }

  const tooLarge = (call: Call) => new TooLargeError(says(call, `more than ${maxBytes} bytes`));

  async function readInto(file: FileHandle, call: Call, response: Response, alive: () => void) {
    const hash = createHash('sha256');
    const reader = response.body?.getReader();
    let bytes = 0;
    if (Number(response.headers.get('content-length')) > maxBytes) throw tooLarge(call);
    for (;;) {
      // Told apart from a fault of our own disk, which no second try would better.
      const next = await reader?.read().catch((cause: unknown) => {
        throw new PassingError(says(call, 'the file broke off'), { cause });
      });
      if (!next?.value) return { bytes, hash: hash.digest('hex').slice(0, 32) };
      alive();
      bytes += next.value.byteLength;
      if (bytes > maxBytes) throw tooLarge(call);
      hash.update(next.value);
      await file.writeFile(next.value);
    }
  }

  async function downloadOnce(name: StoredName, path: string): Promise<Download | null> {
    const call: Call = { method: 'GET', name };
    const watch = startWatch(patience.answerMs);
    try {
      const response = await request(call, watch.signal);
      const { status, headers } = response;
      if (status === 404) return null;
      if (status !== 200) throw refusal(call, { status, text: await response.text() });
      // It would be unpacked on the way, and what is stored would be something else.
      if (headers.has('content-encoding')) throw new Error('the file has a content encoding');
      const etag = headers.get('etag');
      if (!etag) throw new Error('the storage gives files no ETag');
      const file = await open(path, 'w', 0o600);
      try {
        const read = await readInto(file, call, response, () => watch.alive(patience.silenceMs));
        return { ...read, etag };
      } finally {
        await file.close();
      }
    } finally {
      watch.end();
    }
  }

  return {
    /** One call with a short answer. Throws `StorageError` when the service fails or is silent. */
    send: (call: Call, ms = patience.answerMs): Promise<Answer> =>
      repeatedly(patience.waitsMs, () => sendOnce(call, ms)),
    /**
     * Reads an object into a file, hashing on the way; null when there is none. Throws
     * `StorageError`, or `TooLargeError` at the first byte too many.
     */
    download: (name: StoredName, path: string): Promise<Download | null> =>
      repeatedly(patience.waitsMs, () => downloadOnce(name, path)),
  };
}

export type BucketClient = ReturnType<typeof bucketClient>;
