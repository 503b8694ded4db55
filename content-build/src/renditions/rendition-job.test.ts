import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { claimJob } from '@veldlicht/database/jobs';
import { contentState, files, media } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { CAMERA_EXIF, landscape } from '#testing/test-pictures.ts';
import { runInspectJob } from './inspect-job.ts';
import { abandonRenditionJob, runRenditionJob } from './rendition-job.ts';

let bench: JobBench;
let jpeg: Buffer;
let hash: string;

async function store(bytes: Buffer): Promise<string> {
  const job = bench.take('inspect', bench.upload(bytes));
  await runInspectJob(bench.deps, job);
  return hashOf(bytes);
}

function addItem(facts: { fileHash: string; previousFileHash: string | null }) {
  const row = { id: 'm', slug: 'item-0001', type: 'photo', title: 'Item', ...facts } as const;
  const rest = {
    locationPrivacy: 'exact',
    categoryId: 'fauna',
    createdAt: 0,
    updatedAt: 0,
  } as const;
  bench.deps.db
    .insert(media)
    .values({ ...row, ...rest })
    .run();
}

function takeRendering() {
  const job = claimJob(bench.deps.db, ['renditions'], 1000);
  if (!job) throw new Error('no job');
  return job;
}

beforeEach(async () => {
  bench = await createJobBench();
  jpeg = await landscape(1300, 900).withExif(CAMERA_EXIF).jpeg().toBuffer();
  hash = await store(jpeg);
});
afterEach(() => bench.close());

it('makes the ladder, marks the file ready and drops what it replaced', async () => {
  const old = await store(await landscape(500, 400).jpeg().toBuffer());
  addItem({ fileHash: hash, previousFileHash: old });
  const revision = () => bench.deps.db.select().from(contentState).get()?.revision ?? 0;
  const before = revision();
  const job = takeRendering();
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id).state).toBe('done');
  const row = bench.fileRows().find((one) => one.hash === hash);
  expect(row).toMatchObject({ processing: 'ready', processingError: null });
  expect(row?.renditions.map(({ name }) => name)).toEqual([
    '480.avif',
    '960.avif',
    '1600.avif',
    '960.jpg',
    '1600.jpg',
  ]);
  expect(bench.deps.db.select().from(media).get()?.previousFileHash).toBeNull();
  expect(revision()).toBeGreaterThan(before);
});

it('can be repeated', async () => {
  const job = takeRendering();
  await runRenditionJob(bench.deps, job);
  const first = bench.fileRows();
  await runRenditionJob(bench.deps, bench.take('renditions', hash));
  expect(bench.fileRows()).toEqual(first);
});

it('fails the file with a sentence when its original cannot be decoded any more', async () => {
  const original = path.join(bench.deps.folder.originals, `${hash}.jpg`);
  writeFileSync(original, jpeg.subarray(0, 5000));
  // A process that knows nothing of the pixels yet, as after a restart.
  const pid = bench.deps.images.pid();
  if (pid) process.kill(pid, 'SIGKILL');
  await expect.poll(() => bench.deps.images.pid()).toBeUndefined();
  const job = takeRendering();
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id).state).toBe('failed');
  const failed = { processing: 'failed', processingError: 'file_damaged' };
  expect(bench.fileRows()).toMatchObject([failed]);
});

it('leaves a file on the site that was ready, when it can’t be rendered once more', async () => {
  await runRenditionJob(bench.deps, takeRendering());
  rmSync(path.join(bench.deps.folder.renditions, hash, '960.avif'));
  rmSync(path.join(bench.deps.folder.originals, `${hash}.jpg`));
  const job = { ...bench.take('renditions', hash), attempts: 2 };
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id).state).toBe('failed');
  expect(bench.fileRows()).toMatchObject([{ processing: 'ready' }]);
});

it('publishes nothing that still carries metadata', async () => {
  const folder = path.join(bench.deps.folder.renditions, hash);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, '1600.jpg'), jpeg);
  const job = takeRendering();
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id)).toMatchObject({ state: 'waiting', attempts: 1 });
  await runRenditionJob(bench.deps, { ...job, attempts: 2 });
  expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
});

it('forgets the work when the file was deleted meanwhile', async () => {
  const job = takeRendering();
  bench.deps.db.delete(files).run();
  rmSync(path.join(bench.deps.folder.renditions, hash), { recursive: true });
  await runRenditionJob(bench.deps, job);
  expect(bench.job(job.id).state).toBe('done');
  expect(bench.tree()).toEqual([`originals/${hash}.jpg`]);
});

it('shows a file as failed whose job was given up while the worker was down', () => {
  const job = takeRendering();
  abandonRenditionJob(bench.deps, job);
  expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
  expect(readFileSync(path.join(bench.deps.folder.originals, `${hash}.jpg`))).toEqual(jpeg);
});
