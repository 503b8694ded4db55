/**
 * The `remake` job: has the stills of files made anew that are not of today's edition. Where only the words are
 * others they are copied with today's; an earlier ladder is rendered again (decisions 058 and 062). And it asks for the
 * versions of videos that lack them (decision 065).
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { editionIn, FIRST_NAME, generationOf, LADDER_GENERATION } from '@veldlicht/contract/ladder';
import { shownStills } from '@veldlicht/contract/renditions';
import { enqueueJob, finishJob, type Job } from '@veldlicht/database/jobs';
import { requireRoom } from '@veldlicht/database/link-or-copy';
import { files } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { and, eq } from 'drizzle-orm';
import { linkRendition, writeRendition } from '#renditions/image-child/rendition-folder.ts';
import { type FileRow, findFile, type JobDeps, originalOf, putBack } from './job-deps.ts';
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

/** Copies the stills of a file with other words, under their names, and answers these; null when one of them has to be rendered. */
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
  const first = made.find(({ format }) => format === 'jpg');
  if (first) await linkRendition(folder, first.name, FIRST_NAME);
  const address = first ? [{ ...first, name: FIRST_NAME }] : [];
  return [...made, ...address];
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

/** What becomes of these files, by their hashes. */
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
  const hashes = db.select({ hash: files.hash }).from(files).where(which).all();
  const wordingOf = wordingBy(db, origin);
  const outdated = await findOutdated(
    deps,
    hashes.map(({ hash }) => hash),
    wordingOf,
  );
  const { reworded, toRender } = await remake(deps, outdated, wordingOf);
  // All at once: one publish shows them.
  db.transaction(
    (tx) => {
      for (const [hash, stills] of reworded) {
        // Versions may have come meanwhile.
        const videos =
          findFile(tx, hash)?.renditions.filter(({ format }) => format === 'mp4') ?? [];
        tx.update(files)
          .set({ renditions: [...stills, ...videos] })
          .where(and(ready, eq(files.hash, hash)))
          .run();
      }
      for (const subject of toRender)
        enqueueJob(tx, { kind: 'renditions', subject, priority: -1, now: now() });
      finishJob(tx, job.id, null, now());
      // The settings changed meanwhile: the request that changed them found this job open.
      const row = hashes[0] && findFile(tx, hashes[0].hash);
      if (row && wordingBy(tx, origin)(row).edition !== wordingOf(row).edition)
        enqueueJob(tx, { ...job, now: now() });
    },
    { behavior: 'immediate' },
  );
  // No page has to ask for what its photo said before it was guarded.
  for (const row of outdated)
    if (reworded.has(row.hash) && wordingOf(row).isGuarded) {
      const { renditions = [] } = findFile(db, row.hash) ?? {};
      await removeOldEditions(path.join(folder.renditions, row.hash), renditions, Infinity);
    }
  if (reworded.size + toRender.length > 0)
    log.info({ reworded: reworded.size, toRender: toRender.length }, 'stills of another edition');
}

/**
 * Looks at all ready files; at one, when `job.subject` is its hash. Visitors keep the old stills until the new ones
 * are there, and for a week on open pages; those of what is guarded go at once.
 */
export async function runRemakeJob(deps: JobDeps, job: Job): Promise<void> {
  try {
    await run(deps, job);
  } catch (error) {
    if (!putBack(deps, job, error)) throw error;
  }
}
