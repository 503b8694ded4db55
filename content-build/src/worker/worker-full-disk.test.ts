/** The worker while the database has no room (fault F7): it waits, and goes on by itself. */
import { claimJob, enqueueJob, finishJob, getJob, type Job } from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { openStorage } from '@veldlicht/database/storage/storage';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markDone, readState } from '../publish/publish-state.ts';
import { RenderError } from '../release/site-renderer.ts';
import { noWatch } from '../testing/no-watch.ts';
import { createWorld, type World } from '../testing/world.ts';
import { startWorker } from './worker.ts';

let world: World;
let worker: ReturnType<typeof startWorker> | undefined;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await worker?.stop();
  world.remove();
});

const answer = { text: 'x'.repeat(200_000) };
/** The disk of this connection is full from now on: SQLite itself says so. */
const fill = (db: World['db']) => {
  db.$client.pragma(`max_page_count = ${db.$client.pragma('page_count', { simple: true })}`);
};
const free = (db: World['db']) => void db.$client.pragma('max_page_count = 1000000');

it('says why a publish failed as soon as that can be written', async () => {
  const db = openDatabase(world.folder.database);
  world.addItem();
  const reason = 'x'.repeat(200_000);
  let wasFull = false;
  const nothing = async () => {};
  worker = startWorker({
    db,
    folder: world.folder,
    storage: openStorage({ kind: 'disk' }, world.folder),
    publisher: {
      publish: async () => {
        fill(db);
        wasFull = true;
        throw new RenderError(reason);
      },
      prune: nothing,
      sweep: nothing,
    },
    runJob: nothing,
    abandonJob: nothing,
    goBack: nothing,
    watch: noWatch,
    quietMs: 0,
    now: Date.now,
    log: pino({ level: 'silent' }),
  });
  await vi.waitFor(() => expect(wasFull).toBe(true), { timeout: 30_000 });
  expect(readState(world.db).running).toBe(true);
  free(db);
  await vi.waitFor(
    () => expect(readState(world.db)).toMatchObject({ running: false, error: reason }),
    { timeout: 30_000 },
  );
  await worker.stop();
  worker = undefined;
  db.$client.close();
});

it('puts a job back whose end could not be written, and publishes once there is room', async () => {
  const db = openDatabase(world.folder.database);
  world.addItem();
  fill(db);
  const runs: Job[] = [];
  const logged: string[] = [];
  let isFull = true;
  worker = startWorker({
    db,
    folder: world.folder,
    storage: openStorage({ kind: 'disk' }, world.folder),
    publisher: {
      publish: async () => {
        if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        markDone(db, readState(db).revision, null, 1);
        return null;
      },
      prune: async () => {},
      sweep: async () => {},
    },
    runJob: async (job) => {
      runs.push(job);
      finishJob(db, job.id, answer, 2);
    },
    abandonJob: async () => {
      throw new Error('it was no fault of the file');
    },
    goBack: async () => {},
    watch: noWatch,
    quietMs: 0,
    now: Date.now,
    log: pino({}, { write: (line: string) => void logged.push(line) }),
  });
  const id = enqueueJob(world.db, { kind: 'inspect', subject: 'a', now: 1 });
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(1), { timeout: 30_000 });
  expect(getJob(world.db, id)?.state).not.toBe('failed');
  expect(logged.join('')).toContain('SQLITE_FULL');
  isFull = false;
  free(db);
  await vi.waitFor(() => expect(getJob(world.db, id)?.state).toBe('done'), { timeout: 30_000 });
  expect(claimJob(world.db, ['inspect'], 1e15)).toBeUndefined();
  // As the owner does with the Retry button, or the next change by itself.
  world.addItem();
  await vi.waitFor(
    () => {
      const { revision, publishedRevision, error } = readState(world.db);
      expect([publishedRevision, error]).toEqual([revision, null]);
    },
    { timeout: 30_000 },
  );
  await worker.stop();
  worker = undefined;
  db.$client.close();
});
