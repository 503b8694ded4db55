/** Going back and forward as an admin asks for it: through the database, by the worker. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '@veldlicht/database/open';
import { contentState, media, releases } from '@veldlicht/database/schema';
import { openStorage } from '@veldlicht/database/storage/storage';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noWatch } from '../testing/no-watch.ts';
import { liveFiles } from '../testing/release-tree.ts';
import { createWorld, plainSite, type World } from '../testing/world.ts';
import { startWorker } from '../worker/worker.ts';
import { createPublisher, type Publisher } from './publish.ts';
import type { AttemptDeps } from './publish-attempt.ts';
import { readState } from './publish-state.ts';
import { type RollbackDeps, rollBack } from './rollback.ts';
import { RollbackError } from './rollback-error.ts';

let world: World;
let worker: ReturnType<typeof startWorker> | undefined;
let publisher: Publisher;
let steps: () => RollbackDeps;
/** Another process that writes, as the API is: the worker notices only what others commit. */
let api: World['db'];
beforeEach(async () => {
  world = await createWorld();
  api = openDatabase(world.folder.database);
  const { db, folder } = world;
  const origin = 'https://veldlicht.example';
  const site = plainSite();
  steps = () => ({ db, folder, site, origin, now: Date.now });
  publisher = createPublisher(steps());
  world.addItem();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  api.$client.close();
  world.remove();
});

function start(change: Partial<AttemptDeps> = {}): void {
  const { db, folder } = world;
  worker = startWorker({
    db,
    folder,
    storage: openStorage({ kind: 'disk' }, folder),
    publisher,
    goBack: (id) => rollBack(steps(), id),
    watch: noWatch,
    runJob: async () => {},
    abandonJob: async () => {},
    quietMs: 0,
    now: Date.now,
    log: pino({ level: 'silent' }),
    ...change,
  });
}
const page = () => liveFiles(world.folder.releases).get('foto/01/item-0001.html') ?? '';
const edit = (seq: number, change: Partial<typeof media.$inferInsert>) =>
  api.update(media).set(change).where(eq(media.seq, seq)).run();
const rename = (title: string) => edit(1, { title });
const ask = (restoreId: string) => api.update(contentState).set({ restoreId }).run();
const askNewest = () => api.update(contentState).set({ heldRevision: null, retryAt: 1 }).run();
const state = () => readState(api);
/** Publishes these titles one after another; answers the ids of the releases. */
async function publishTitles(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    rename(title);
    ids.push((await publisher.publish())?.id ?? '');
  }
  return ids;
}
const settled = () => expect.poll(state).toMatchObject({ restoreId: null, running: false });

it('goes back and forward again, and then the next change publishes', async () => {
  const [first = '', , third = ''] = await publishTitles('Ochtend', 'Middag', 'Avond');
  start();
  ask(first);
  await expect.poll(page).toContain('Ochtend');
  await settled();
  expect(state()).toMatchObject({ releaseId: first, restoreError: null });
  expect(state().heldRevision).toBe(state().revision);
  expect(api.select().from(releases).where(eq(releases.state, 'live')).all()).toMatchObject([
    { id: first },
  ]);
  ask(third);
  await expect.poll(page).toContain('Avond');
  await settled();
  // The newest release keeps nothing from visitors: it is no step back.
  expect(state().heldRevision).toBeNull();
  rename('Nacht');
  await expect.poll(page).toContain('Nacht');
});

describe('while an older release is held', () => {
  const held = (revision: number) => expect.poll(() => state().heldRevision).toBe(revision);

  it('keeps what is changed waiting until somebody asks for the newest', async () => {
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    start();
    ask(first);
    await settled();
    rename('Avond');
    await held(state().revision);
    rename('Nacht');
    await held(state().revision);
    await settled();
    expect([page(), state().releaseId]).toEqual([expect.stringContaining('Ochtend'), first]);
    askNewest();
    await expect.poll(page).toContain('Nacht');
    await expect.poll(state).toMatchObject({ heldRevision: null, running: false });
  });

  it.each([
    ['deleted', (seq: number) => api.delete(media).where(eq(media.seq, seq)).run()],
    ['drafted', (seq: number) => edit(seq, { status: 'draft' })],
    ['hidden', (seq: number) => edit(seq, { locationPrivacy: 'hidden' })],
  ] as const)('takes what is %s from it at once, and nothing else', async (_what, remove) => {
    const seq = world.addItem({ title: 'Vos', location: 'Bosrand bij Elspeet' });
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    const shown = () => [...liveFiles(world.folder.releases).values()].join('');
    start();
    ask(first);
    await settled();
    expect(shown()).toContain('Elspeet');
    rename('Avond');
    remove(seq);
    await expect.poll(() => shown().includes('Elspeet')).toBe(false);
    await held(state().revision);
    expect(page()).toContain('Ochtend');
    // What it was made into is held on, also by the next worker.
    await worker?.stop();
    start();
    rename('Nacht');
    await held(state().revision);
    expect(page()).toContain('Ochtend');
  });

  it('publishes the newest that is asked for while it looks at the held one', async () => {
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    const asked: string[] = [];
    start({
      goBack: (id) => {
        asked.push(id);
        if (asked.length === 2) askNewest();
        return rollBack(steps(), id);
      },
    });
    ask(first);
    await settled();
    rename('Avond');
    await expect.poll(page).toContain('Avond');
    await expect.poll(state).toMatchObject({ heldRevision: null, running: false });
    expect(asked).toEqual([first, first]);
  });

  it('publishes the newest when nothing tells any more what the held one showed', async () => {
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    start();
    ask(first);
    await settled();
    rmSync(path.join(world.folder.releases, 'snapshots'), { recursive: true });
    rename('Avond');
    await expect.poll(page).toContain('Avond');
    expect(state().heldRevision).toBeNull();
  });
});

it('stays back at a release that was made by going back, though it is the newest of all', async () => {
  const moment = Date.now();
  world.addItem({ title: 'Vos', publishUntil: moment + 1 });
  world.addItem({ title: 'Das', publishFrom: moment + 2 });
  // One content at three moments: both, one gone, and one more come.
  const at = (now: number) => createPublisher({ ...steps(), now: () => now });
  const first = (await at(moment).publish())?.id ?? '';
  await at(moment + 1).publish();
  await at(moment + 2).publish();
  const home = () => liveFiles(world.folder.releases).get('index.html') ?? '';
  expect(home()).toContain('Das');
  start();
  ask(first);
  await settled();
  expect([home().includes('Vos'), home().includes('Das')]).toEqual([false, false]);
  expect(state().heldRevision).toBe(state().revision);
});

it('stays back after a restart and after a retry', async () => {
  const [first = ''] = await publishTitles('Ochtend', 'Middag');
  start();
  ask(first);
  await settled();
  await worker?.stop();
  let publishes = 0;
  const counted: Publisher = {
    ...publisher,
    publish: () => {
      publishes += 1;
      return publisher.publish();
    },
  };
  start({ publisher: counted });
  api.update(contentState).set({ retryAt: 1 }).run();
  // Asked for after the retry, so that the worker has surely seen it once this is done.
  ask(first);
  await settled();
  expect([publishes, page()]).toEqual([0, expect.stringContaining('Ochtend')]);
});

it('offers no way back to a release whose folder is about to go', async () => {
  const ids = await publishTitles('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const offered = api.select().from(releases).where(eq(releases.state, 'kept')).all();
  expect(offered.map(({ id }) => id).sort()).toEqual(ids.slice(2, 6).sort());
});

it('says why a step back is not taken, and leaves the site and its publishing as they are', async () => {
  await publishTitles('Ochtend');
  start();
  ask('r999-gone');
  await settled();
  expect(state()).toMatchObject({
    restoreError: 'There is no release r999-gone.',
    heldRevision: null,
    error: null,
  });
  rename('Middag');
  await expect.poll(page).toContain('Middag');
  await expect.poll(state).toMatchObject({ restoreError: null });
});

it('never takes a step back while it publishes, nor publishes during one', async () => {
  const [first = ''] = await publishTitles('Ochtend', 'Middag');
  let underWay = 0;
  let most = 0;
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const answer = await work();
    underWay -= 1;
    return answer;
  };
  start({
    publisher: { ...publisher, publish: () => alone(publisher.publish) },
    goBack: (id) => alone(() => rollBack(steps(), id)),
  });
  for (let i = 0; i < 5; i++) {
    rename(`Titel ${i}`);
    ask(first);
    await settled();
  }
  rename('Laatste');
  askNewest();
  await expect.poll(page).toContain('Laatste');
  expect(most).toBe(1);
});

it('tells no path of the server when something unforeseen happens', async () => {
  await publishTitles('Ochtend');
  start({
    goBack: () => Promise.reject(Object.assign(new Error("read '/srv/x'"), { code: 'EIO' })),
  });
  ask('r1-a');
  await settled();
  expect(state().restoreError).toBe('The release could not be shown again (EIO)');
  await worker?.stop();
  start({ goBack: () => Promise.reject(new RollbackError('A picture of it is gone.')) });
  ask('r1-a');
  await settled();
  expect(state().restoreError).toBe('A picture of it is gone.');
});
