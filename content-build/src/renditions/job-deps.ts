/** What the image jobs work with, and what they have in common. */
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, type Job, retryJob } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database, Store } from '@veldlicht/database/open';
import { files, jobs } from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import { originalName, type StoredName } from '@veldlicht/database/storage/stored-name';
import { isDiskFull, isReadOnly } from '@veldlicht/database/system-errors';
import { eq, sql } from 'drizzle-orm';
import { ImageProcessError } from './decoder.ts';
import type { Logger } from './decoder-room.ts';
import type { ImageProcess } from './image-process.ts';

export interface JobDeps {
  db: Database;
  folder: DataFolder;
  storage: Storage;
  images: ImageProcess;
  /** Of the public site, without a slash at the end: pictures say where they are from. */
  origin: string;
  /** Awaited before each step of work that nobody waits for; throws an `AbortError` when the worker ends. */
  rest: () => Promise<void>;
  now: () => number;
  log: Logger;
}

/** Of a transaction that writes: it waits for others at its beginning. */
export const WRITING = { behavior: 'immediate' } as const;

export type FileRow = typeof files.$inferSelect;

export function findFile(store: Store, hash: string): FileRow | undefined {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}

/** Answers whether there is such a file. */
export function updateFile(
  store: Store,
  hash: string,
  set: Partial<typeof files.$inferInsert>,
): boolean {
  return store.update(files).set(set).where(eq(files.hash, hash)).run().changes > 0;
}

/** The column is only ever written by the inspect job, which decides it by the bytes. */
export function originalOf({ hash, extension }: FileRow) {
  const format = extension as AcceptedFormat;
  return { name: originalName(hash, format), extension: format };
}

/** How long a job rests whose storage did not answer or had no room, in milliseconds. */
export const STORAGE_REST_MS = 60_000;

/** Puts a job back without counting the try: it was no fault of the file. */
export function giveBack(deps: Pick<JobDeps, 'db' | 'now'>, job: Job, restMs = 0): void {
  const attempts = sql`max(0, ${jobs.attempts} - 1)`;
  deps.db
    .update(jobs)
    .set({ state: 'waiting', attempts, runAt: deps.now() + restMs })
    .where(eq(jobs.id, job.id))
    .run();
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

/** Why a file is refused that had all its tries. */
export function failureText(error: unknown): string {
  const ended = error instanceof ImageProcessError ? error.reason : 'crashed';
  if (ended === 'timeout') return reason('reading_too_long');
  if (ended === 'memory') return reason('reading_takes_too_much_memory');
  return reason('reading_failed');
}

/** Why bytes could not be had or kept, here or in the image process; null when the file itself is the matter. */
export function storageTrouble(
  error: unknown,
): 'storage_failed' | 'disk_full' | 'data_read_only' | null {
  const ended = error instanceof ImageProcessError ? error.reason : null;
  if (error instanceof StorageError) return 'storage_failed';
  if (ended === 'disk_full' || isDiskFull(error)) return 'disk_full';
  return ended === 'read_only' || isReadOnly(error) ? 'data_read_only' : null;
}

export function isStopped(error: unknown): boolean {
  if (error instanceof ImageProcessError) return error.reason === 'stopped';
  return error instanceof Error && error.name === 'AbortError';
}

/** Puts a job back whose try ended through no fault of its file; false when the file may be at fault. */
export function putBack(deps: JobDeps, job: Job, error: unknown): boolean {
  leaveOnLostWrite(error, deps.log);
  if (isStopped(error)) giveBack(deps, job);
  else {
    deps.log.warn({ err: error, job: job.id, attempt: job.attempts }, `${job.kind} failed`);
    if (!storageTrouble(error)) return false;
    giveBack(deps, job, STORAGE_REST_MS);
  }
  return true;
}

/** Gives a job that broke another try; false when it had all of them and its file is at fault. */
export function tryAgain(deps: JobDeps, job: Job, error: unknown): boolean {
  return putBack(deps, job, error) || retryJob(deps.db, job, failureText(error), deps.now());
}
