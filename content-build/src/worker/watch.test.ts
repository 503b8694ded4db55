/** A publish or a preview that hangs is ended, told, and not begun again at once (fault F10). */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { enqueueJob, getJob } from '@veldlicht/database/jobs';
import { jobs, media, releases } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { createPublisher } from '../publish/publish.ts';
import { readState } from '../publish/publish-state.ts';
import { doctoredSite, type Fault } from '../testing/doctored-site.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, type World } from '../testing/world.ts';

const origin = 'https://veldlicht.example';
/** Milliseconds. It runs for what never ends only: the one that ends has ten minutes. */
const LIMIT = 700;
const children: ChildProcess[] = [];
const worlds: World[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const world of worlds.splice(0)) world.remove();
});

function startProgram(
  root: string,
  ...limitsMs: number[]
): { ended: Promise<NodeJS.Signals | null> } {
  const program = path.join(import.meta.dirname, '../testing/doctored-worker.ts');
  const child = fork(program, [root, ...limitsMs.map(String)]);
  children.push(child);
  return {
    ended: new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal))),
  };
}

/** A published item whose page goes wrong from now on. */
async function publishedItem(fault: Fault) {
  const world = await createWorld();
  worlds.push(world);
  const { db, folder } = world;
  const { site, order } = await doctoredSite(path.join(folder.root, 'site'), origin);
  world.addItem();
  await createPublisher({ db, folder, site, origin, now: Date.now }).publish();
  order({ path: '/foto/item-0001', fault });
  return { db, folder, order, before: liveFiles(folder.releases) };
}

async function liveThrough(fault: Fault, ...limitsMs: number[]): Promise<void> {
  const { db, folder, order, before } = await publishedItem(fault);
  const rename = (title: string) => db.update(media).set({ title }).where(eq(media.seq, 1)).run();
  const page = () => liveFiles(folder.releases).get('foto/01/item-0001.html');
  const failed = () => db.select().from(releases).where(eq(releases.state, 'failed')).all();
  rename('Ochtend');
  expect(await startProgram(folder.root, ...limitsMs).ended).toBe('SIGKILL');
  expect(liveFiles(folder.releases)).toEqual(before);

  // The next one knows what happened, and waits although the page would hang again.
  startProgram(folder.root, 600_000);
  const reason = 'item_too_slow?title=Ochtend&n=1';
  await expect.poll(() => readState(db).error).toBe(reason);
  const { running, failedCount, nextTryAt } = readState(db);
  expect({ running, failedCount }).toEqual({ running: false, failedCount: 1 });
  expect(failed()).toMatchObject([{ error: reason }]);
  expect(nextTryAt).toBe((failed()[0]?.createdAt ?? 0) + 30_000);
  expect(existsSync(path.join(folder.root, 'worker.hung'))).toBe(false);

  order(null);
  rename('Middag');
  await expect.poll(page).toContain('Middag');
  await expect.poll(() => readState(db)).toMatchObject({ error: null, failedRevision: null });
}

async function previewThrough(): Promise<void> {
  const { db, folder, order } = await publishedItem('loops');
  const ask = () =>
    enqueueJob(db, { kind: 'preview', subject: 'abc/foto/item-0001', now: Date.now() });
  ask();
  expect(await startProgram(folder.root, LIMIT).ended).toBe('SIGKILL');

  startProgram(folder.root, 600_000);
  await expect.poll(() => existsSync(path.join(folder.root, 'worker.hung'))).toBe(false);
  await expect.poll(() => db.select().from(jobs).all()).toEqual([]);
  order(null);
  const id = ask();
  await expect.poll(() => getJob(db, id)?.state).toBe('done');
  expect(readState(db)).toMatchObject({ running: false, error: null });
  expect(db.select().from(releases).all()).toHaveLength(1);
}

it('ends a worker whose page or preview loops or never comes, and the next one goes on', async () => {
  await Promise.all([liveThrough('loops', LIMIT), liveThrough('hangs', LIMIT), previewThrough()]);
});

it('ends a worker in a loop by the limit of loops, long before that of an attempt', async () => {
  await liveThrough('loops', 600_000, LIMIT);
});
