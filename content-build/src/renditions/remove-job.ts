/** The `remove` job: takes what nothing refers to out of the storage, however long that takes. */
import { enqueueJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { uploads } from '@veldlicht/database/schema';
import { hashInName, readStoredName } from '@veldlicht/database/storage/stored-name';
import { and, eq } from 'drizzle-orm';
import { findFile, giveBack, type JobDeps, putBack, STORAGE_REST_MS } from './job-deps.ts';

/** Whether the same bytes came again since: stored already, or about to be. */
function useOf({ db }: JobDeps, hash: string | null): 'stored' | 'expected' | null {
  if (hash === null) return null;
  if (findFile(db, hash)) return 'stored';
  const waiting = and(eq(uploads.fileHash, hash), eq(uploads.state, 'received'));
  return db.select().from(uploads).where(waiting).get() ? 'expected' : null;
}

/** Works on one stored name, which is `job.subject`. Comes again while the storage does not answer. */
export async function runRemoveJob(deps: JobDeps, job: Job): Promise<void> {
  const name = readStoredName(job.subject);
  const use = name && useOf(deps, hashInName(name));
  if (use === 'expected') return giveBack(deps, job, STORAGE_REST_MS);
  try {
    // Asked for in the same breath as the look above: what is kept from now on is kept after it.
    if (name && use === null) await deps.storage.remove(name);
    finishJob(deps.db, job.id, null, deps.now());
  } catch (error) {
    if (!putBack(deps, job, error)) throw error;
  }
}

/** For a job that used up its tries when the worker died: it is asked for anew. */
export function abandonRemoveJob(deps: JobDeps, job: Job): void {
  enqueueJob(deps.db, { kind: 'remove', subject: job.subject, now: deps.now() });
}
