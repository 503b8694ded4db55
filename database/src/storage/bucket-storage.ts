/**
 * Stores uploads and originals as objects in a bucket; a borrower gets a copy in the `working` folder. Originals stored
 * on disk before the bucket was set up are still found.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BucketSettings } from '@veldlicht/contract/environment';
import pLimit from 'p-limit';
import type { DataFolder } from '../data-folder.ts';
import { newId } from '../new-id.ts';
import { bucketUrl, keyOfAddress, presignPut } from './bucket-address.ts';
import { type BucketRules, bodyOfFile, bucketClient } from './bucket-client.ts';
import { diskStorage } from './disk-storage.ts';
import type { Borrowed, Storage, Stored } from './storage-port.ts';
import { hashInName, incomingName, type StoredName } from './stored-name.ts';

/** The S3 adapter of the storage port; `rules` replace clock, timeouts and size limit. */
export function bucketStorage(
  settings: BucketSettings,
  folder: DataFolder,
  rules: Partial<BucketRules> = {},
): Storage {
  const client = bucketClient(settings, rules);
  const disk = diskStorage(folder);
  /** Serialises keeping and removing. */
  const inTurn = pLimit(1);
  const workingFile = (name: StoredName) => path.join(folder.working, path.posix.basename(name));

  /** Unique path, since API and worker may borrow the same file at once. */
  const ownFile = (name: StoredName) =>
    path.join(folder.working, `${newId()}.${path.posix.basename(name)}`);

  function lend(name: StoredName, file: string, facts: Pick<Borrowed, 'bytes' | 'hash'>): Borrowed {
    const giveBack = () => rm(file, { force: true }).catch(() => undefined);
    return { name, file, ...facts, giveBack };
  }

  async function fetchCopy(name: StoredName): Promise<Borrowed | null> {
    await mkdir(folder.working, { recursive: true, mode: 0o700 });
    const file = ownFile(name);
    try {
      const read = await client.download(name, file);
      if (read && read.hash !== (hashInName(name) ?? read.hash))
        throw new Error(`${name} does not hold what it says`);
      return read && lend(name, file, read);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** Takes over an original that `keepCopy` left here; its bytes were checked when it was written. */
  async function takeCopy(name: StoredName): Promise<Borrowed | null> {
    const hash = hashInName(name);
    const file = ownFile(name);
    const isTaken =
      hash !== null &&
      (await rename(workingFile(name), file).then(
        () => true,
        () => false,
      ));
    return isTaken ? lend(name, file, { bytes: (await stat(file)).size, hash }) : null;
  }

  /** Sends the borrowed bytes, since the upload may have been replaced in the bucket. */
  async function keepCopy({ name, file }: Borrowed, original: StoredName) {
    if (name === original) return;
    const headers = { 'content-type': 'application/octet-stream' };
    await client.put(original, await bodyOfFile(file), headers);
    await client.remove(name);
    // Left for the next borrower, who makes the other renditions.
    await rename(file, workingFile(original));
  }

  async function* listIncoming(): AsyncIterable<Stored> {
    for await (const { key, changedAt } of client.list('incoming/')) {
      const name = incomingName(key.slice('incoming/'.length));
      if (name) yield { name, changedAt };
    }
  }

  return {
    direct: {
      origin: new URL(bucketUrl(settings)).origin,
      address: (key, at) => {
        const name = incomingName(key);
        if (!name) throw new Error('not an upload key');
        return presignPut(settings, name, at);
      },
      keyOf: (address) => keyOfAddress(settings, address),
    },
    size: async (name) => {
      const headers = await client.head(name);
      return headers ? Number(headers.get('content-length')) : disk.size(name);
    },
    borrow: async (name) =>
      (await takeCopy(name)) ?? (await fetchCopy(name)) ?? (await disk.borrow(name)),
    keep: (upload, original) =>
      inTurn(() =>
        upload.hash === null ? disk.keep(upload, original) : keepCopy(upload, original),
      ),
    remove: (name) =>
      inTurn(async () => {
        await disk.remove(name);
        await rm(workingFile(name), { force: true });
        await client.remove(name);
      }),
    listIncoming,
  };
}
