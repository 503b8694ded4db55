/** Going back where the site is built elsewhere: the same call, the same snapshot, the same report. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { auditLog, releases } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { useCiBench } from '#testing/ci-bench.ts';
import { place } from '#testing/publish-world.ts';
import { keptReleases } from '../publish/publish-state.ts';
import type { CiPublisher } from './ci-publisher.ts';

const bench = useCiBench();
const { world } = bench;
const { edit, state } = world;
let publisher: CiPublisher;
beforeEach(() => {
  publisher = bench.publisher();
});

const publish = () => {
  world.clock += 1000;
  return bench.publishWell(publisher);
};
const live = () => keptReleases(world.api).find((one) => one.state === 'live');

/** A step back whose job goes well; answers the snapshot that was called for. */
async function goBack(id: string): Promise<string> {
  world.clock += 1000;
  const going = publisher.goBack(id);
  const wanted = await bench.called(bench.receiver.calls.length + 1);
  expect(live()?.id).not.toBe(wanted);
  bench.report(wanted, { state: 'live' });
  expect(await going).toBe(wanted);
  return wanted;
}

it('has the very snapshot built again, until the next change', async () => {
  world.addItem({ title: 'Ochtend' });
  const first = await publish();
  edit(1, { title: 'Middag' });
  const second = await publish();
  expect(await goBack(first)).toBe(first);
  expect(bench.exported(first)).toContain('Ochtend');
  expect(state()).toMatchObject({ releaseId: first, running: false, error: null });
  expect(state().heldRevision).toBe(state().revision);
  expect(live()?.id).toBe(first);
  // And forward again.
  expect(await goBack(second)).toBe(second);
  expect(live()?.id).toBe(second);
  expect(keptReleases(world.api)).toHaveLength(2);
  edit(1, { title: 'Avond' });
  expect(bench.exported(await publish())).toContain('Avond');
});

it('leaves out what was removed since, and says who went back', async () => {
  world.addItem({ title: 'Vos', tags: ['nacht'] });
  world.addItem({ title: 'Ree', location: place });
  world.addItem({ title: 'Das' });
  const first = await publish();
  edit(1, { status: 'draft' });
  edit(2, { locationPrivacy: 'hidden' });
  edit(3, { publishUntil: world.clock });
  await publish();
  const entry = { action: 'restore', entity: 'site', entityId: first, summary: first } as const;
  world.api
    .insert(auditLog)
    .values({ at: 1, actorId: 'a', actor: 'eva', ...entry })
    .run();
  const made = await goBack(first);
  expect(made).not.toBe(first);
  const text = bench.exported(made);
  expect(text).toContain('Ree');
  for (const word of ['Vos', 'nacht', 'Das', '52.13']) expect(text).not.toContain(word);
  const row = world.api.select().from(releases).where(eq(releases.id, made)).get();
  expect(row).toMatchObject({
    state: 'live',
    auditId: null,
    changes: { total: 1, newest: [{ actor: 'eva', action: 'restore', summary: first }] },
  });
  // What is live shows the same: there is nothing to build.
  expect(await publisher.goBack(first)).toBe(made);
  expect(bench.receiver.calls).toHaveLength(3);
});

it('leaves the site as it is when nothing tells what the release showed', async () => {
  world.addItem({ title: 'Ochtend' });
  const first = await publish();
  edit(1, { title: 'Middag' });
  const second = await publish();
  rmSync(path.join(world.folder.snapshots, `snapshot-${first}.json`));
  await expect(publisher.goBack(first)).rejects.toThrow('Nothing tells any more what release');
  await expect(publisher.goBack('s9-elsewhere')).rejects.toThrow('There is no release');
  expect(bench.receiver.calls).toHaveLength(2);
  expect(state()).toMatchObject({ releaseId: second, heldRevision: null });
});

it.each([
  ['before the next one begins', false],
  ['while the next one waits', true],
])(
  'is done by the next worker when this one ends meanwhile and the job ends %s',
  async (_when, isLater) => {
    world.addItem({ title: 'Ochtend' });
    const first = await publish();
    edit(1, { title: 'Middag' });
    await publish();
    bench.work();
    world.ask({ restoreId: first });
    await bench.called(3);
    await bench.rest();
    expect(state()).toMatchObject({ restoreId: first, running: false });
    if (!isLater) bench.report(first, { state: 'live' });
    bench.work();
    if (isLater) {
      await expect.poll(state).toMatchObject({ restoreId: first, running: true });
      bench.report(first, { state: 'live' });
    }
    await expect
      .poll(state)
      .toMatchObject({ restoreId: null, releaseId: first, restoreError: null });
    expect(bench.receiver.calls).toHaveLength(3);
  },
);
