/**
 * Compares published files with their rows: each night, and after a start when no publish is awaited. Pages that differ
 * are published again; renditions that differ are remade from their originals (decision 009).
 */
import path from 'node:path';
import { lastNight } from '@veldlicht/database/backup/backup-moments';
import { countOpenJobs, enqueueJob } from '@veldlicht/database/jobs';
import { isServable } from '@veldlicht/database/live-site';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { files, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { damagedNames, isDamaged, type Rest } from '../publish/check-site.ts';
import type { LocalPublisher } from '../publish/publish.ts';
import { readState, setState } from '../publish/publish-state.ts';
import { recordRepair } from '../publish/site-changes.ts';
import { findFile, type JobDeps, originalOf } from '../renditions/job-deps.ts';
import {
  brokenRenditions,
  removeBroken,
  removeOldEditions,
} from '../renditions/stored-renditions.ts';
import { standAside } from './stand-aside.ts';

/** A site that can't be served is noticed within this time. */
const LOOK_EVERY_MS = 10_000;

type CheckDeps = Pick<JobDeps, 'db' | 'folder' | 'storage' | 'now' | 'log'>;

/** Removes the broken renditions of a file and enqueues a job that remakes them. Removes none without an original. */
async function removeDamage(
  { db, folder, storage, now, log }: CheckDeps,
  hash: string,
  how: 'bytes' | 'sizes',
  rest?: Rest,
): Promise<string[]> {
  const row = findFile(db, hash);
  const open = countOpenJobs(db, 'renditions', hash) + countOpenJobs(db, 'versions', hash);
  if (row?.processing !== 'ready' || open > 0) return [];
  const place = path.join(folder.renditions, hash);
  const broken = await brokenRenditions(place, row.renditions, how, rest);
  if (broken.length === 0) {
    // While publishing fails, pages may show an earlier edition.
    if (how === 'bytes' && readState(db).error === null)
      await removeOldEditions(place, row.renditions, now());
    return [];
  }
  const facts = { hash, broken };
  if ((await storage.size(originalOf(row).name)) === null) {
    log.error(facts, 'renditions are damaged and the original is gone: restore a backup');
    return [];
  }
  log.error(facts, 'renditions were damaged and are made again');
  await removeBroken(place, broken);
  enqueueJob(db, { kind: 'renditions', subject: hash, now: now() });
  return broken;
}

/** Repairs all renditions. `rest` is awaited before each file. */
export async function repairRenditions(
  deps: CheckDeps,
  how: 'bytes' | 'sizes',
  rest?: Rest,
): Promise<void> {
  const { db, now } = deps;
  const ready = eq(files.processing, 'ready');
  const names: string[] = [];
  for (const { hash } of db.select({ hash: files.hash }).from(files).where(ready).all()) {
    if ((await removeDamage(deps, hash, how, rest)).length === 0) continue;
    const shown = eq(media.fileHash, hash);
    const titles = db.select({ title: media.title }).from(media).where(shown).all();
    names.push(...(titles.length > 0 ? titles.map(({ title }) => title) : [hash]));
  }
  if (names.length > 0) recordRepair(db, 'file', names, now());
}

/** Checks the folder of the site and asks for a publish when files are damaged. */
async function repairSite({ db, local, now, log }: Options, rest: Rest): Promise<void> {
  if (!local) return;
  const damage = await local.check(rest);
  if (isDamaged(damage)) {
    log.error(
      { damaged: damagedNames(damage) },
      'files of the site are damaged and are made again',
    );
    local.repair(damage);
    setState(db, { retryAt: now() });
  }
  await rest();
  await local.sweep();
}

interface Options extends CheckDeps {
  /** Null where the site is built elsewhere. */
  local: Pick<LocalPublisher, 'check' | 'repair' | 'sweep'> | null;
}

export interface ByteChecks {
  /** Resolves when no check runs. */
  idle: () => Promise<void>;
  /** Starts no further check; resolves when none runs. */
  stop: () => Promise<void>;
}

export function startByteChecks(options: Options): ByteChecks {
  const { db, folder, local, now, log } = options;
  let checkedAt: number | null = null;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  const rest = standAside(db, now, signal);

  /** Whether the site can't be served; a failed publish is retried anyway. */
  function isLost(): boolean {
    const { releaseId, error } = readState(db);
    return local !== null && releaseId !== null && error === null && !isServable(folder);
  }

  async function check(how: 'bytes' | 'sizes' | null): Promise<void> {
    await repairSite(options, rest);
    if (how) await repairRenditions(options, how, rest);
  }

  function look(): void {
    if (running) return;
    const isDue = checkedAt === null || checkedAt < lastNight(now());
    if (!isDue && !isLost()) return;
    // Reading every rendition at each start would keep the disk busy.
    const how = checkedAt === null ? 'sizes' : 'bytes';
    if (isDue) checkedAt = now();
    running = check(isDue ? how : null)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        leaveOnLostWrite(error, log);
        log.error({ err: error }, 'the files of the site could not be checked');
      })
      .finally(() => {
        running = null;
      });
  }

  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  const idle = async () => {
    await running;
  };
  return {
    idle,
    stop: () => {
      clearInterval(timer);
      stopping.abort();
      return idle();
    },
  };
}
