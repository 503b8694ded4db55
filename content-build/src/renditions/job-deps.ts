import type { DataFolder } from '@veldlicht/database/data-folder';
import { isDiskFull, isReadOnly } from '@veldlicht/database/disk-full';
import type { Job } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import { jobs } from '@veldlicht/database/schema';
import type { Storage } from '@veldlicht/database/storage/storage';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from './image-child-handle.ts';
import { type ImageProcess, ImageProcessError } from './image-process.ts';

/** What the handlers of image jobs work with. */
export interface JobDeps {
  db: Database;
  folder: DataFolder;
  /** Where uploads come in and originals are kept. */
  storage: Storage;
  images: ImageProcess;
  now: () => number;
  log: Logger;
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

/** What people read when a file had all its tries. */
export function failureText(error: unknown): string {
  const reason = error instanceof ImageProcessError ? error.reason : 'crashed';
  if (reason === 'timeout') return 'Reading this file takes too long. Export it again, smaller.';
  if (reason === 'memory') return 'Reading this file takes too much memory. Export it smaller.';
  return 'This file could not be read. Export it again and try once more.';
}

/** Whether the disk was full, here or in the image process. */
export function hadNoRoom(error: unknown): boolean {
  return isDiskFull(error) || (error instanceof ImageProcessError && error.reason === 'disk_full');
}

/** Whether nothing could be written, here or in the image process. */
export function wasReadOnly(error: unknown): boolean {
  return isReadOnly(error) || (error instanceof ImageProcessError && error.reason === 'read_only');
}

export function isStopped(error: unknown): boolean {
  return error instanceof ImageProcessError && error.reason === 'stopped';
}
