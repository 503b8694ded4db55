/** A public bucket of any S3-compatible service, which a CDN stands in front of. */
import type { BucketSettings } from '@veldlicht/contract/environment';
import { bodyOf, bodyOfFile, bucketClient } from '@veldlicht/database/storage/bucket-client';
import { DeployError } from './deploy-target.ts';
import type { FileStore } from './in-place-target.ts';

/** Browsers and the CDN keep these for ever. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a change shows at once. */
const PAGE = 'no-cache';

/** What only the private bucket of originals holds. */
const PRIVATE = ['originals/', 'incoming/'];

/** Pages are stored as plain text: an object has one encoding for everybody, so the CDN compresses. */
export function bucketStore(settings: BucketSettings): FileStore {
  const client = bucketClient(settings);

  async function* list(prefix = ''): AsyncIterable<string> {
    for await (const { key } of client.list(prefix)) yield key;
  }

  return {
    naming: 'address',
    hasVariants: false,
    read: client.read,
    write: (name, text) => {
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      return client.put(name, bodyOf(text), headers);
    },
    put: async ({ name, fetch, type, isHashed }) => {
      const local = await fetch();
      try {
        const headers = { 'content-type': type, 'cache-control': isHashed ? IMMUTABLE : PAGE };
        await client.put(name, await bodyOfFile(local.path), headers);
      } finally {
        await local.release();
      }
    },
    remove: client.remove,
    list,
    inspect: async () => {
      for (const prefix of PRIVATE)
        for await (const name of list(prefix))
          throw new DeployError(`The bucket holds ${name}: originals are never made public.`);
    },
  };
}
