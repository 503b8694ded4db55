import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runTotals } from './bulk-state.ts';
import { createWorld, draftsOf } from './bulk-world.ts';

let world: ReturnType<typeof createWorld>;
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  world = createWorld();
});

const withFiles = (...list: string[]) => world.withFiles(...list);

describe('a stop', () => {
  it('stops when asked to, and remembers what has arrived', async () => {
    const session = await withFiles('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg');
    let go = () => {};
    session.store.subscribe(() => {
      // The second trio waits; the first has arrived by then.
      if (draftsOf(session).filter(({ stored }) => stored).length === 1)
        world.holds(new Promise((resolve) => (go = resolve)));
    });
    const run = session.run('fill-empty');
    await expect.poll(() => world.sent).toHaveLength(3);
    expect(runTotals(session.store.get())).toMatchObject({
      files: 4,
      stored: 3,
      phase: 'uploading',
    });
    session.cancel();
    go();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(draftsOf(session).map(({ stored, failure }) => [stored !== null, failure])).toEqual([
      [true, null],
      [true, null],
      [true, null],
      [false, null],
    ]);
    expect(world.calls).toEqual([]);
    world.holds(null);
    await session.run('as-is');
    expect(world.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  });

  it('shows no progress of files that move on after a stop', async () => {
    const session = await withFiles(...Array.from({ length: 8 }, (_, n) => `${n}.jpg`));
    let go = () => {};
    world.holds(new Promise((resolve) => (go = resolve)));
    const run = session.run('fill-empty');
    await expect.poll(() => world.mostAtOnce()).toBe(3);
    session.cancel();
    go();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(session.store.get().progress).toEqual(new Map());
    expect(world.mostAtOnce()).toBe(3);
    expect(world.sent).toEqual([]);
  });

  it('stops while items are being made, whose keys make them the same items later', async () => {
    const session = await withFiles('a.jpg', 'b.jpg');
    let answer = () => {};
    world.creates((items) => new Promise((done) => (answer = () => done(items.map(() => null)))));
    const run = session.run('fill-empty');
    await expect.poll(() => session.store.get().run).toBe('creating');
    // Another tab asks for the drafts: items are let be made.
    session.windDown();
    answer();
    expect((await run).created).toHaveLength(2);

    const again = await withFiles('a.jpg', 'b.jpg');
    const stopped = again.run('fill-empty');
    await expect.poll(() => again.store.get().run).toBe('creating');
    again.cancel();
    answer();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(draftsOf(again)).toHaveLength(2);
    const last = again.run('as-is');
    await expect.poll(() => world.calls.length).toBe(3);
    answer();
    await last;
    const keys = world.calls.map((items) => items.map(({ key }) => key));
    expect(keys[2]).toEqual(keys[1]);
    expect(new Set(keys.flat()).size).toBe(4);
  });
});
