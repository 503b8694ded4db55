import type { DataFolder } from '@veldlicht/database/data-folder';
import type { Job } from '@veldlicht/database/jobs';
import type { Database } from '@veldlicht/database/open';
import { jobs } from '@veldlicht/database/schema';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from './image-child-handle.ts';
import { type ImageProcess, ImageProcessError } from './image-process.ts';

/** What the handlers of image jobs work with. */
export interface JobDeps {
  db: Database;
  folder: DataFolder;
  images: ImageProcess;
  now: () => number;
  log: Logger;
}

/** Puts a job back without counting the try: a stop of ours is no fault of the file. */
export function giveBack(deps: JobDeps, job: Job): void {
  deps.db
    .update(jobs)
    .set({ state: 'waiting', attempts: sql`max(0, ${jobs.attempts} - 1)`, runAt: deps.now() })
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

export function isStopped(error: unknown): boolean {
  return error instanceof ImageProcessError && error.reason === 'stopped';
}
