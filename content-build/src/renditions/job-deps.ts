/** Dependencies and failure handling that the image jobs share. */
import { reason } from '@veldlicht/contract/reason';
import type { AcceptedFormat } from '@veldlicht/contract/upload';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { enqueueJob, failJob, type Job, MAX_ATTEMPTS, retryJob } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database, Store } from '@veldlicht/database/open';
import { files, jobs } from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { StorageError, TooLargeError } from '@veldlicht/database/storage/storage-error';
import { originalName, type StoredName } from '@veldlicht/database/storage/stored-name';
import { isDiskFull, isReadOnly } from '@veldlicht/database/system-errors';
import { eq, sql } from 'drizzle-orm';
import { RefusedFile, unreadable } from '#renditions/image-child/image-types.ts';
import type { Logger } from './decoder-room.ts';
import { type ImageProcess, ImageProcessError } from './image-process.ts';

export interface JobDeps {
  db: Database;
  folder: DataFolder;
  storage: Storage;
  images: ImageProcess;
  /** Origin of the public site, without a trailing slash; stills name it in their XMP. */
  origin: string;
  /** Awaited before each step of background work; throws an `AbortError` when the worker ends. */
  rest: () => Promise<void>;
  now: () => number;
  log: Logger;
}

/** For a transaction that writes: takes the write lock at its start, where SQLite waits for others. */
export const WRITING = { behavior: 'immediate' } as const;

export type FileRow = typeof files.$inferSelect;

export function findFile(store: Store, hash: string): FileRow | undefined {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}

/** Returns whether the row exists. */
export function updateFile(
  store: Store,
  hash: string,
  set: Partial<typeof files.$inferInsert>,
): boolean {
  return store.update(files).set(set).where(eq(files.hash, hash)).run().changes > 0;
}

/** Only the inspect job writes `extension`, from the format it sniffed: hence the cast. */
export function originalOf({ hash, extension }: FileRow) {
  const format = extension as AcceptedFormat;
  return { name: originalName(hash, format), extension: format };
}

/** Delay in milliseconds of a job whose storage did not answer or had no room. */
export const STORAGE_REST_MS = 60_000;

/** Puts a job back without counting the attempt. */
export function giveBack(deps: Pick<JobDeps, 'db' | 'now'>, job: Job, restMs = 0): void {
  const attempts = sql`max(0, ${jobs.attempts} - 1)`;
  deps.db
    .update(jobs)
    .set({ state: 'waiting', attempts, runAt: deps.now() + restMs })
    .where(eq(jobs.id, job.id))
    .run();
}

/** Removes an object from the storage; a `remove` job does it when the storage does not answer. */
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

const endOf = (error: unknown) => (error instanceof ImageProcessError ? error.reason : 'crashed');

/** Refusal of a file after its last attempt. */
export function lastRefusal(error: unknown): RefusedFile {
  const ended = endOf(error);
  if (ended === 'timeout') return unreadable(reason('reading_too_long'));
  if (ended === 'memory') return unreadable(reason('reading_takes_too_much_memory'));
  return unreadable(reason('reading_failed'));
}

/** Names a cause outside the file: shutdown, storage or disk, here or in the image process. Null for any other. */
function outsideCause(error: unknown): OutsideCause | 'stopped' | null {
  const isAborted = error instanceof Error && error.name === 'AbortError';
  if (isAborted || endOf(error) === 'stopped') return 'stopped';
  if (error instanceof StorageError) return 'storage_failed';
  if (isDiskFull(error)) return 'disk_full';
  return isReadOnly(error) ? 'data_read_only' : null;
}

type OutsideCause = 'storage_failed' | 'disk_full' | 'data_read_only';

/** Runs one attempt, and decides after an error. */
export async function attemptJob(
  deps: JobDeps,
  job: Job,
  work: () => Promise<void>,
  /** Ends the job, when the file is refused or the last attempt has failed. */
  giveUp: (refusal: RefusedFile) => Promise<void> | void = ({ reason }) =>
    failJob(deps.db, job.id, reason, null, deps.now()),
  /** By default the job waits, and the attempt does not count. */
  onOutside: (cause: OutsideCause) => Promise<void> | void = () =>
    giveBack(deps, job, STORAGE_REST_MS),
): Promise<void> {
  try {
    await work();
  } catch (error) {
    leaveOnLostWrite(error, deps.log);
    if (error instanceof RefusedFile) return giveUp(error);
    if (error instanceof TooLargeError)
      return giveUp(new RefusedFile('file_too_large', reason('file_too_large')));
    const cause = outsideCause(error);
    if (cause === 'stopped') return giveBack(deps, job);
    deps.log.warn({ err: error, job: job.id, attempt: job.attempts }, `${job.kind} failed`);
    if (cause) return onOutside(cause);
    const refusal = lastRefusal(error);
    if (job.attempts >= MAX_ATTEMPTS) return giveUp(refusal);
    retryJob(deps.db, job, refusal.reason, deps.now());
  }
}
