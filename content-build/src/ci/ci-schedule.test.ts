/** Items that begin and end by the clock, and the watch on what hangs, where the site is built elsewhere. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CiBench, createCiBench, MINUTE } from '#testing/ci-bench.ts';
import { readState } from '../publish/publish-state.ts';

const HOUR = 60 * MINUTE;
let bench: CiBench;
beforeEach(async () => {
  bench = await createCiBench();
});
afterEach(() => bench.remove());

const state = () => readState(bench.api);

it('calls for a build when an item begins and when it ends, with nobody changing anything', async () => {
  const { world } = bench;
  const window = { publishFrom: Date.now() + HOUR, publishUntil: Date.now() + 3 * HOUR };
  world.addItem({ title: 'Ree' });
  world.addItem({ title: 'Vos', ...window });
  bench.work();
  const before = await bench.called(1);
  bench.report(before, { state: 'live' });
  await expect.poll(state).toMatchObject({ running: false, releaseId: before });
  expect(bench.exported(before)).not.toContain('Vos');

  bench.clock += HOUR;
  const during = await bench.called(2);
  expect(bench.exported(during)).toContain('Vos');
  bench.report(during, { state: 'live' });
  await expect.poll(state).toMatchObject({ running: false, releaseId: during });

  bench.clock += 2 * HOUR;
  const after = await bench.called(3);
  expect(bench.exported(after)).not.toContain('Vos');
  bench.report(after, { state: 'live' });
  await expect.poll(state).toMatchObject({ running: false, releaseId: after });
  expect(state().error).toBeNull();
});

it('is not ended for standing still while it waits for a job', async () => {
  bench.world.addItem();
  let moves = 0;
  const publishing = bench.publisher(() => moves++).publish();
  const id = await bench.called(1);
  const before = moves;
  await expect.poll(() => moves).toBeGreaterThan(before + 2);
  bench.report(id, { state: 'live' });
  expect(await publishing).toMatchObject({ id });
});
