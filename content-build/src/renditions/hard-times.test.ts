/** The image jobs with the real image process when the disk is full or memory short (faults F7, F15, T17). */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { claimJob, type Job } from '@veldlicht/database/jobs';
import { files, jobs } from '@veldlicht/database/schema';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { landscape, patchJpegSize, pngBomb } from '#testing/test-pictures.ts';
import { silentLog } from '../testing/image-bench.ts';
import { type ImageProcess, startImageProcess } from './image-process.ts';
import { runInspectJob } from './inspect-job.ts';
import { STORAGE_REST_MS } from './job-deps.ts';
import { runRenditionJob } from './rendition-job.ts';

let bench: JobBench | undefined;
let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await landscape(1300, 900).jpeg().toBuffer();
});
afterEach(() => bench?.close());

async function open(images: ImageProcess): Promise<JobBench> {
  bench = await createJobBench({ images });
  return bench;
}
async function inspect({ deps, take, upload, job }: JobBench, bytes: Buffer): Promise<Job> {
  const taken = take('inspect', upload(bytes));
  await runInspectJob(deps, taken);
  return job(taken.id);
}
/** The next try of a job that waits. */
async function again({ deps, job }: JobBench, id: number): Promise<Job> {
  const next = claimJob(deps.db, ['inspect'], 1000);
  if (next?.id !== id) throw new Error('it does not wait');
  await runInspectJob(deps, next);
  return job(id);
}

it('keeps an upload while the disk is full, and reads it once there is room (F7)', async () => {
  const module = pathToFileURL(path.join(import.meta.dirname, '../testing/full-disk.ts'));
  const sign = path.join(process.env.TMPDIR ?? '/tmp', `veldlicht-full-${process.pid}`);
  module.searchParams.set('while', sign);
  writeFileSync(sign, '');
  const images = startImageProcess({ log: silentLog, nodeOptions: ['--import', module.href] });
  const { deps, upload, take, job, tree, fileRows } = await open(images);
  const key = upload(jpeg);
  const full = take('inspect', key);
  await runInspectJob(deps, full);
  expect(job(full.id)).toMatchObject({ state: 'failed', result: { code: 'disk_full' } });
  expect(tree()).toEqual([`incoming/${key}`]);
  expect(fileRows()).toEqual([]);
  rmSync(sign);
  const free = take('inspect', key);
  await runInspectJob(deps, free);
  expect(job(free.id).state).toBe('done');

  writeFileSync(sign, '');
  const ladder = claimJob(deps.db, ['renditions'], 1000);
  if (!ladder) throw new Error('no ladder was asked for');
  await runRenditionJob(deps, ladder);
  // It rests, and the try does not count: the file is not to blame.
  const rests = { state: 'waiting', attempts: 0, runAt: 1000 + STORAGE_REST_MS };
  expect(job(ladder.id)).toMatchObject(rests);
  expect(fileRows()).toMatchObject([{ processing: 'working' }]);
  rmSync(sign);
  const later = claimJob(deps.db, ['renditions'], 1000 + STORAGE_REST_MS);
  if (!later) throw new Error('it does not come back');
  await runRenditionJob(deps, later);
  expect(fileRows()).toMatchObject([{ processing: 'ready' }]);
});

it.runIf(process.platform === 'linux')(
  'gives up on a picture that needs too much memory after two tries, and answers meanwhile (F15)',
  async () => {
    const ends: string[] = [];
    const memoryLimitBytes = 200 * 1024 * 1024;
    const onExit = (reason: string) => ends.push(reason);
    const images = startImageProcess({ log: silentLog, memoryLimitBytes, onExit });
    const opened = await open(images);
    const { deps, tree, job } = opened;
    const hungry = pngBomb(12_000, 12_000, true);
    let isOver = false;
    let answered = 0;
    const first = inspect(opened, hungry).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      // What any request does: a turn of this process, and the database.
      await new Promise((go) => setTimeout(go, 5));
      expect(deps.db.select().from(jobs).all()).toHaveLength(1);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(1);
    const { id, state, attempts } = await first;
    expect([state, attempts, ends]).toEqual(['waiting', 1, ['memory']]);
    const ended = await again(opened, id);
    expect(ended).toMatchObject({
      state: 'failed',
      attempts: 2,
      result: { code: 'unreadable_file' },
    });
    expect(ended.error).toBe('reading_takes_too_much_memory');
    expect([ends, tree()]).toEqual([['memory', 'memory'], []]);
    expect(claimJob(deps.db, ['inspect'], 1e12)).toBeUndefined();
    expect((await inspect(opened, jpeg)).state).toBe('done');
    expect(job(id).state).toBe('failed');
  },
);

it('refuses bombs and broken files for good, and goes on with the next picture (T17)', async () => {
  const opened = await open(startImageProcess({ log: silentLog }));
  const { deps, tree, fileRows } = opened;
  const pid = deps.images.pid();
  for (const bad of [
    pngBomb(16_000, 16_000),
    pngBomb(1_000_000, 1),
    patchJpegSize(jpeg, 64_250),
    jpeg.subarray(0, Math.floor(jpeg.length * 0.6)),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;'),
  ]) {
    expect((await inspect(opened, bad)).state).toBe('failed');
    expect([tree(), fileRows()]).toEqual([[], []]);
  }
  // Nothing waits for another try, and the process that refused them is well.
  expect(claimJob(deps.db, ['inspect', 'renditions', 'remove'], 1e12)).toBeUndefined();
  expect((await inspect(opened, jpeg)).state).toBe('done');
  expect(deps.images.pid()).toBe(pid);
  const hash = hashOf(jpeg);
  expect(deps.db.select().from(files).all()).toMatchObject([{ hash, type: 'photo' }]);
});
