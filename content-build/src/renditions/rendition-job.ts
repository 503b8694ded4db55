/**
 * The `renditions` job makes the rest of a file's ladder; its items are published afterwards. The `versions` job makes
 * smaller versions of a heavy video that is already public (decision 015).
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Rendition } from '@veldlicht/contract/renditions';
import {
  isVersion,
  VIDEO_NAME,
  type VideoVersion,
  versionsOf,
} from '@veldlicht/contract/video-versions';
import { enqueueJob, failJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { requireRoom } from '@veldlicht/database/link-or-copy';
import type { Store } from '@veldlicht/database/open';
import { files, mediaRows } from '@veldlicht/database/schema';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { RefusedFile } from '#renditions/image-child/image-types.ts';
import { renditionSize } from '#renditions/image-child/rendition-folder.ts';
import {
  attemptJob,
  type FileRow,
  findFile,
  type JobDeps,
  lastRefusal,
  originalOf,
  updateFile,
  WRITING,
} from './job-deps.ts';
import { type Wording, wordingBy } from './rights-packet.ts';
import { requireCleanRenditions } from './verify-clean.ts';

type Known = Pick<FileRow, 'bytes' | 'width' | 'height' | 'duration'> & { renditions: Rendition[] };

function wantedOf(row: Known): VideoVersion[] {
  const video = row.renditions.find(({ name }) => name === VIDEO_NAME);
  return video ? versionsOf(row, video) : [];
}

/** Enqueues a job for missing versions, behind all other work. Returns whether any are missing. */
export function askForVersions(store: Store, row: FileRow, now: number): boolean {
  const names = new Set(row.renditions.map(({ name }) => name));
  const isLacking = wantedOf(row).some(({ name }) => !names.has(name));
  if (isLacking) enqueueJob(store, { kind: 'versions', subject: row.hash, priority: -2, now });
  return isLacking;
}

/** Versions that are already on disk: they stay when the other renditions are made again. */
export async function madeVersions(folder: string, row: Known): Promise<Rendition[]> {
  const made: Rendition[] = [];
  for (const { name, width, height } of wantedOf(row)) {
    const bytes = await renditionSize(folder, name);
    if (bytes !== null) made.push({ format: 'mp4', name, width, height, bytes });
  }
  return made;
}

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
function recordFailed(deps: JobDeps, job: Job, { reason }: RefusedFile): void {
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
  recordFailed(deps, job, lastRefusal(null));
}

async function renderFile(
  deps: JobDeps,
  row: FileRow,
  { edition, packet }: Wording,
): Promise<Rendition[]> {
  const { hash, duration } = row;
  const { name, extension } = originalOf(row);
  const original = await deps.storage.borrow(name);
  if (!original) throw new Error('the original is gone');
  try {
    const { file } = original;
    const place = { hash, renditionsFolder: deps.folder.renditions };
    const wording = { edition, packet: packet.toString() };
    const input = { file, extension, duration, ...place, ...wording };
    return await deps.images.render(input, progressOf(deps, hash));
  } finally {
    await original.giveBack();
  }
}

async function render(deps: JobDeps, job: Job): Promise<void> {
  const row = findFile(deps.db, job.subject);
  // Deleted while the job waited.
  if (!row) return finishJob(deps.db, job.id, null, deps.now());
  const wording = wordingBy(deps.db, deps.origin)(row);
  const made = await renderFile(deps, row, wording);
  const folder = path.join(deps.folder.renditions, row.hash);
  const versions = await madeVersions(folder, { ...row, renditions: made });
  const all = [...made, ...versions];
  const renditions = await requireCleanRenditions(folder, all, wording.packet);
  if (!recordReady(deps, job, renditions, wording))
    await rm(folder, { recursive: true, force: true });
}

/** Renders the file whose hash is `job.subject`. Never rejects for a fault of the file. */
export function runRenditionJob(deps: JobDeps, job: Job): Promise<void> {
  const giveUp = (refusal: RefusedFile) => recordFailed(deps, job, refusal);
  return attemptJob(deps, job, () => render(deps, job), giveUp);
}

/** Stores the versions beside the file's other renditions; false when the file was deleted in the meantime. */
function recordVersions(deps: JobDeps, job: Job, versions: FileRow['renditions']): boolean {
  return deps.db.transaction((tx) => {
    const row = findFile(tx, job.subject);
    const others = row?.renditions.filter((one) => !isVersion(one)) ?? [];
    finishJob(tx, job.id, null, deps.now());
    return updateFile(tx, job.subject, { renditions: [...others, ...versions] });
  }, WRITING);
}

async function makeVersions(deps: JobDeps, job: Job): Promise<void> {
  const { db, folder, images, now } = deps;
  const row = findFile(db, job.subject);
  const versions = row?.processing === 'ready' ? wantedOf(row) : [];
  if (!row || versions.length === 0) return finishJob(db, job.id, null, now());
  const { hash } = row;
  const duration = row.duration ?? 0;
  const kbits = versions.reduce((sum, version) => sum + version.kbits, 0);
  await requireRoom(folder.renditions, kbits * 125 * duration);
  const input = { hash, renditionsFolder: folder.renditions, duration, versions };
  const place = path.join(folder.renditions, hash);
  const made = await requireCleanRenditions(place, await images.versions(input), null);
  if (!recordVersions(deps, job, made)) await rm(place, { recursive: true, force: true });
}

/** Makes the missing versions of the video whose hash is `job.subject`. The next start asks again for failed ones. */
export function runVersionsJob(deps: JobDeps, job: Job): Promise<void> {
  return attemptJob(deps, job, () => makeVersions(deps, job));
}
