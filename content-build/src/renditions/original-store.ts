/** Where the bytes of an upload stand on their way from incoming/ to originals/. */
import { type AcceptedFormat, acceptedImages, acceptedVideos } from '@veldlicht/contract/upload';
import { enqueueJob } from '@veldlicht/database/jobs';
import type { Borrowed, Storage } from '@veldlicht/database/storage/storage';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import {
  incomingName,
  originalName,
  type StoredName,
} from '@veldlicht/database/storage/stored-name';
import type { JobDeps } from './job-deps.ts';

const EXTENSIONS: readonly AcceptedFormat[] = [...acceptedImages, ...acceptedVideos];

/** The stored original of a hash, whatever its format, or null. */
async function findOriginal(storage: Storage, hash: string): Promise<Borrowed | null> {
  for (const extension of EXTENSIONS) {
    const found = await storage.borrow(originalName(hash, extension));
    if (found) return found;
  }
  return null;
}

/** The bytes of an upload: incoming, already moved by a try that was cut off, or gone. */
export async function findUpload(
  storage: Storage,
  key: string,
  hash: string | null,
): Promise<Borrowed | null> {
  const name = incomingName(key);
  const incoming = name && (await storage.borrow(name));
  return incoming ?? (hash ? findOriginal(storage, hash) : null);
}

/** Removes what is stored under a name, now or, when the storage does not answer, by a job. */
export async function removeStored(deps: JobDeps, name: StoredName | null): Promise<void> {
  if (!name) return;
  try {
    await deps.storage.remove(name);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    deps.log.warn({ err: error, name }, 'removed later');
    enqueueJob(deps.db, { kind: 'remove', subject: name, now: deps.now() });
  }
}
