/** Rows of remote builds, which the API updates from reports, and the snapshots they build. */
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { makeFolder, syncPath } from '@veldlicht/database/durable-file';
import type { Database } from '@veldlicht/database/open';
import {
  openPublicCopy,
  type PublicDatabase,
  prepared,
} from '@veldlicht/database/public/public-database';
import { type CiBuild, findBuild, newestBuild, snapshotFile } from '@veldlicht/database/publishing';
import { ciBuilds } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { and, desc, eq, notInArray } from 'drizzle-orm';

/** Stores a build that is about to be requested; resets a failed one. */
export function markCalling(db: Database, snapshotId: string, revision: number, now: number): void {
  const fresh = { revision, state: 'calling' as const, calledAt: now, reportedAt: null, log: '' };
  db.insert(ciBuilds)
    .values({ snapshotId, ...fresh })
    .onConflictDoUpdate({ target: ciBuilds.snapshotId, set: { ...fresh, settled: false } })
    .run();
}

/** Stores that the webhook answered, unless a report came first. */
export function markCalled(db: Database, snapshotId: string): void {
  db.update(ciBuilds)
    .set({ state: 'called' })
    .where(and(eq(ciBuilds.snapshotId, snapshotId), eq(ciBuilds.state, 'calling')))
    .run();
}

/** Marks a build that could not be requested or went silent as failed, unless it is live. */
export function markFailed(db: Database, snapshotId: string, reason: string): void {
  db.update(ciBuilds)
    .set({ state: 'failed', log: reason })
    .where(and(eq(ciBuilds.snapshotId, snapshotId), notInArray(ciBuilds.state, ['live', 'failed'])))
    .run();
}

export function markSettled(db: Database, snapshotId: string): void {
  db.update(ciBuilds).set({ settled: true }).where(eq(ciBuilds.snapshotId, snapshotId)).run();
}

/** Deletes all but the newest builds and the live one. Returns the ids that are left. */
export function pruneBuilds(db: Database, keep: number): string[] {
  const rows = db
    .select({ id: ciBuilds.snapshotId })
    .from(ciBuilds)
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .all();
  const live = newestBuild(db, 'live')?.snapshotId;
  const kept = rows.filter(({ id }, i) => i < keep || id === live).map(({ id }) => id);
  db.delete(ciBuilds).where(notInArray(ciBuilds.snapshotId, kept)).run();
  return kept;
}

/** Pause between reads of the row, which another process writes. */
const LOOK_MS = 100;

export interface Patience {
  /** A job without a report for this long has failed. */
  timeoutMs: number;
  now: () => number;
  signal: AbortSignal;
  /** Called at each read. */
  alive?: (() => void) | undefined;
}

/** `silent`: no report for too long. `stopped`: the worker ends. */
export type Outcome = 'live' | 'failed' | 'silent' | 'stopped';

/** Null while the job may still run (pure). */
export function outcomeOf(
  build: Pick<CiBuild, 'state' | 'calledAt' | 'reportedAt'> | undefined,
  timeoutMs: number,
  now: number,
): Outcome | null {
  if (!build) return 'silent';
  if (build.state === 'live' || build.state === 'failed') return build.state;
  const heard = Math.max(build.calledAt, build.reportedAt ?? 0);
  // abs: a clock that was set back must not make it wait forever.
  return Math.abs(now - heard) >= timeoutMs ? 'silent' : null;
}

/** Waits until the build ends. */
export async function awaitBuild(
  db: Database,
  snapshotId: string,
  { timeoutMs, now, signal, alive }: Patience,
): Promise<Outcome> {
  while (!signal.aborted) {
    alive?.();
    const outcome = outcomeOf(findBuild(db, snapshotId), timeoutMs, now());
    if (outcome) return outcome;
    await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return 'stopped';
}

/** Id from revision and content, since revisions repeat after a restore. */
export function snapshotIdOf(db: PublicDatabase): string {
  const query = 'SELECT revision, lineage.id, serial FROM state JOIN lineage';
  const state = prepared(db, query).get() as { revision: number; id: string; serial: number }; // its columns
  return `s${state.revision}-${sha256(`${state.id} ${state.serial}`).slice(0, 12)}`;
}

/** The content's part of an id. */
export function shownIn(snapshotId: string): string {
  return snapshotId.split('-')[1] ?? '';
}

/** Copies the public database to the file that the API serves. */
export async function writeSnapshot(folder: DataFolder, id: string, db: PublicDatabase) {
  const file = snapshotFile(folder, id);
  const draft = `${file}.new`;
  await makeFolder(folder.snapshots);
  await rm(draft, { force: true });
  db.prepare('VACUUM INTO ?').run(draft);
  await syncPath(draft);
  await rename(draft, file);
}

/** Renditions folders in a snapshot. Throws when it is missing or damaged. */
export function shownRenditions(folder: DataFolder, id: string): Set<string> {
  const db = openPublicCopy(snapshotFile(folder, id));
  try {
    return new Set(db.prepare('SELECT hash FROM items').pluck().all() as string[]); // one column
  } finally {
    db.close();
  }
}

export async function pruneSnapshots(folder: DataFolder, keep: readonly string[]): Promise<void> {
  const kept = new Set(keep.map((id) => snapshotFile(folder, id)));
  const names = await readdir(folder.snapshots).catch(() => []);
  for (const file of names.map((name) => path.join(folder.snapshots, name)))
    if (!kept.has(file)) await rm(file, { force: true });
}
