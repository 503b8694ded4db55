import { getJob, type Job } from '@veldlicht/database/jobs';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';

/** Polling interval of the database's version. */
const NOTICE_MS = 20;

function isOpen(job: Job | undefined): boolean {
  return job?.state === 'waiting' || job?.state === 'running';
}

/** Resolves when a job has ended; undefined when its row is gone. Rejects with `media_busy` after `patienceMs`. */
export function waitForJob(deps: Deps, id: number, patienceMs: number): Promise<Job | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      stop();
      clearTimeout(timer);
      settle();
    };
    const look = () => {
      const job = getJob(deps.db, id);
      if (!isOpen(job)) end(() => resolve(job));
    };
    const busy = () => end(() => reject(new AppError('media_busy', undefined, { retryAfter: 5 })));
    const stop = deps.watch(NOTICE_MS, look);
    const timer = setTimeout(busy, patienceMs);
    look();
  });
}
