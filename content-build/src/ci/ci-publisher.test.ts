import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MINUTE, useCiBench } from '#testing/ci-bench.ts';
import { outcomeOf } from './ci-builds.ts';

const bench = useCiBench();
const { world, publisher, builds, called, report } = bench;
const { state, hashOf } = world;
const retitle = (title: string) => world.edit(1, { title });

it('writes a snapshot, calls the webhook, and records the live build', async () => {
  world.addItem({ location: '52.123456, 5.654321', locationPrivacy: 'hidden' });
  world.addItem({ status: 'draft', title: 'Geheim' });
  const { revision } = state();
  const { clock: started } = world;
  const publishing = publisher().publish();
  const id = await called(1);
  const text = bench.exported(id);
  expect(id).toMatch(new RegExp(`^s${revision}-`));
  expect(text).toContain('Item 1');
  expect(text).not.toMatch(/Geheim|52\.12|5\.65/);
  expect(state().publishedRevision).toBe(0);
  world.clock += 5000;
  report(id, { state: 'live', pagesTotal: 12, bytes: 99 });
  expect(await publishing).toMatchObject({ id, pagesTotal: 12, bytes: 99, durationMs: 5000 });
  expect(state()).toMatchObject({
    releaseId: id,
    publishedRevision: revision,
    publishedAt: world.clock,
    error: null,
    running: false,
  });
  expect(world.item(1)?.firstPublishedAt).toBe(started);
});

it('links renditions before the call, and unlinks removed ones when the build is live', async () => {
  world.addItem();
  world.addItem();
  const [first, second] = [hashOf(1), hashOf(2)];
  const { publish } = publisher();
  const one = publish();
  const id = await called(1);
  const open = () => readdirSync(world.folder.publicMedia).sort();
  expect(open()).toEqual([first, second].sort());
  report(id, { state: 'live' });
  await one;
  world.drop(1);
  const two = publish();
  const next = await called(2);
  expect(open()).toHaveLength(2);
  report(next, { state: 'live' });
  await two;
  expect(open()).toEqual([second]);
});

it('requests no build when visitors would see no difference', async () => {
  world.addItem();
  const { publish } = publisher();
  const first = publish();
  report(await called(1), { state: 'live' });
  await first;
  world.addItem({ status: 'draft' });
  expect(state().publishedRevision).toBeLessThan(state().revision);
  expect(await publish()).toBeNull();
  expect(state().publishedRevision).toBe(state().revision);
  expect(bench.receiver.calls).toHaveLength(1);
});

describe('a failure leaves the site unchanged', () => {
  it('of the job, and the next publish calls again', async () => {
    world.addItem();
    const { publish } = publisher();
    const publishing = publish();
    const id = await called(1);
    report(id, { state: 'failed', log: 'rendering\n"Ree" (/foto/ree-1234): broken\n\n' });
    await expect(publishing).rejects.toThrow('The build failed: "Ree" (/foto/ree-1234): broken');
    expect(state().releaseId).toBeNull();
    world.clock += 1;
    const again = publish();
    expect(await called(2)).toBe(id);
    report(id, { state: 'live' });
    expect(await again).toMatchObject({ id });
  });

  it('of the service', async () => {
    world.addItem();
    bench.receiver.answer = 500;
    await expect(publisher().publish()).rejects.toThrow('The build service answered 500.');
    expect(bench.receiver.calls).toHaveLength(2);
    expect(builds()).toMatchObject([{ state: 'failed', log: 'The build service answered 500.' }]);
  });

  it('after half an hour without a report, but a late live report counts', async () => {
    world.addItem();
    const { publish } = publisher();
    const publishing = publish();
    publishing.catch(() => undefined);
    const id = await called(1);
    world.clock += 29 * MINUTE;
    report(id, { state: 'running' });
    world.clock += 29 * MINUTE;
    expect(outcomeOf(builds()[0], 30 * MINUTE, world.clock)).toBeNull();
    world.clock += MINUTE;
    await expect(publishing).rejects.toThrow('The build has not said anything for 30 min.');
    report(id, { state: 'live' });
    expect(await publish()).toMatchObject({ id });
    expect(bench.receiver.calls).toHaveLength(1);
  });
});

it('waits for a job that the last worker called', async () => {
  world.addItem();
  const first = publisher().publish();
  const id = await called(1);
  bench.ending.abort();
  expect(await first).toBeNull();
  bench.ending = new AbortController();
  retitle('Meanwhile');
  const second = publisher().publish();
  report(id, { state: 'live' });
  expect(await second).toMatchObject({ id });
  expect(bench.receiver.calls).toHaveLength(1);
  expect(state().publishedRevision).toBeLessThan(state().revision);
});

it('keeps the time since when a change has been waiting', async () => {
  world.addItem();
  const { publish } = publisher();
  const first = publish();
  const id = await called(1);
  const calledAt = world.clock;
  for (const title of ['One', 'Two']) {
    world.clock += MINUTE;
    retitle(title);
  }
  report(id, { state: 'live' });
  await first;
  expect(state()).toMatchObject({ firstChangeAt: calledAt });
  const second = publish();
  report(await called(2), { state: 'live' });
  await second;
  expect(state()).toMatchObject({ firstChangeAt: null });
});

it('calls again when the last worker died while calling', async () => {
  world.addItem();
  bench.receiver.answer = 'silent';
  const first = publisher().publish();
  await expect.poll(() => bench.receiver.calls).toHaveLength(1);
  bench.ending.abort();
  expect(await first).toBeNull();
  expect(builds()[0]?.state).toBe('calling');
  bench.ending = new AbortController();
  bench.receiver.answer = 204;
  const second = publisher().publish();
  report(await called(2), { state: 'live' });
  expect(await second).not.toBeNull();
});

it('keeps only the snapshots of the newest builds', async () => {
  world.addItem();
  const made = publisher();
  const ids: string[] = [];
  for (let i = 1; i <= 7; i++) {
    world.clock += MINUTE;
    retitle(`Titel ${i}`);
    ids.push(await bench.publishWell(made));
    await made.prune();
  }
  expect(builds()).toHaveLength(3);
  const files = ids.slice(-3).map((id) => `snapshot-${id}.db`);
  expect(readdirSync(world.folder.snapshots).sort()).toEqual(files.sort());
});

it('has at most one running and one waiting job', async () => {
  world.addItem();
  bench.work();
  const first = await called(1);
  expect(state()).toMatchObject({ running: true });
  for (let i = 0; i < 20; i++) retitle(`Titel ${i}`);
  report(first, { state: 'live' });
  const second = await called(2);
  report(second, { state: 'live' });
  await expect.poll(state).toMatchObject({ running: false, releaseId: second });
  expect(state().publishedRevision).toBe(state().revision);
  expect(bench.receiver.calls).toHaveLength(2);
  expect(bench.exported(second)).toContain('Titel 19');
});

it('requests a build when an item starts by schedule', async () => {
  world.addItem({ title: 'Ree' });
  world.addItem({ title: 'Vos', publishFrom: Date.now() + 60 * MINUTE });
  bench.work();
  const before = await called(1);
  report(before, { state: 'live' });
  await expect.poll(state).toMatchObject({ releaseId: before });
  expect(bench.exported(before)).not.toContain('Vos');
  world.clock += 60 * MINUTE;
  expect(bench.exported(await called(2))).toContain('Vos');
});

it('is not killed by the watchdog while it waits for a job', async () => {
  world.addItem();
  let moves = 0;
  const publishing = bench.publisher(() => moves++).publish();
  const id = await called(1);
  const before = moves;
  await expect.poll(() => moves).toBeGreaterThan(before + 2);
  report(id, { state: 'live' });
  expect(await publishing).toMatchObject({ id });
});
