/** A hung page or preview is killed and reported, and the worker continues (fault F10). */
import path from 'node:path';
import { enqueueJob, getJob } from '@veldlicht/database/jobs';
import { releases } from '@veldlicht/database/schema';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runPreviewJob } from '../preview/render-preview.ts';
import { createPublisher } from '../publish/publish.ts';
import { type DoctoredSite, doctoredSite } from '../testing/doctored-site.ts';
import { origin, usePublishWorld } from '../testing/publish-world.ts';
import { createWatch } from './watch.ts';

const world = usePublishWorld();
const address = '/foto/item-0001';
/** Time limit of a page in milliseconds. */
const LIMIT = 1500;
let doctored: DoctoredSite;
beforeEach(async () => {
  doctored = await doctoredSite(path.join(world.folder.root, 'site'), origin, LIMIT);
  world.addItem();
});
afterEach(() => doctored.site.stop());

function work(): void {
  const log = pino({ level: 'silent' });
  const deps = world.deps({ site: doctored.site, now: Date.now });
  const preview = { ...deps, origin, log };
  world.work({ publisher: createPublisher(deps), runJob: (job) => runPreviewJob(preview, job) });
}

it('gives up a published page that loops, reports it, and publishes the next change', async () => {
  work();
  world.edit(1, { title: 'Eerst' });
  await expect.poll(() => world.page()).toContain('Eerst');
  await expect.poll(() => world.state().publishedRevision).toBe(world.state().revision);
  const before = world.live();
  doctored.order({ path: address, fault: 'loops' });
  world.edit(1, { title: 'Ochtend' });
  await expect.poll(() => world.state().error).toBe('item_too_slow?title=Ochtend');
  const { failedCount, nextTryAt } = world.state();
  const [failed] = world.api
    .select()
    .from(releases)
    .all()
    .filter(({ error }) => error);
  expect([failedCount, nextTryAt]).toEqual([1, (failed?.createdAt ?? 0) + 30_000]);
  expect(world.live()).toEqual(before);
  doctored.order(null);
  world.edit(1, { title: 'Middag' });
  await expect.poll(() => world.page()).toContain('Middag');
  await expect.poll(() => world.state()).toMatchObject({ error: null, failedRevision: null });
});

it('names a previewed page that hangs, and renders the next one', async () => {
  work();
  const ask = () =>
    enqueueJob(world.db, { kind: 'preview', subject: `abc${address}`, now: Date.now() });
  const answered = async (id: number) => {
    await expect.poll(() => getJob(world.db, id)?.state).toBe('done');
    return getJob(world.db, id)?.result;
  };
  doctored.order({ path: address, fault: 'hangs' });
  expect(await answered(ask())).toMatchObject({
    status: 500,
    body: expect.stringContaining('took too long and was given up'),
  });
  doctored.order(null);
  expect(await answered(ask())).toMatchObject({ status: 200 });
});

it('reports only an attempt that makes no progress for too long', () => {
  vi.useFakeTimers();
  const onStall = vi.fn();
  const watch = createWatch({ folder: world.folder, limitMs: 1000, variables: {}, onStall });
  watch.begin();
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(900);
    watch.step('moving');
  }
  watch.end();
  vi.advanceTimersByTime(5000);
  expect(onStall).not.toHaveBeenCalled();
  watch.begin();
  watch.rendering(address, null);
  vi.advanceTimersByTime(1000);
  expect(onStall).toHaveBeenCalledOnce();
  watch.end();
  vi.useRealTimers();
});
