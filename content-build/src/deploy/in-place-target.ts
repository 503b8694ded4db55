/**
 * A target that is changed where it stands: a bucket, or a folder on a share. It can't be swapped, so
 * the order of the deploy keeps the site whole, and a mark says that one is under way.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BucketSettings } from '@veldlicht/contract/environment';
import { syncPath } from '@veldlicht/database/durable-file';
import { bodyOf, bodyOfFile, bucketClient } from '@veldlicht/database/storage/bucket-client';
import { ifMissing } from '@veldlicht/database/system-errors';
import {
  DeployError,
  type DeployRecord,
  type DeployTarget,
  emptyRecord,
  FIXED,
  isHashedName,
  isOurName,
  MARK,
  RECORD,
  readRecord,
  writeRecord,
} from './deploy-target.ts';

/** Files by name, each replaced whole or not at all. */
export interface FileStore {
  naming: DeployTarget['naming'];
  hasVariants: boolean;
  /** A small text, or null when there is none. */
  read: (name: string) => Promise<string | null>;
  write: (name: string, text: string) => Promise<void>;
  put: DeployTarget['put'];
  remove: DeployTarget['remove'];
  /** Every name there is. */
  list: () => AsyncIterable<string>;
  /** Throws when the store holds what must never be public. */
  inspect: () => Promise<void>;
}

/**
 * What is really there, of what the record names and of what is ours by its name. The record tells which bytes
 * a page has; hashed files are what they are called.
 */
async function lookAround(store: FileStore, record: DeployRecord): Promise<DeployRecord> {
  const files = new Map<string, string>();
  for await (const name of store.list()) {
    const version = record.files.get(name) ?? (isHashedName(name) ? FIXED : '');
    if (record.files.has(name) || isOurName(name, store.naming)) files.set(name, version);
  }
  return { ...record, files };
}

export function inPlaceTarget(store: FileStore): DeployTarget {
  let mark = '';
  const confirm = async () => {
    if ((await store.read(MARK)) !== mark)
      throw new DeployError('Another deploy has begun meanwhile; this one stops.');
  };
  return {
    naming: store.naming,
    hasVariants: store.hasVariants,
    begin: async (id) => {
      await store.inspect();
      // After one that was cut off nobody knows which bytes the pages have.
      const isCutOff = (await store.read(MARK)) !== null;
      const record = isCutOff ? null : readRecord(await store.read(RECORD));
      mark = `${id} ${randomBytes(8).toString('hex')}`;
      await store.write(MARK, mark);
      return lookAround(store, record ?? emptyRecord());
    },
    put: store.put,
    remove: store.remove,
    confirm,
    finish: async (record) => {
      await confirm();
      await store.write(RECORD, writeRecord(record));
      await store.remove(MARK);
    },
  };
}

const TEMPORARY = '.veldlicht-tmp';

/**
 * A plain folder, such as a mounted share: files get their names by a rename, whole or not at all. `flush`
 * puts the bytes of one on disk before that.
 */
export function folderStore(root: string, flush = syncPath): FileStore {
  const at = (name: string) => path.join(root, ...name.split('/'));

  async function place(name: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const file = at(name);
    const temporary = `${file}${TEMPORARY}`;
    await mkdir(path.dirname(file), { recursive: true });
    await fill(temporary);
    await flush(temporary);
    await rename(temporary, file);
  }

  async function* list(folder = ''): AsyncIterable<string> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      ifMissing([]),
    );
    for (const entry of entries) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) yield* list(name);
      // What a copy that was cut off left behind goes on the way.
      else if (name.endsWith(TEMPORARY)) await rm(at(name), { force: true });
      else if (entry.isFile()) yield name;
    }
  }

  return {
    naming: 'file',
    hasVariants: true,
    read: (name) => readFile(at(name), 'utf8').catch(ifMissing(null)),
    write: (name, text) => place(name, (temporary) => writeFile(temporary, text)),
    put: ({ name }, local) => place(name, (temporary) => copyFile(local, temporary)),
    remove: async (name) => {
      await rm(at(name), { force: true });
      // The folder of a picture goes with its last file; one that holds others stays.
      await rmdir(path.dirname(at(name))).catch(() => undefined);
    },
    list: () => list(),
    inspect: async () => void (await mkdir(root, { recursive: true })),
  };
}

/** Browsers and the CDN keep these for ever. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time: a change shows at once. */
const PAGE = 'no-cache';

/** What only the private bucket of originals holds. */
const PRIVATE = ['originals/', 'incoming/'];

/**
 * A public bucket of any S3-compatible service, which a CDN stands in front of. Pages are stored as plain
 * text: an object has one encoding for everybody, so the CDN compresses.
 */
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
    put: async ({ name, type, isHashed }, local) => {
      const headers = { 'content-type': type, 'cache-control': isHashed ? IMMUTABLE : PAGE };
      await client.put(name, await bodyOfFile(local), headers);
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
