/**
 * The `remake` job: brings stills to the current edition. It writes another XMP packet into copies, or enqueues
 * rendering for an earlier ladder (decisions 013, 016). It also enqueues missing versions of videos (decision 015).
 * Stills of an earlier edition stay a week for open pages, except those of a guarded item.
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { editionIn, generationOf, LADDER_GENERATION } from '@veldlicht/contract/ladder';
import { shownStills } from '@veldlicht/contract/renditions';
import { enqueueJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { requireRoom } from '@veldlicht/database/link-or-copy';
import { files } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { and, eq } from 'drizzle-orm';
import { linkFirst, writeRendition } from '#renditions/image-child/rendition-folder.ts';
import {
  attemptJob,
  type FileRow,
  findFile,
  type JobDeps,
  originalOf,
  updateFile,
  WRITING,
} from './job-deps.ts';
import { askForVersions } from './rendition-job.ts';
import { PACKET_START, type Wording, wordingBy } from './rights-packet.ts';
import { removeOldEditions, type StoredRendition } from './stored-renditions.ts';
import { findForbiddenMetadata } from './verify-clean.ts';

function editionOf({ renditions }: FileRow): string | null {
  const avif = renditions.find(({ format }) => format === 'avif');
  return avif ? editionIn(avif.name) : null;
}

/** Returns the bytes of a still with another packet; null when it is damaged or has none. */
async function withPacket(
  folder: string,
  { name, sha256: sum }: StoredRendition,
  packet: Buffer,
): Promise<Buffer | null> {
  const bytes = await readFile(path.join(folder, name)).catch(() => null);
  const at = bytes?.indexOf(PACKET_START) ?? -1;
  if (!bytes || at < 0 || sha256(bytes) !== sum) return null;
  packet.copy(bytes, at);
  return findForbiddenMetadata(bytes, packet).length === 0 ? bytes : null;
}

/** Copies the stills of a file under new names, with another packet; null when one of them has to be rendered. */
async function reword(
  { folder }: JobDeps,
  row: FileRow,
  { edition, packet }: Wording,
): Promise<StoredRendition[] | null> {
  if (generationOf(editionOf(row) ?? '') !== LADDER_GENERATION) return null;
  const stills = shownStills(row.renditions);
  const bytes = stills.reduce((sum, still) => sum + still.bytes, 0);
  await requireRoom(folder.renditions, bytes);
  const place = path.join(folder.renditions, row.hash);
  const made: StoredRendition[] = [];
  try {
    for (const still of stills) {
      const reworded = await withPacket(place, still, packet);
      if (!reworded) return null;
      const name = still.name.replace(editionIn(still.name), edition);
      made.push({ ...still, name, sha256: sha256(reworded) });
      await writeRendition(place, name, reworded);
    }
  } catch (error) {
    for (const { name } of made) await rm(path.join(place, name), { force: true });
    throw error;
  }
  return linkFirst(place, made);
}

async function run(deps: JobDeps, job: Job): Promise<void> {
  const { db, origin, now, log, folder, storage } = deps;
  const ready = eq(files.processing, 'ready');
  const which = job.subject === '' ? ready : and(ready, eq(files.hash, job.subject));
  const rows = db.select({ hash: files.hash }).from(files).where(which).all();
  const wordingOf = wordingBy(db, origin);
  const reworded = new Map<string, StoredRendition[]>();
  const toRender: string[] = [];
  let lackVersions = 0;
  for (const { hash } of rows) {
    await deps.rest();
    const row = findFile(db, hash);
    if (row?.processing !== 'ready') continue;
    if (askForVersions(db, row, now())) lackVersions++;
    const [edition, wording] = [editionOf(row), wordingOf(row)];
    if (edition === null || edition === wording.edition) continue;
    const stills = await reword(deps, row, wording);
    if (stills) reworded.set(hash, stills);
    else if ((await storage.size(originalOf(row).name)) !== null) toRender.push(hash);
  }
  // All at once: one publish shows them.
  db.transaction((tx) => {
    for (const [hash, stills] of reworded) {
      // Versions may have been made in the meantime.
      const videos = findFile(tx, hash)?.renditions.filter(({ format }) => format === 'mp4') ?? [];
      updateFile(tx, hash, { renditions: [...stills, ...videos] });
    }
    for (const subject of toRender)
      enqueueJob(tx, { kind: 'renditions', subject, priority: -1, now: now() });
    finishJob(tx, job.id, null, now());
    // The settings changed in the meantime: their request for a remake found this job open.
    const row = rows[0] && findFile(tx, rows[0].hash);
    if (row && wordingBy(tx, origin)(row).edition !== wordingOf(row).edition)
      enqueueJob(tx, { ...job, now: now() });
  }, WRITING);
  for (const hash of reworded.keys()) {
    const row = findFile(db, hash);
    // At once: an earlier packet of a guarded photo may name the place.
    if (row && wordingOf(row).isGuarded)
      await removeOldEditions(path.join(folder.renditions, hash), row.renditions, Infinity);
  }
  const counts = { reworded: reworded.size, toRender: toRender.length, lackVersions };
  if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'renditions are outdated');
}

/** Checks the ready file whose hash is `job.subject`, or all of them when it is ''. */
export function runRemakeJob(deps: JobDeps, job: Job): Promise<void> {
  return attemptJob(deps, job, () => run(deps, job));
}
