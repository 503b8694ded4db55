/** Going back and forward as an admin asks for it: through the database, by the worker. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { releases } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePublishWorld } from '../testing/publish-world.ts';

const world = usePublishWorld();
const { publisher, publishTitles, edit, drop, state, settled } = world;
const page = () => world.page();
beforeEach(() => {
  world.clock = Date.now();
  world.addItem();
});
const rename = (title: string) => edit(1, { title });
const ask = (restoreId: string) => world.ask({ restoreId });
const askNewest = () => world.ask({ heldRevision: null, retryAt: 1 });
const shown = () => [...world.live().values()].join('');

it('goes back and forward again, and then the next change publishes', async () => {
  const [first = '', , third = ''] = await publishTitles('Ochtend', 'Middag', 'Avond');
  world.work();
  ask(first);
  await expect.poll(page).toContain('Ochtend');
  await settled();
  expect(state()).toMatchObject({ releaseId: first, restoreError: null });
  expect(state().heldRevision).toBe(state().revision);
  expect(world.api.select().from(releases).where(eq(releases.state, 'live')).all()).toMatchObject([
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

  it('takes what is removed from it at once, and keeps all else waiting until somebody asks for the newest', async () => {
    const seq = world.addItem({ title: 'Vos', location: 'Bosrand bij Elspeet' });
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    world.work();
    ask(first);
    await settled();
    expect(shown()).toContain('Elspeet');
    rename('Avond');
    await held(state().revision);
    await settled();
    expect([page(), state().releaseId]).toEqual([expect.stringContaining('Ochtend'), first]);
    drop(seq);
    await expect.poll(() => shown().includes('Elspeet')).toBe(false);
    await held(state().revision);
    expect(page()).toContain('Ochtend');
    // What it was made into is held on, also by the next worker.
    await world.rest();
    world.work();
    rename('Nacht');
    await held(state().revision);
    expect(page()).toContain('Ochtend');
    askNewest();
    await expect.poll(page).toContain('Nacht');
    await expect.poll(state).toMatchObject({ heldRevision: null, running: false });
  });

  it('publishes the newest that is asked for while it looks at the held one', async () => {
    const [first = ''] = await publishTitles('Ochtend', 'Middag');
    const asked: string[] = [];
    world.work({
      goBack: (id) => {
        asked.push(id);
        if (asked.length === 2) askNewest();
        return world.back(id);
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
    world.work();
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
  const at = (now: number) => publisher({ now: () => now });
  const first = (await at(moment).publish())?.id ?? '';
  await at(moment + 1).publish();
  await at(moment + 2).publish();
  const home = () => world.page('index.html');
  expect(home()).toContain('Das');
  world.work();
  ask(first);
  await settled();
  expect([home().includes('Vos'), home().includes('Das')]).toEqual([false, false]);
  expect(state().heldRevision).toBe(state().revision);
});

it('says why a step back is not taken, without a path of the server, and leaves the site and its publishing as they are', async () => {
  await publishTitles('Ochtend');
  const broken = Object.assign(new Error("read '/srv/x'"), { code: 'EIO' });
  world.work({
    goBack: (id) => (id === 'r1-broken' ? Promise.reject(broken) : world.back(id)),
  });
  for (const [id, restoreError] of [
    ['r1-broken', 'restore_failed_with?code=EIO'],
    ['r999-gone', 'release_unknown?id=r999-gone'],
  ] as const) {
    ask(id);
    await settled();
    expect(state()).toMatchObject({ restoreError, heldRevision: null, error: null });
  }
  rename('Middag');
  await expect.poll(page).toContain('Middag');
  await expect.poll(state).toMatchObject({ restoreError: null });
});
