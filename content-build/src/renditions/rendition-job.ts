/** The `renditions` job: makes the rest of a file's ladder; its items are published afterwards. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { enqueueJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { files, mediaRows } from '@veldlicht/database/schema';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { RenderInput, RenderOutcome } from '#renditions/image-child/image-types.ts';
import {
  attemptJob,
  type FileRow,
  failureText,
  findFile,
  type JobDeps,
  originalOf,
  updateFile,
  WRITING,
} from './job-deps.ts';
import { type Wording, wordingBy } from './rights-packet.ts';
import { requireCleanRenditions } from './verify-clean.ts';
import { askForVersions, madeVersions } from './versions-job.ts';

/** Minimum time between two writes of progress. */
const PROGRESS_MS = 500;

function progressOf({ db, now }: JobDeps, hash: string): (percent: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (now() - last < PROGRESS_MS) return;
    last = now();
    updateFile(db, hash, { progress });
  };
}

/** Marks the file ready and drops the file it replaced, in one transaction. Returns whether the file still exists. */
function recordReady(
  deps: JobDeps,
  job: Job,
  renditions: FileRow['renditions'],
  { edition }: Wording,
): boolean {
  return deps.db.transaction((tx) => {
    const set = { processing: 'ready', processingError: null, progress: null, renditions } as const;
    const isThere = updateFile(tx, job.subject, set);
    tx.update(mediaRows)
      .set({ previousFileHash: null })
      .where(and(eq(mediaRows.fileHash, job.subject), isNotNull(mediaRows.previousFileHash)))
      .run();
    finishJob(tx, job.id, null, deps.now());
    const row = findFile(tx, job.subject);
    if (row) askForVersions(tx, row, deps.now());
    // The settings changed in the meantime.
    if (row && wordingBy(tx, deps.origin)(row).edition !== edition)
      enqueueJob(tx, { kind: 'remake', subject: row.hash, now: deps.now() });
    return isThere;
  }, WRITING);
}

/** Marks the file failed; one that is already ready keeps its renditions. */
function recordFailed(deps: JobDeps, job: Job, reason: string): void {
  deps.db.transaction((tx) => {
    tx.update(files)
      .set({ processing: 'failed', processingError: reason, progress: null })
      .where(and(eq(files.hash, job.subject), ne(files.processing, 'ready')))
      .run();
    failJob(tx, job.id, reason, null, deps.now());
  });
}

/** For a job whose last attempt ended with the worker. */
export function abandonRenditionJob(deps: JobDeps, job: Job): void {
  recordFailed(deps, job, failureText(null));
}

async function renderFile(
  deps: JobDeps,
  row: FileRow,
  { edition, packet }: Wording,
): Promise<RenderOutcome> {
  const { name, extension } = originalOf(row);
  const original = await deps.storage.borrow(name);
  if (!original) throw new Error('the original is gone');
  try {
    const input: RenderInput = {
      file: original.file,
      extension,
      hash: row.hash,
      duration: row.duration,
      renditionsFolder: deps.folder.renditions,
      edition,
      packet: packet.toString(),
    };
    return await deps.images.render(input, progressOf(deps, row.hash));
  } finally {
    await original.giveBack();
  }
}

async function render(deps: JobDeps, job: Job): Promise<void> {
  const row = findFile(deps.db, job.subject);
  // Deleted while the job waited.
  if (!row) return finishJob(deps.db, job.id, null, deps.now());
  const wording = wordingBy(deps.db, deps.origin)(row);
  const outcome = await renderFile(deps, row, wording);
  if (!outcome.ok) return recordFailed(deps, job, outcome.reason);
  const folder = path.join(deps.folder.renditions, row.hash);
  const versions = await madeVersions(folder, { ...row, renditions: outcome.renditions });
  const made = [...outcome.renditions, ...versions];
  const renditions = await requireCleanRenditions(folder, made, wording.packet);
  if (!recordReady(deps, job, renditions, wording))
    await rm(folder, { recursive: true, force: true });
}

/** Renders the file whose hash is `job.subject`. Never rejects for a fault of the file. */
export function runRenditionJob(deps: JobDeps, job: Job): Promise<void> {
  return attemptJob(
    deps,
    job,
    () => render(deps, job),
    (why) => recordFailed(deps, job, why),
  );
}
