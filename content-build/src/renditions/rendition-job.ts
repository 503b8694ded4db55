/** The `renditions` job: the rest of a file's ladder, after which its items join the site. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import { failJob, finishJob, type Job, MAX_ATTEMPTS, retryJob } from '@veldlicht/database/jobs';
import { files, media } from '@veldlicht/database/schema';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import { originalName } from '@veldlicht/database/storage/stored-name';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { RenderInput } from '#images/image-types.ts';
import { requireCleanRenditions } from './clean-renditions.ts';
import { failureText, giveBack, isStopped, type JobDeps, STORAGE_REST_MS } from './job-deps.ts';

/** Everything but where the original is; null when the file was deleted meanwhile. */
function renderInput(deps: JobDeps, hash: string): Omit<RenderInput, 'original'> | null {
  const row = deps.db.select().from(files).where(eq(files.hash, hash)).get();
  if (!row) return null;
  // The column is only ever written by the inspect job, which decides it by the bytes.
  const extension = row.extension as RenderInput['extension'];
  const { width, height } = row;
  return { extension, hash, renditionsFolder: deps.folder.renditions, width, height };
}

/** The file is ready and its items stop showing what it replaced, in one transaction. */
function recordReady(deps: JobDeps, job: Job, renditions: Rendition[]): boolean {
  return deps.db.transaction(
    (tx) => {
      const { changes } = tx
        .update(files)
        .set({ processing: 'ready', processingError: null, renditions })
        .where(eq(files.hash, job.subject))
        .run();
      tx.update(media)
        .set({ previousFileHash: null })
        .where(and(eq(media.fileHash, job.subject), isNotNull(media.previousFileHash)))
        .run();
      finishJob(tx, job.id, null, deps.now());
      return changes > 0;
    },
    { behavior: 'immediate' },
  );
}

function recordFailed(deps: JobDeps, job: Job, message: string): void {
  deps.db.transaction((tx) => {
    tx.update(files)
      .set({ processing: 'failed', processingError: message })
      .where(eq(files.hash, job.subject))
      .run();
    failJob(tx, job.id, message, null, deps.now());
  });
}

/** For a job that used up its tries when the worker died: the admin sees the file as failed. */
export function abandonRenditionJob(deps: JobDeps, job: Job): void {
  recordFailed(deps, job, failureText(null));
}

async function render(deps: JobDeps, job: Job): Promise<void> {
  const input = renderInput(deps, job.subject);
  // Deleted before its turn came.
  if (!input) return finishJob(deps.db, job.id, null, deps.now());
  const original = await deps.storage.borrow(originalName(input.hash, input.extension));
  if (!original) throw new Error('the original is gone');
  const outcome = await deps.images
    .render({ ...input, original: original.file })
    .finally(original.giveBack);
  if (!outcome.ok) return recordFailed(deps, job, outcome.message);
  const folder = path.join(input.renditionsFolder, input.hash);
  await requireCleanRenditions(folder, outcome.renditions);
  if (!recordReady(deps, job, outcome.renditions))
    await rm(folder, { recursive: true, force: true });
}

/** Works on one file; `job.subject` is its content hash. Never rejects for a fault of the file. */
export async function runRenditionJob(deps: JobDeps, job: Job): Promise<void> {
  try {
    await render(deps, job);
  } catch (error) {
    if (isStopped(error)) return giveBack(deps, job);
    deps.log.warn({ err: error, job: job.id, attempt: job.attempts }, 'renditions failed');
    if (error instanceof StorageError) return giveBack(deps, job, STORAGE_REST_MS);
    if (job.attempts < MAX_ATTEMPTS) retryJob(deps.db, job, failureText(error), deps.now());
    else recordFailed(deps, job, failureText(error));
  }
}
