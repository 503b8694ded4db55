import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { enqueueJob } from '@veldlicht/database/jobs';
import { files, jobs, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench, shareImages } from '#testing/job-bench.ts';
import { quarters } from '#testing/test-pictures.ts';
import { readState, setState } from '../publish/publish-state.ts';
import { standAside } from '../worker/stand-aside.ts';
import { runRemakeJob } from './remake-job.ts';

const images = shareImages();
let bench: JobBench;
let old: string;
let fresh: string;

/** A ready photo with an item. */
async function store(width: number): Promise<string> {
  const bytes = await quarters(width, 48).jpeg().toBuffer();
  const hash = hashOf(bytes);
  await bench.inspect(bytes);
  await bench.render();
  bench.addItem({ slug: hash, fileHash: hash });
  return hash;
}

async function remake(): Promise<string[]> {
  enqueueJob(bench.deps.db, { kind: 'remake', subject: '', now: 1 });
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

/** A photo of an earlier ladder, and one of the current. */
beforeEach(async () => {
  bench = await createJobBench(images);
  old = await store(64);
  fresh = await store(60);
  rmSync(folderOf(old), { recursive: true });
  const renditions = await bench.oldLadder(old);
  bench.deps.db.update(files).set({ renditions }).where(eq(files.hash, old)).run();
});
afterEach(() => bench.close());

it('renders only stills of an earlier edition, under other names', async () => {
  const before = [bench.fileRow(old), bench.fileRow(fresh), revisions()] as const;
  expect(await remake()).toEqual([old]);
  expect([bench.fileRow(old), bench.fileRow(fresh), revisions()]).toEqual(before);
  await bench.render();
  const [first = 0, second] = revisions();
  expect(second).toBe(before[2][1]);
  expect(first).toBeGreaterThan(second ?? 0);
  expect(bench.fileRow(fresh)).toEqual(before[1]);
  expect(bench.fileRow(old)).toMatchObject({
    processing: 'ready',
    renditions: [
      { name: expect.stringMatching(/^480-3\w*\.avif$/), width: 64, height: 48 },
      { name: expect.stringMatching(/^960-3\w*\.jpg$/) },
      { name: '960.jpg' },
    ],
  });
  // Open pages still request the old one.
  expect(readdirSync(folderOf(old))).toContain('480-2.avif');
  expect(await remake()).toEqual([]);
});

it('keeps the old ones when they cannot be made again', async () => {
  await remake();
  writeFileSync(path.join(bench.deps.folder.originals, `${old}.jpg`), 'damaged');
  const before = bench.fileRow(old);
  await bench.render();
  expect(bench.deps.db.select().from(jobs).all().at(-1)).toMatchObject({ state: 'failed' });
  expect(bench.fileRow(old)).toEqual(before);
  rmSync(path.join(bench.deps.folder.originals, `${old}.jpg`));
  expect(await remake()).toEqual([]);
});

describe('while a publish is awaited', () => {
  const ending = new AbortController();
  const take = () => {
    const { db, now } = bench.deps;
    bench.deps.rest = standAside(db, now, ending.signal);
    setState(db, { retryAt: 1000 });
    return bench.take('remake', '');
  };

  it('waits for it', async () => {
    const job = take();
    const work = runRemakeJob(bench.deps, job);
    await setTimeout(200);
    expect(bench.job(job.id).state).toBe('running');
    const { revision } = readState(bench.deps.db);
    setState(bench.deps.db, { retryAt: null, publishedRevision: revision });
    await work;
    expect(bench.job(job.id).state).toBe('done');
  });

  it('is given back when the worker ends', async () => {
    const job = take();
    const work = runRemakeJob(bench.deps, job);
    ending.abort();
    await work;
    expect(bench.job(job.id)).toMatchObject({ state: 'waiting', attempts: 0 });
  });
});
