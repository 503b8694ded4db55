/** A public bucket of any S3-compatible service, which a CDN stands in front of. */
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import type { BucketSettings } from '@veldlicht/contract/environment-publish';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import { readListing } from '@veldlicht/database/storage/bucket-answers';
import { type Call, defaultPatience, refusal } from '@veldlicht/database/storage/bucket-call';
import { bucketClient, type ClientRules } from '@veldlicht/database/storage/bucket-client';
import { sha256OfFile } from '@veldlicht/database/storage/sha256-of-file';
import { DeployError } from './deploy-target.ts';
import type { FileStore } from './in-place-target.ts';

/** Browsers and the CDN keep these for ever. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a change shows at once. */
const PAGE = 'no-cache';

/** What only the private bucket of originals holds. */
const PRIVATE = ['originals/', 'incoming/'];

/**
 * Pages are stored as plain text: an object has one encoding for everybody, so the CDN compresses.
 * `rules` sets other waits or another clock.
 */
export function bucketStore(settings: BucketSettings, rules: Partial<ClientRules> = {}): FileStore {
  const client = bucketClient(settings, {
    now: Date.now,
    patience: defaultPatience,
    maxBytes: MAX_FILE_BYTES,
    ...rules,
  });
  const { putMs } = rules.patience ?? defaultPatience;

  async function putObject(name: string, body: Call['body'], type: string, cacheControl: string) {
    const headers = { 'content-type': type, 'cache-control': cacheControl };
    const call: Call = { method: 'PUT', name, headers, ...(body && { body }) };
    const answer = await client.send(call, putMs);
    if (answer.status !== 200) throw refusal(call, answer);
  }

  async function* list(prefix = ''): AsyncIterable<string> {
    for (let last = ''; ; ) {
      const after = { ...(last && { 'start-after': last }), ...(prefix && { prefix }) };
      const call: Call = { method: 'GET', name: '', query: { 'list-type': '2', ...after } };
      const answer = await client.send(call);
      if (answer.status !== 200) throw refusal(call, answer);
      const { entries, isCut } = readListing(answer.text);
      for (const { key } of entries) yield key;
      const next = entries.at(-1)?.key;
      if (!isCut || next === undefined) return;
      last = next;
    }
  }

  return {
    naming: 'address',
    hasVariants: false,
    read: async (name) => {
      const call: Call = { method: 'GET', name };
      const answer = await client.send(call);
      if (answer.status === 404) return null;
      if (answer.status !== 200) throw refusal(call, answer);
      return answer.text;
    },
    write: async (name, text) => {
      const sha256 = createHash('sha256').update(text).digest('hex');
      const body = { file: new Blob([text]), sha256 };
      await putObject(name, body, 'application/json', 'no-store');
    },
    put: async ({ name, fetch, type, isHashed }) => {
      const local = await fetch();
      try {
        const body = { file: await openAsBlob(local.path), sha256: await sha256OfFile(local.path) };
        await putObject(name, body, type, isHashed ? IMMUTABLE : PAGE);
      } finally {
        await local.release();
      }
    },
    remove: async (name) => {
      const call: Call = { method: 'DELETE', name };
      const answer = await client.send(call);
      if (![200, 204, 404].includes(answer.status)) throw refusal(call, answer);
    },
    list: () => list(),
    inspect: async () => {
      for (const prefix of PRIVATE)
        for await (const name of list(prefix))
          throw new DeployError(`The bucket holds ${name}: originals are never made public.`);
    },
  };
}
