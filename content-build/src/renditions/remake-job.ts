/**
 * The `remake` job: brings stills to today's edition, by other words in copies or, of an earlier ladder, by rendering
 * them again (decisions 058, 062). And it asks for the versions that videos lack (decision 065).
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
import { type FileRow, findFile, type JobDeps, originalOf, putBack, WRITING } from './job-deps.ts';
import { PACKET_START, type Wording, wordingBy } from './rights-packet.ts';
import { removeOldEditions, type StoredRendition } from './stored-renditions.ts';
import { findForbiddenMetadata } from './verify-clean.ts';
import { askForVersions } from './versions-job.ts';

type WordingOf = (row: FileRow) => Wording;

function editionOf({ renditions }: FileRow): string | null {
  const avif = renditions.find(({ format }) => format === 'avif');
  return avif ? editionIn(avif.name) : null;
}

/** The bytes of a still with other words; null when it is damaged or has none. */
async function withWords(
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

/** Copies the stills of a file with other words, under other names; null when one of them has to be rendered. */
async function reword(
  folder: string,
  row: FileRow,
  { edition, packet }: Wording,
): Promise<StoredRendition[] | null> {
  const made: StoredRendition[] = [];
  try {
    for (const still of shownStills(row.renditions)) {
      const bytes = await withWords(folder, still, packet);
      if (!bytes) return null;
      const name = still.name.replace(editionIn(still.name), edition);
      made.push({ ...still, name, sha256: sha256(bytes) });
      await writeRendition(folder, name, bytes);
    }
  } catch (error) {
    for (const { name } of made) await rm(path.join(folder, name), { force: true });
    throw error;
  }
  return linkFirst(folder, made);
}

/** The files that are not of today's edition, and asks for the versions that videos lack; one file at a time. */
async function findOutdated(
  deps: JobDeps,
  hashes: string[],
  wordingOf: WordingOf,
): Promise<FileRow[]> {
  const { db, now, log } = deps;
  const outdated: FileRow[] = [];
  let heavy = 0;
  for (const hash of hashes) {
    await deps.rest();
    const row = findFile(db, hash);
    if (row?.processing !== 'ready') continue;
    const edition = editionOf(row);
    if (edition !== null && edition !== wordingOf(row).edition) outdated.push(row);
    if (askForVersions(db, row, now())) heavy++;
  }
  if (heavy > 0) log.info({ videos: heavy }, 'videos lack versions');
  return outdated;
}

async function remake(
  { folder, storage, rest }: JobDeps,
  outdated: FileRow[],
  wordingOf: WordingOf,
) {
  const reworded = new Map<string, StoredRendition[]>();
  const toRender: string[] = [];
  const isToReword = (row: FileRow) => generationOf(editionOf(row) ?? '') === LADDER_GENERATION;
  const stills = outdated.filter(isToReword).flatMap((row) => shownStills(row.renditions));
  const bytes = stills.reduce((sum, still) => sum + still.bytes, 0);
  if (bytes > 0) await requireRoom(folder.renditions, bytes);
  for (const row of outdated) {
    await rest();
    const place = path.join(folder.renditions, row.hash);
    const renditions = isToReword(row) ? await reword(place, row, wordingOf(row)) : null;
    if (renditions) reworded.set(row.hash, renditions);
    else if ((await storage.size(originalOf(row).name)) !== null) toRender.push(row.hash);
  }
  return { reworded, toRender };
}

async function run(deps: JobDeps, job: Job): Promise<void> {
  const { db, origin, now, log, folder } = deps;
  const ready = eq(files.processing, 'ready');
  const which = job.subject === '' ? ready : and(ready, eq(files.hash, job.subject));
  const rows = db.select({ hash: files.hash }).from(files).where(which).all();
  const hashes = rows.map(({ hash }) => hash);
  const wordingOf = wordingBy(db, origin);
  const outdated = await findOutdated(deps, hashes, wordingOf);
  const { reworded, toRender } = await remake(deps, outdated, wordingOf);
  // All at once: one publish shows them.
  db.transaction((tx) => {
    for (const [hash, stills] of reworded) {
      // Versions may have come meanwhile.
      const { renditions = [] } = findFile(tx, hash) ?? {};
      const videos = renditions.filter(({ format }) => format === 'mp4');
      const set = { renditions: [...stills, ...videos] };
      tx.update(files)
        .set(set)
        .where(and(ready, eq(files.hash, hash)))
        .run();
    }
    for (const subject of toRender)
      enqueueJob(tx, { kind: 'renditions', subject, priority: -1, now: now() });
    finishJob(tx, job.id, null, now());
    // The settings changed meanwhile: the request that changed them found this job open.
    const row = hashes[0] && findFile(tx, hashes[0]);
    if (row && wordingBy(tx, origin)(row).edition !== wordingOf(row).edition)
      enqueueJob(tx, { ...job, now: now() });
  }, WRITING);
  // No page has to ask for what its photo said before it was guarded.
  for (const { hash } of outdated.filter((row) => wordingOf(row).isGuarded))
    if (reworded.has(hash)) {
      const { renditions = [] } = findFile(db, hash) ?? {};
      await removeOldEditions(path.join(folder.renditions, hash), renditions, Infinity);
    }
  if (reworded.size + toRender.length > 0)
    log.info({ reworded: reworded.size, toRender: toRender.length }, 'stills of another edition');
}

/** Looks at all ready files, or at the one with this hash. Old stills stay a week; those of a guarded item go. */
export async function runRemakeJob(deps: JobDeps, job: Job): Promise<void> {
  try {
    await run(deps, job);
  } catch (error) {
    if (!putBack(deps, job, error)) throw error;
  }
}
