import { existsSync } from 'node:fs';
import {
  claimJob,
  enqueueJob,
  finishJob,
  getJob,
  type Job,
  type JobKind,
} from '@veldlicht/database/jobs';
import { openDatabase } from '@veldlicht/database/open';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Publisher } from '../publish/publish.ts';
import { markDone, readState } from '../publish/publish-state.ts';
import { RenderError } from '../publish/site-renderer.ts';
import { usePublishWorld } from '../testing/publish-world.ts';
import { nextKinds } from './worker.ts';

const world = usePublishWorld();
const { state } = world;

function start(publish: Publisher['publish'], runJob = async (_job: Job) => {}): void {
  world.work({ publisher: { publish, prune: async () => {} }, runJob });
}

it('publishes pending changes at start, and writes its heartbeat', async () => {
  world.addItem();
  start(async () => {
    markDone(world.db, state().revision, null, 1);
    return null;
  });
  expect(existsSync(world.folder.heartbeat)).toBe(true);
  const { revision } = state();
  await expect.poll(() => state()).toMatchObject({ publishedRevision: revision, running: false });
});

it.each([
  ['The page of “Ree” could not be made', new RenderError('The page of “Ree” could not be made')],
  ['publish_failed_with?code=EIO', { code: 'EIO' }],
  ['data_read_only', { code: 'EROFS' }],
  ['disk_full', { code: 'ENOSPC' }],
])('records why a publish failed, without a server path: %s', async (text, facts) => {
  world.addItem();
  const error = facts instanceof Error ? facts : new Error("failed, write '/srv/data/x'");
  start(() => Promise.reject(Object.assign(error, facts)));
  await expect.poll(() => state().error).toBe(text);
});

it('runs one publish at a time, and one more for changes made during it', async () => {
  world.addItem();
  let underWay = 0;
  const seen: number[] = [];
  let finish = () => {};
  start(async () => {
    expect(++underWay).toBe(1);
    const { revision } = state();
    seen.push(revision);
    if (seen.length === 1)
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    markDone(world.db, revision, null, 1);
    underWay--;
    return null;
  });
  await expect.poll(() => seen).toHaveLength(1);
  for (let i = 0; i < 5; i++) world.edit(1, { title: `Titel ${i}` });
  finish();
  await expect.poll(() => seen).toEqual([seen[0], (seen[0] ?? 0) + 5]);
});

it('keeps a failure and its next attempt across a restart', async () => {
  world.addItem();
  start(() => Promise.reject(new RenderError('The page / could not be made')));
  await expect.poll(() => state().error).not.toBeNull();
  const { nextTryAt } = state();
  await world.rest();
  let publishes = 0;
  let jobs = 0;
  start(
    async () => {
      publishes += 1;
      markDone(world.db, state().revision, null, 1);
      return null;
    },
    async (job) => {
      jobs += 1;
      finishJob(world.db, job.id, null, 1);
    },
  );
  // After this the worker would have published.
  for (let n = 1; n <= 2; n++) {
    enqueueJob(world.api, { kind: 'inspect', subject: `${n}`, now: 1 });
    await expect.poll(() => jobs).toBe(n);
  }
  expect(publishes).toBe(0);
  expect(state().nextTryAt).toBe(nextTryAt);
  world.ask({ retryAt: 1 });
  await expect.poll(() => publishes).toBe(1);
});

describe('on a full disk (fault F7)', () => {
  const answer = { text: 'x'.repeat(200_000) };
  /** Makes SQLite report a full disk on this connection. */
  const fill = (db: typeof world.db) => {
    db.$client.pragma(`max_page_count = ${db.$client.pragma('page_count', { simple: true })}`);
  };
  const free = (db: typeof world.db) => void db.$client.pragma('max_page_count = 1000000');

  it('records a failed publish once there is room', async () => {
    const db = openDatabase(world.folder.database);
    world.addItem();
    const reason = 'x'.repeat(200_000);
    let wasFull = false;
    world.work({
      db,
      publisher: {
        publish: async () => {
          fill(db);
          wasFull = true;
          throw new RenderError(reason);
        },
        prune: async () => {},
      },
    });
    await expect.poll(() => wasFull).toBe(true);
    expect(state().running).toBe(true);
    free(db);
    await expect.poll(state).toMatchObject({ running: false, error: reason });
    await world.rest();
    db.$client.close();
  });

  it('returns a job to the queue when its end could not be stored, and publishes once there is room', async () => {
    const db = openDatabase(world.folder.database);
    world.addItem();
    fill(db);
    const runs: Job[] = [];
    const logged: string[] = [];
    let isFull = true;
    world.work({
      db,
      publisher: {
        publish: async () => {
          if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          markDone(db, readState(db).revision, null, 1);
          return null;
        },
        prune: async () => {},
      },
      runJob: async (job) => {
        runs.push(job);
        finishJob(db, job.id, answer, 2);
      },
      abandonJob: async () => {
        throw new Error('it was no fault of the file');
      },
      log: pino({}, { write: (line: string) => void logged.push(line) }),
    });
    const id = enqueueJob(world.api, { kind: 'inspect', subject: 'a', now: 1 });
    await expect.poll(() => runs.length).toBeGreaterThan(1);
    expect(getJob(world.db, id)?.state).not.toBe('failed');
    expect(logged.join('')).toContain('SQLITE_FULL');
    isFull = false;
    free(db);
    await expect.poll(() => getJob(world.db, id)?.state).toBe('done');
    expect(claimJob(world.db, ['inspect'], 1e15)).toBeUndefined();
    // Like the Retry button, or another change.
    world.addItem();
    const { revision } = state();
    await expect.poll(state).toMatchObject({ publishedRevision: revision, error: null });
    await world.rest();
    db.$client.close();
  });
});

it.each<[JobKind[], JobKind[]]>([
  [[], ['preview', 'inspect', 'renditions', 'remove', 'remake', 'versions']],
  [['versions'], ['preview', 'inspect', 'renditions', 'remove', 'remake']],
  [
    ['renditions', 'remove'],
    ['preview', 'inspect'],
  ],
  [['renditions', 'renditions', 'inspect'], ['preview']],
  [['inspect', 'inspect', 'inspect', 'preview'], ['preview']],
  [
    ['preview', 'preview'],
    ['inspect', 'renditions', 'remove', 'remake', 'versions'],
  ],
  [['preview', 'preview', 'inspect', 'inspect', 'inspect'], []],
])('beside %j it may start %j', (running, next) => {
  expect(nextKinds(running)).toEqual([...next, 'backup']);
  expect(nextKinds([...running, 'backup'])).toEqual(next);
});
