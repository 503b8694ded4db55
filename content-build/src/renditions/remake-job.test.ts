import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { enqueueJob } from '@veldlicht/database/jobs';
import { jobs, media } from '@veldlicht/database/schema';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { quarters } from '#testing/test-pictures.ts';
import { runRemakeJob } from './remake-job.ts';

let bench: JobBench;
let sideways: string;
let upright: string;

/** A ready photo with an item. */
async function store(orientation: number): Promise<string> {
  const picture = quarters(64, 48).withMetadata({ orientation }).withIccProfile('p3');
  const bytes = await picture.jpeg().toBuffer();
  const hash = hashOf(bytes);
  await bench.inspect(bytes);
  await bench.render();
  bench.addItem({ slug: hash, fileHash: hash });
  return hash;
}

async function remake(): Promise<string[]> {
  await runRemakeJob(bench.deps, bench.claim('remake'));
  const all = bench.deps.db.select().from(jobs).all();
  return all.filter(({ state }) => state === 'waiting').map(({ subject }) => subject);
}

const folderOf = (hash: string) => path.join(bench.deps.folder.renditions, hash);
const revisions = () =>
  bench.deps.db
    .select()
    .from(media)
    .all()
    .map(({ revision }) => revision);

/** The data folder as earlier versions left it, right after the migration. */
beforeEach(async () => {
  bench = await createJobBench();
  sideways = await store(6);
  upright = await store(1);
  const old = await quarters(48, 64).withMetadata({ orientation: 6 }).avif().toBuffer();
  writeFileSync(path.join(folderOf(sideways), '480.avif'), old);
  enqueueJob(bench.deps.db, { kind: 'remake', subject: 'sideways', now: 1 });
});
afterEach(() => bench.close());

it('has sideways pictures made again under other names, and no others', async () => {
  const before = [bench.fileRow(sideways), bench.fileRow(upright), revisions()] as const;
  expect(await remake()).toEqual([sideways]);
  expect([bench.fileRow(sideways), bench.fileRow(upright), revisions()]).toEqual(before);
  await bench.render();
  const [first = 0, second] = revisions();
  expect(second).toBe(before[2][1]);
  expect(first).toBeGreaterThan(second ?? 0);
  expect(bench.fileRow(upright)).toEqual(before[1]);
  expect(bench.fileRow(sideways)).toMatchObject({
    processing: 'ready',
    renditions: [{ name: '480-2.avif', width: 48, height: 64 }, { name: '960.jpg' }],
  });
  // Pages that are open, and older releases, still ask for the old one.
  expect(readdirSync(folderOf(sideways)).sort()).toEqual(['480-2.avif', '480.avif', '960.jpg']);
  const shown = await sharp(path.join(folderOf(sideways), '480-2.avif'))
    .raw()
    .toBuffer();
  // The corner that was below on the left: blue.
  expect(shown[2]).toBeGreaterThan(150);
  expect(shown[0]).toBeLessThan(100);
  enqueueJob(bench.deps.db, { kind: 'remake', subject: 'again', now: 1 });
  expect(await remake()).toEqual([]);
});

it('leaves the old ones as they are when they cannot be made again', async () => {
  await remake();
  rmSync(path.join(bench.deps.folder.originals, `${sideways}.jpg`));
  const before = bench.fileRow(sideways);
  await bench.render();
  await bench.render();
  expect(bench.deps.db.select().from(jobs).all().at(-1)).toMatchObject({ state: 'failed' });
  expect(bench.fileRow(sideways)).toEqual(before);
});
