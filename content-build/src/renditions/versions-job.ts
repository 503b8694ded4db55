/** The `versions` job: smaller versions of a heavy video that is already public (decision 015). */
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
import { renditionSize } from '#renditions/image-child/rendition-folder.ts';
import {
  attemptJob,
  type FileRow,
  findFile,
  type JobDeps,
  updateFile,
  WRITING,
} from './job-deps.ts';
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

/** Stores the versions beside the file's other renditions; false when the file was deleted in the meantime. */
function record(deps: JobDeps, job: Job, versions: FileRow['renditions']): boolean {
  return deps.db.transaction((tx) => {
    const row = findFile(tx, job.subject);
    const others = row?.renditions.filter((one) => !isVersion(one)) ?? [];
    finishJob(tx, job.id, null, deps.now());
    return updateFile(tx, job.subject, { renditions: [...others, ...versions] });
  }, WRITING);
}

async function run(deps: JobDeps, job: Job): Promise<void> {
  const { db, folder, images, now } = deps;
  const row = findFile(db, job.subject);
  const versions = row?.processing === 'ready' ? wantedOf(row) : [];
  if (!row || versions.length === 0) return finishJob(db, job.id, null, now());
  const { hash } = row;
  const duration = row.duration ?? 0;
  const kbits = versions.reduce((sum, version) => sum + version.kbits, 0);
  await requireRoom(folder.renditions, kbits * 125 * duration);
  const input = { hash, renditionsFolder: folder.renditions, duration, versions };
  const outcome = await images.versions(input);
  if (!outcome.ok) return failJob(db, job.id, outcome.reason, null, now());
  const place = path.join(folder.renditions, hash);
  const made = await requireCleanRenditions(place, outcome.renditions, null);
  if (!record(deps, job, made)) await rm(place, { recursive: true, force: true });
}

/** Makes the missing versions of the video whose hash is `job.subject`. The next start asks again for failed ones. */
export function runVersionsJob(deps: JobDeps, job: Job): Promise<void> {
  return attemptJob(deps, job, () => run(deps, job));
}
