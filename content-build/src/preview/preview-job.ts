/** Makes a page of the preview for somebody who is waiting for it (decision 031). */
import { deleteJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';
import { type PreviewTools, renderPreview } from './render-preview.ts';

/** Nobody waits this long: what is older is left from a stop. */
const PATIENCE_MS = 60_000;

export interface PreviewDeps extends PreviewTools {
  db: Database;
  /** Ends the process when a page keeps it busy for ever. */
  watch: { guard: <T>(page: string, work: () => Promise<T>) => Promise<T> };
  log: Logger;
}

/** The public path in the subject of a job, which begins with the number of the one who asked. */
function pathOfJob({ subject }: Job): string {
  return subject.slice(subject.indexOf('/'));
}

/** Writes the answer into the job's row; the one who asked takes it out. */
export async function runPreviewJob(deps: PreviewDeps, job: Job): Promise<void> {
  const { db, now, watch, log } = deps;
  if (now() - job.createdAt > PATIENCE_MS) return deleteJob(db, job.id);
  try {
    const path = pathOfJob(job);
    const answer = await watch.guard(path, () => renderPreview(deps, path));
    finishJob(db, job.id, answer, now());
  } catch (error) {
    leaveOnLostWrite(error, log);
    log.error({ err: error, path: pathOfJob(job) }, 'preview failed');
    failJob(db, job.id, 'The preview could not be made', null, now());
  }
}

/** A preview that stopped the worker is not tried again. */
export function abandonPreviewJob({ db }: Pick<PreviewDeps, 'db'>, job: Job): void {
  deleteJob(db, job.id);
}
