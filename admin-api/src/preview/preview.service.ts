/** Asks the worker for a page of the preview: the API itself never renders (decision 031). */

import { type PreviewAnswer, previewAnswer } from '@veldlicht/contract/preview';
import { countOpenJobs, deleteJob, enqueueJob } from '@veldlicht/database/jobs';
import { newId } from '@veldlicht/database/new-id';
import type { Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { waitForJob } from '#jobs/wait-for-job.ts';

/** Before all other work: somebody waits for it. */
const PREVIEW_PRIORITY = 20;
const RETRY_SECONDS = 5;

/** A job of one's own: the page of a job that runs already may not show the last change. */
function addJob({ db, limits, now }: Deps, path: string): number {
  return inTransaction(db, (tx) => {
    if (countOpenJobs(tx, 'preview') >= limits.previewsAtOnce)
      throw new AppError('too_many_requests', undefined, { retryAfter: RETRY_SECONDS });
    const subject = newId() + path;
    return enqueueJob(tx, { kind: 'preview', subject, priority: PREVIEW_PRIORITY, now: now() });
  });
}

/**
 * What stands at a public path once all drafts are published. Its job leaves no trace, however it
 * ends. Throws `media_busy` when the worker takes too long, `too_many_requests`, or `internal`.
 */
export async function askForPreview(deps: Deps, path: string): Promise<PreviewAnswer> {
  const id = addJob(deps, path);
  try {
    const job = await waitForJob(deps, id, deps.limits.previewMs);
    if (job?.state !== 'done') throw new AppError('internal');
    return previewAnswer.parse(job.result);
  } finally {
    deleteJob(deps.db, id);
  }
}
