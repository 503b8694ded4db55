import { existsSync } from 'node:fs';
import { openDatabase } from '@veldlicht/database/open';
import { contentState, media } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Publisher } from '../publish/publish.ts';
import { markDone, readState } from '../publish/publish-state.ts';
import { RenderError } from '../release/site-renderer.ts';
import { noWatch } from '../testing/no-watch.ts';
import { createWorld, type World } from '../testing/world.ts';
import { heartbeatFile, startWorker } from './worker.ts';

let world: World;
let worker: ReturnType<typeof startWorker> | undefined;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await worker?.stop();
  world.remove();
});

function start(publish: Publisher['publish'], goBack = async (_id: string) => {}): void {
  const nothing = async () => {};
  worker = startWorker({
    db: world.db,
    folder: world.folder,
    storage: openStorage({ kind: 'disk' }, world.folder),
    publisher: { publish, prune: nothing, sweep: nothing },
    runJob: nothing,
    abandonJob: nothing,
    goBack,
    watch: noWatch,
    quietMs: 0,
    now: Date.now,
    log: pino({ level: 'silent' }),
  });
}

it('publishes what waits when it starts, and shows that it lives', async () => {
  world.addItem();
  start(async () => {
    markDone(world.db, readState(world.db).revision, null, 1);
    return null;
  });
  expect(existsSync(heartbeatFile(world.folder))).toBe(true);
  const { revision } = readState(world.db);
  await expect
    .poll(() => readState(world.db))
    .toMatchObject({ publishedRevision: revision, running: false });
});

it.each([
  [new RenderError('The page of “Ree” could not be made'), 'The page of “Ree” could not be made'],
  [
    Object.assign(new Error("EIO: i/o error, write '/srv/data/x'"), { code: 'EIO' }),
    'The site could not be published (EIO)',
  ],
  [
    Object.assign(new Error("EROFS: read-only, write '/srv/data/x'"), { code: 'EROFS' }),
    'The data folder can’t be written; nothing can be saved until that is put right on the server',
  ],
  [Object.assign(new Error("write '/srv/x'"), { code: 'ENOSPC' }), 'The disk is full'],
])('says why a publish failed, without a path of the server', async (error, text) => {
  world.addItem();
  start(() => Promise.reject(error));
  await expect.poll(() => readState(world.db).error).toBe(text);
});

it('never has two publishes under way, and does one more for what changed meanwhile', async () => {
  world.addItem();
  let underWay = 0;
  const seen: number[] = [];
  let finish = () => {};
  start(async () => {
    expect(++underWay).toBe(1);
    const { revision } = readState(world.db);
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
  for (let i = 0; i < 5; i++)
    world.db
      .update(media)
      .set({ title: `Titel ${i}` })
      .run();
  finish();
  await expect.poll(() => seen).toEqual([seen[0], (seen[0] ?? 0) + 5]);
});

it('remembers across a restart that a publish failed, and when it is tried again', async () => {
  world.addItem();
  start(() => Promise.reject(new RenderError('The page / could not be made')));
  await expect.poll(() => readState(world.db).error).not.toBeNull();
  const { nextTryAt } = readState(world.db);
  await worker?.stop();
  let publishes = 0;
  const steps: string[] = [];
  start(
    async () => {
      publishes += 1;
      markDone(world.db, readState(world.db).revision, null, 1);
      return null;
    },
    async (id) => void steps.push(id),
  );
  const ask = (values: Partial<typeof contentState.$inferInsert>) => {
    const api = openDatabase(world.folder.database);
    api.update(contentState).set(values).run();
    api.$client.close();
  };
  // Once this is done, the worker has surely had its chance to publish.
  ask({ restoreId: 'r1-a' });
  await expect.poll(() => readState(world.db).restoreId).toBeNull();
  expect({ publishes, steps }).toEqual({ publishes: 0, steps: ['r1-a'] });
  expect(readState(world.db).nextTryAt).toBe(nextTryAt);
  ask({ retryAt: 1 });
  await expect.poll(() => publishes).toBe(1);
});
