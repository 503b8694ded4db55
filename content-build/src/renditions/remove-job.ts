/** The `remove` job: deletes an object that no row refers to from the storage. */
import { enqueueJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { uploads } from '@veldlicht/database/schema';
import { hashInName, readStoredName } from '@veldlicht/database/storage/stored-name';
import { and, eq } from 'drizzle-orm';
import { attemptJob, findFile, giveBack, type JobDeps, STORAGE_REST_MS } from './job-deps.ts';

/** Whether the same bytes were uploaded again since: stored already, or about to be. */
function useOf({ db }: JobDeps, hash: string | null): 'stored' | 'expected' | null {
  if (hash === null) return null;
  if (findFile(db, hash)) return 'stored';
  const waiting = and(eq(uploads.fileHash, hash), eq(uploads.state, 'received'));
  return db.select().from(uploads).where(waiting).get() ? 'expected' : null;
}

/** Removes the object named by `job.subject`; asks again later after the last attempt has failed. */
export function runRemoveJob(deps: JobDeps, job: Job): Promise<void> {
  const work = async () => {
    const name = readStoredName(job.subject);
    const use = name && useOf(deps, hashInName(name));
    if (use === 'expected') return giveBack(deps, job, STORAGE_REST_MS);
    // No await between the look and this call: bytes kept from now on are kept after the removal.
    if (name && use === null) await deps.storage.remove(name);
    finishJob(deps.db, job.id, null, deps.now());
  };
  return attemptJob(deps, job, work, ({ reason }) => {
    // First: one open job per object.
    failJob(deps.db, job.id, reason, null, deps.now());
    abandonRemoveJob(deps, job);
  });
}

/** Asks for the removal again, for a job that used up its attempts. */
export function abandonRemoveJob({ db, now }: JobDeps, { subject }: Job): void {
  enqueueJob(db, { kind: 'remove', subject, runAt: now() + STORAGE_REST_MS, now: now() });
}
