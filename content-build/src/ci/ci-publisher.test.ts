import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import { ciBuilds, contentState, media } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '#testing/receiver.ts';
import { createWorld, type World } from '#testing/world.ts';
import type { Publisher } from '../publish.ts';
import { keptReleases, readState } from '../publish-state.ts';
import { startWorker } from '../worker.ts';
import { outcomeOf } from './await-build.ts';
import { createCiPublisher } from './ci-publisher.ts';

const MINUTE = 60_000;
let world: World;
let receiver: Receiver;
/** The API, which writes reports from another process. */
let api: ReturnType<typeof openDatabase>;
let clock: number;
/** Stands still until a test moves it; with the worker it goes on. */
let now: () => number;
let ending: AbortController;
let worker: ReturnType<typeof startWorker> | undefined;
beforeEach(async () => {
  world = await createWorld();
  receiver = await startReceiver();
  api = openDatabase(world.folder.database);
  clock = 1_000_000;
  now = () => clock;
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await worker?.stop();
  worker = undefined;
  await receiver.close();
  api.$client.close();
  world.remove();
});

const secret = 'roerdomp-in-het-riet-0123456789-abcdef';
function publisher(): Publisher {
  return createCiPublisher({
    db: world.db,
    folder: world.folder,
    origin: 'https://veldlicht.example',
    webhook: { kind: 'signed', url: receiver.url, secret },
    timeoutMs: 30 * MINUTE,
    now: () => now(),
    stopping: ending.signal,
    rules: { waitsMs: [1], answerMs: 10_000 },
  });
}

const builds = () => api.select().from(ciBuilds).orderBy(ciBuilds.calledAt).all();
const called = async (count: number) => {
  await expect.poll(() => receiver.calls).toHaveLength(count);
  const id: string = JSON.parse(receiver.calls.at(-1)?.body ?? '').snapshotId;
  await expect.poll(() => builds().find((one) => one.snapshotId === id)?.state).toBe('called');
  return id;
};
const report = (snapshotId: string, facts: Partial<typeof ciBuilds.$inferInsert>) =>
  api
    .update(ciBuilds)
    .set({ reportedAt: now(), ...facts })
    .where(eq(ciBuilds.snapshotId, snapshotId))
    .run();
const retitle = (title: string) => world.db.update(media).set({ title }).run();

it('exports what the public may know, calls, and takes note when it is live', async () => {
  world.addItem({ location: '52.123456, 5.654321', locationPrivacy: 'hidden' });
  world.addItem({ status: 'draft', title: 'Geheim' });
  const { revision } = readState(world.db);
  const publishing = publisher().publish();
  const id = await called(1);
  const file = path.join(world.folder.snapshots, `snapshot-${id}.json`);
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ snapshotId: id, snapshot: { revision } });
  expect(text).toContain('Item 1');
  expect(text).not.toMatch(/Geheim|52\.12|5\.65/);
  expect(readState(world.db).publishedRevision).toBe(0);
  clock += 5000;
  report(id, { state: 'live', pagesTotal: 12, bytes: 99 });
  expect(await publishing).toMatchObject({ id, pagesTotal: 12, bytes: 99, durationMs: 5000 });
  expect(readState(world.db)).toMatchObject({
    releaseId: id,
    publishedRevision: revision,
    publishedAt: clock,
    error: null,
    running: false,
  });
  expect(world.db.select().from(media).where(eq(media.seq, 1)).get()?.firstPublishedAt).toBe(clock);
});

it('opens the pictures before the job asks, and closes those of what is gone when it is live', async () => {
  world.addItem();
  world.addItem();
  const [first, second] = world.db.select().from(media).all();
  const { publish } = publisher();
  const one = publish();
  const id = await called(1);
  const open = () => readdirSync(world.folder.publicMedia).sort();
  expect(open()).toEqual([first?.fileHash, second?.fileHash].sort());
  report(id, { state: 'live' });
  await one;
  world.db.delete(media).where(eq(media.seq, 1)).run();
  const two = publish();
  const next = await called(2);
  expect(open()).toHaveLength(2);
  report(next, { state: 'live' });
  await two;
  expect(open()).toEqual([second?.fileHash]);
});

it('calls for nothing when visitors would see no difference', async () => {
  world.addItem();
  const { publish } = publisher();
  const first = publish();
  report(await called(1), { state: 'live' });
  await first;
  world.addItem({ status: 'draft' });
  expect(readState(world.db).publishedRevision).toBeLessThan(readState(world.db).revision);
  expect(await publish()).toBeNull();
  expect(readState(world.db).publishedRevision).toBe(readState(world.db).revision);
  expect(receiver.calls).toHaveLength(1);
});

describe('says why and leaves the site as it is', () => {
  it('when the job failed, and calls anew the next time', async () => {
    world.addItem();
    const { publish } = publisher();
    const publishing = publish();
    const id = await called(1);
    report(id, { state: 'failed', log: 'rendering\n"Ree" (/foto/ree-1234): broken\n\n' });
    await expect(publishing).rejects.toThrow('The build failed: "Ree" (/foto/ree-1234): broken');
    expect(readState(world.db).releaseId).toBeNull();
    clock += 1;
    const again = publish();
    expect(await called(2)).toBe(id);
    report(id, { state: 'live' });
    expect(await again).toMatchObject({ id });
  });

  it('when the service is down', async () => {
    world.addItem();
    receiver.answer = 500;
    await expect(publisher().publish()).rejects.toThrow('The build service answered 500.');
    expect(receiver.calls).toHaveLength(2);
    expect(builds()).toMatchObject([{ state: 'failed', log: 'The build service answered 500.' }]);
  });

  it('when the job says nothing for half an hour, and takes it when it is live after all', async () => {
    world.addItem();
    const { publish } = publisher();
    const publishing = publish();
    publishing.catch(() => undefined);
    const id = await called(1);
    clock += 29 * MINUTE;
    report(id, { state: 'running' });
    clock += 29 * MINUTE;
    expect(outcomeOf(builds()[0], 30 * MINUTE, clock)).toBeNull();
    clock += MINUTE;
    await expect(publishing).rejects.toThrow('The build has not said anything for 30 min.');
    report(id, { state: 'live' });
    expect(await publish()).toMatchObject({ id });
    expect(receiver.calls).toHaveLength(1);
  });
});

it('waits on for a job that was called before the worker ended', async () => {
  world.addItem();
  const first = publisher().publish();
  const id = await called(1);
  ending.abort();
  expect(await first).toBeNull();
  ending = new AbortController();
  retitle('Meanwhile');
  const second = publisher().publish();
  report(id, { state: 'live' });
  expect(await second).toMatchObject({ id });
  expect(receiver.calls).toHaveLength(1);
  expect(readState(world.db).publishedRevision).toBeLessThan(readState(world.db).revision);
});

it('calls again when it is not known whether the call was made', async () => {
  world.addItem();
  receiver.answer = 'silent';
  const first = publisher().publish();
  await expect.poll(() => receiver.calls).toHaveLength(1);
  ending.abort();
  expect(await first).toBeNull();
  expect(builds()[0]?.state).toBe('calling');
  ending = new AbortController();
  receiver.answer = 204;
  const second = publisher().publish();
  report(await called(2), { state: 'live' });
  expect(await second).not.toBeNull();
});

it('keeps the files and rows of few builds, and only one release that is there', async () => {
  world.addItem();
  const { publish, prune } = publisher();
  for (let i = 1; i <= 6; i++) {
    clock += 1000;
    retitle(`Titel ${i}`);
    const publishing = publish();
    report(await called(i), { state: 'live' });
    await publishing;
    await prune();
  }
  expect(builds()).toHaveLength(3);
  const files = builds().map(({ snapshotId }) => `snapshot-${snapshotId}.json`);
  expect(readdirSync(world.folder.snapshots).sort()).toEqual(files.sort());
  expect(keptReleases(world.db)).toHaveLength(1);
});

describe('with the worker', () => {
  const start = () => {
    clock = 0;
    now = () => Date.now() + clock;
    const nothing = async () => {};
    worker = startWorker({
      db: world.db,
      folder: world.folder,
      storage: openStorage({ kind: 'disk' }, world.folder),
      publisher: publisher(),
      goBack: nothing,
      watch: { begin: () => undefined, end: () => [] },
      runJob: nothing,
      abandonJob: nothing,
      quietMs: 0,
      now: () => now(),
      log: pino({ level: 'silent' }),
    });
  };
  const state = () => api.select().from(contentState).get();

  it('has one job at work and one waiting, however many changes there are', async () => {
    world.addItem();
    start();
    const first = await called(1);
    expect(state()).toMatchObject({ running: true });
    for (let i = 0; i < 20; i++) retitle(`Titel ${i}`);
    report(first, { state: 'live' });
    const second = await called(2);
    report(second, { state: 'live' });
    await expect.poll(() => state()).toMatchObject({ running: false, releaseId: second });
    expect(state()?.publishedRevision).toBe(state()?.revision);
    expect(receiver.calls).toHaveLength(2);
    expect(
      readFileSync(path.join(world.folder.snapshots, `snapshot-${second}.json`), 'utf8'),
    ).toContain('Titel 19');
  });

  it('tells the failure of a job, and that a retry made it', async () => {
    world.addItem();
    start();
    const id = await called(1);
    report(id, { state: 'failed', log: 'The target can not be reached.' });
    const error = 'The build failed: The target can not be reached.';
    await expect.poll(() => state()).toMatchObject({ running: false, error });
    api.update(contentState).set({ retryAt: 1 }).run();
    report(await called(2), { state: 'live' });
    await expect.poll(() => state()).toMatchObject({ running: false, error: null, releaseId: id });
  });

  it('gets over a service that is down for a while by itself', async () => {
    world.addItem();
    receiver.answer = null;
    start();
    const error = 'The build service does not answer.';
    await expect.poll(() => state()).toMatchObject({ running: false, error });
    receiver.answer = 204;
    const before = receiver.calls.length;
    clock += 30_000;
    report(await called(before + 1), { state: 'live' });
    await expect.poll(() => state()).toMatchObject({ running: false, error: null });
  });
});
