/**
 * Looks at start and each night whether the files that visitors get are the ones that were made, and has made anew
 * what is not: pages by a publish, renditions from their originals (decision 048).
 */
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { lastNight } from '@veldlicht/database/backup/backup-schedule';
import { countOpenJobs, enqueueJob } from '@veldlicht/database/jobs';
import { isServable } from '@veldlicht/database/live-site';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { files, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { damagedNames, isDamaged, type Rest } from '../publish/check-site.ts';
import type { LocalPublisher } from '../publish/publish.ts';
import { readState, setState } from '../publish/publish-state.ts';
import { isAwaited } from '../publish/publish-timing.ts';
import { recordRepair } from '../publish/site-changes.ts';
import { findFile, type JobDeps, originalOf } from '../renditions/job-deps.ts';
import {
  brokenRenditions,
  removeBroken,
  removeOldEditions,
} from '../renditions/stored-renditions.ts';

/** How soon a release that can't be served at all is noticed. */
const LOOK_EVERY_MS = 2000;
/** After which one that is still lost is asked for again: the first time, and at most. */
const ASK_AGAIN_MS = 30_000;
const ASK_AGAIN_AT_MOST_MS = 600_000;

/** How often a check that stands aside asks whether it may go on. */
const REST_MS = 50;

type CheckDeps = Pick<JobDeps, 'db' | 'folder' | 'storage' | 'now' | 'log'>;

/** Has the renditions of one file made anew, if some are broken and the original is there; answers which. */
async function mendFile(
  deps: CheckDeps,
  hash: string,
  how: 'bytes' | 'sizes',
  rest?: Rest,
): Promise<string[]> {
  const { db, folder, storage, now, log } = deps;
  const row = findFile(db, hash);
  const open = countOpenJobs(db, 'renditions', hash) + countOpenJobs(db, 'versions', hash);
  if (row?.processing !== 'ready' || open > 0) return [];
  const place = path.join(folder.renditions, hash);
  const broken = await brokenRenditions(place, row.renditions, how, rest);
  if (broken.length === 0) {
    // While publishing fails, the release that visitors see may still show an earlier one.
    if (how === 'bytes' && readState(db).error === null)
      await removeOldEditions(place, row.renditions, now());
    return [];
  }
  if ((await storage.size(originalOf(row).name)) === null) {
    log.error(
      { hash, broken },
      'renditions are damaged and the original is gone: restore a backup',
    );
    return [];
  }
  await removeBroken(place, broken);
  enqueueJob(db, { kind: 'renditions', subject: hash, now: now() });
  return broken;
}

/** What the items of a file are called; a file without items has its hash. */
function titlesOf({ db }: CheckDeps, hash: string): string[] {
  const rows = db.select({ title: media.title }).from(media).where(eq(media.fileHash, hash)).all();
  return rows.length > 0 ? rows.map(({ title }) => title) : [hash];
}

/**
 * Compares all renditions with their rows; what differs is removed, and a job makes it again. `rest` is
 * awaited before each file.
 */
export async function mendRenditions(
  deps: CheckDeps,
  how: 'bytes' | 'sizes',
  rest?: Rest,
): Promise<void> {
  const ready = eq(files.processing, 'ready');
  const titles: string[] = [];
  for (const { hash } of deps.db.select({ hash: files.hash }).from(files).where(ready).all()) {
    const broken = await mendFile(deps, hash, how, rest);
    if (broken.length === 0) continue;
    deps.log.error({ hash, broken }, 'renditions were damaged and are made anew');
    titles.push(...titlesOf(deps, hash));
  }
  if (titles.length > 0) recordRepair(deps.db, 'file', titles, deps.now());
}

/** Looks at the files of the site, and asks for a publish when some are damaged. */
async function mendSite({ db, local, now, log }: Options, rest: Rest): Promise<void> {
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
  /** The publisher of this machine; null where the site is built elsewhere. */
  local: Pick<LocalPublisher, 'check' | 'repair' | 'sweep'> | null;
}

export interface ByteChecks {
  /** Resolves when nothing is being looked at. */
  idle: () => Promise<void>;
  /** Looks no more; resolves once nothing is being looked at. */
  stop: () => Promise<void>;
}

/** Starts looking. */
export function startByteChecks(options: Options): ByteChecks {
  const { db, folder, local, now, log } = options;
  let checkedAt: number | null = null;
  /** When the release that is lost was asked for last, and how long that holds; null while it is there. */
  let asked: { at: number; waitMs: number } | null = null;
  let running: Promise<void> | null = null;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Stands aside while somebody waits for a publish: nobody waits for this. Throws when the worker ends. */
  async function rest(): Promise<void> {
    await setImmediate();
    while (!signal.aborted && isAwaited(readState(db), now())) await setTimeout(REST_MS);
    signal.throwIfAborted();
  }

  async function checkAll(how: 'bytes' | 'sizes' | null): Promise<void> {
    await mendSite(options, rest);
    if (how) await mendRenditions(options, how, rest);
  }

  /**
   * Whether the site is lost and must be asked for. Again after a while: it may have been lost once more
   * right after it was made. One that can't be made is asked for ever more rarely.
   */
  function isToAskFor(): boolean {
    if (isServable(folder)) asked = null;
    else if (local !== null && readState(db).releaseId !== null) {
      if (asked && Math.abs(now() - asked.at) < asked.waitMs) return false;
      const waitMs = asked ? Math.min(2 * asked.waitMs, ASK_AGAIN_AT_MOST_MS) : ASK_AGAIN_MS;
      asked = { at: now(), waitMs };
      return true;
    }
    return false;
  }

  function look(): void {
    if (running) return;
    const isDue = checkedAt === null || checkedAt < lastNight(now());
    if (!isDue && !isToAskFor()) return;
    // Reading every rendition is for the night; a start must not keep the disk busy.
    const how = checkedAt === null ? 'sizes' : 'bytes';
    if (isDue) checkedAt = now();
    running = checkAll(isDue ? how : null)
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
