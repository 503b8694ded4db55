/**
 * Uploads and originals as objects in a bucket. Whoever works on one gets a copy in the `working`
 * folder. What was stored on the disk before the bucket came stays there and is still found.
 */
import { openAsBlob } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BucketSettings } from '@veldlicht/contract/environment';
import { MAX_FILE_BYTES } from '@veldlicht/contract/limits';
import type { DataFolder } from '../data-folder.ts';
import { newId } from '../new-id.ts';
import { bucketUrl, keyOfAddress, presignPut } from './bucket-address.ts';
import { copiedVersion, readListing } from './bucket-answers.ts';
import { type Call, defaultPatience, refusal } from './bucket-call.ts';
import { bucketClient, type ClientRules } from './bucket-client.ts';
import { diskStorage } from './disk-storage.ts';
import { sha256OfFile } from './sha256-of-file.ts';
import type { Borrowed, Storage, Stored } from './storage.ts';
import { hashInName, incomingName, type StoredName } from './stored-name.ts';
import { createTurns } from './turns.ts';

/** What the adapter may be given otherwise than it is: the clock, the waits, the largest file. */
export type BucketOptions = Partial<ClientRules>;

/** The S3 adapter of the storage port. */
export function bucketStorage(
  settings: BucketSettings,
  folder: DataFolder,
  options: BucketOptions = {},
): Storage {
  const rules = { now: Date.now, patience: defaultPatience, maxBytes: MAX_FILE_BYTES, ...options };
  const client = bucketClient(settings, rules);
  const disk = diskStorage(folder);
  const inTurn = createTurns();
  const workingFile = (name: StoredName) => path.join(folder.working, path.posix.basename(name));

  const lend = (
    name: StoredName,
    file: string,
    facts: Pick<Borrowed, 'bytes' | 'hash'>,
    version: string,
  ): Borrowed => ({
    name,
    file,
    ...facts,
    version,
    giveBack: () => rm(file, { force: true }).catch(() => undefined),
  });

  /** A copy under a name of its own until it is whole, so that half a file is never taken for one. */
  async function fetchCopy(name: StoredName): Promise<Borrowed | null> {
    await mkdir(folder.working, { recursive: true, mode: 0o700 });
    const file = workingFile(name);
    const part = `${file}.${newId()}.part`;
    try {
      const read = await client.download(name, part);
      if (!read) return null;
      const { bytes, hash, etag } = read;
      if (hash !== (hashInName(name) ?? hash))
        throw new Error(`${name} does not hold what it says`);
      await rename(part, file);
      return lend(name, file, { bytes, hash }, etag);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** An original that a finished reading left here; its bytes were checked when it was written. */
  async function findCopy(name: StoredName): Promise<Borrowed | null> {
    if (hashInName(name) === null) return null;
    const found = await stat(workingFile(name)).catch(() => null);
    return (
      found && lend(name, workingFile(name), { bytes: found.size, hash: hashInName(name) }, '')
    );
  }

  async function borrow(name: StoredName): Promise<Borrowed | null> {
    return (await findCopy(name)) ?? (await fetchCopy(name)) ?? disk.borrow(name);
  }

  /** Copies inside the bucket; true when the service says that it copied the very bytes we read. */
  async function isCopied(from: StoredName, to: StoredName, version: string): Promise<boolean> {
    const headers = {
      'x-amz-copy-source': `/${settings.bucket}/${from}`,
      'x-amz-copy-source-if-match': version,
      'x-amz-metadata-directive': 'REPLACE',
      'content-type': 'application/octet-stream',
    };
    const call: Call = { method: 'PUT', name: to, headers };
    const { status, text } = await client.send(call, rules.patience.copyMs);
    // The address of an upload lives for days, and not every service looks at the condition.
    return status === 200 && copiedVersion(text) === version;
  }

  async function put(file: string, name: StoredName): Promise<void> {
    const body = { file: await openAsBlob(file), sha256: await sha256OfFile(file) };
    const headers = { 'content-type': 'application/octet-stream' };
    const call: Call = { method: 'PUT', name, headers, body };
    const answer = await client.send(call, rules.patience.putMs);
    if (answer.status !== 200) throw refusal(call, answer);
  }

  async function removeObject(name: StoredName): Promise<void> {
    const call: Call = { method: 'DELETE', name };
    const answer = await client.send(call);
    if (![200, 204, 404].includes(answer.status)) throw refusal(call, answer);
  }

  async function keepCopy({ name, file }: Borrowed, original: StoredName, version: string) {
    if (name === original) return;
    if (!(await isCopied(name, original, version))) await put(file, original);
    await removeObject(name);
    // The other renditions are made next and need not fetch it again.
    await rename(file, workingFile(original));
  }

  async function* listIncoming(): AsyncIterable<Stored> {
    for (let last = ''; ; ) {
      const query = { 'list-type': '2', prefix: 'incoming/', ...(last && { 'start-after': last }) };
      const call: Call = { method: 'GET', name: '', query };
      const answer = await client.send(call);
      if (answer.status !== 200) throw refusal(call, answer);
      const { entries, isCut } = readListing(answer.text);
      for (const { key, changedAt } of entries) {
        const name = incomingName(key.slice('incoming/'.length));
        if (name) yield { name, changedAt };
      }
      const next = entries.at(-1)?.key;
      if (!isCut || next === undefined) return;
      last = next;
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
      const call: Call = { method: 'HEAD', name };
      const answer = await client.send(call);
      if (answer.status === 404) return disk.size(name);
      if (answer.status !== 200) throw refusal(call, answer);
      return Number(answer.headers.get('content-length'));
    },
    borrow,
    keep: (upload, original) =>
      inTurn(original, () =>
        upload.version === null
          ? disk.keep(upload, original)
          : keepCopy(upload, original, upload.version),
      ),
    remove: (name) =>
      inTurn(name, async () => {
        await disk.remove(name);
        await rm(workingFile(name), { force: true });
        await removeObject(name);
      }),
    listIncoming,
  };
}
