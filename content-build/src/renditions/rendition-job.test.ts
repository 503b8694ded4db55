import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contentState, files, media } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench, shareImages } from '#testing/job-bench.ts';
import { CAMERA_EXIF, landscape } from '#testing/test-pictures.ts';
import { RefusedFile } from './image-child/image-types.ts';
import { abandonRenditionJob, runRenditionJob } from './rendition-job.ts';

const images = shareImages();
let bench: JobBench;
let hash: string;
afterEach(() => bench.close());

describe('the renditions of a photo', () => {
  let jpeg: Buffer;
  const original = () => path.join(bench.deps.folder.originals, `${hash}.jpg`);
  const renditions = () => path.join(bench.deps.folder.renditions, hash);

  beforeEach(async () => {
    bench = await createJobBench(images);
    jpeg = await landscape(1300, 900).withExif(CAMERA_EXIF).jpeg().toBuffer();
    hash = hashOf(jpeg);
    await bench.inspect(jpeg);
  });

  it('are made, also twice; the file is ready, and the replaced one is dropped', async () => {
    const old = await landscape(500, 400).jpeg().toBuffer();
    await bench.inspect(old);
    bench.addItem({ slug: 'item-0001', fileHash: hash, previousFileHash: hashOf(old) });
    const revision = () => bench.deps.db.select().from(contentState).get()?.revision ?? 0;
    const before = revision();
    const inspected = bench.fileRow(hash);
    expect(await bench.render()).toMatchObject({ state: 'done' });
    const row = bench.fileRow(hash);
    const { placeholder, color } = inspected ?? {};
    expect(row).toMatchObject({ processing: 'ready', processingError: null, placeholder, color });
    expect(row?.renditions.map(({ name }) => name)).toEqual([
      ...['480.avif', '960.avif', '1600.avif', '960.jpg', '1600.jpg'].map(bench.nameNow),
      '960.jpg',
    ]);
    expect(bench.deps.db.select().from(media).get()?.previousFileHash).toBeNull();
    expect(revision()).toBeGreaterThan(before);
    await bench.render();
    await bench.render(bench.take('renditions', hash));
    expect(bench.fileRow(hash)).toEqual(row);
  });

  it('fail with a reason when the original is damaged', async () => {
    writeFileSync(original(), jpeg.subarray(0, 5000));
    // A new process without kept pixels.
    const pid = bench.deps.images.pid();
    if (pid) process.kill(pid, 'SIGKILL');
    await expect.poll(() => bench.deps.images.pid()).toBeUndefined();
    expect(await bench.render()).toMatchObject({ state: 'failed' });
    const failed = { processing: 'failed', processingError: 'file_damaged' };
    expect(bench.fileRows()).toMatchObject([failed]);
  });

  it('that are published stay when they cannot be made again', async () => {
    await bench.render();
    rmSync(path.join(renditions(), bench.nameNow('960.avif')));
    rmSync(original());
    const last = { ...bench.take('renditions', hash), attempts: 2 };
    expect(await bench.render(last)).toMatchObject({ state: 'failed' });
    expect(bench.fileRows()).toMatchObject([{ processing: 'ready' }]);
  });

  it('are not published as long as one carries metadata', async () => {
    mkdirSync(renditions(), { recursive: true });
    writeFileSync(path.join(renditions(), bench.nameNow('1600.jpg')), jpeg);
    const job = await bench.render();
    expect(job).toMatchObject({ state: 'waiting', attempts: 1 });
    await bench.render({ ...job, attempts: 2 });
    expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
  });

  it('are not made when the file was deleted meanwhile', async () => {
    bench.deps.db.delete(files).run();
    rmSync(renditions(), { recursive: true });
    expect(await bench.render()).toMatchObject({ state: 'done' });
    expect(bench.tree()).toEqual([`originals/${hash}.jpg`]);
  });

  it('are failed when the job was abandoned', () => {
    abandonRenditionJob(bench.deps, bench.claim('renditions'));
    expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
    expect(readFileSync(original())).toEqual(jpeg);
  });

  it('store the progress of a video at most twice a second', async () => {
    let now = 1000;
    const seen: (number | null | undefined)[] = [];
    const render = async (_input: object, onPercent?: (percent: number) => void) => {
      const steps = { 1: 0, 5: 499, 9: 1, 20: 300, 43: 300 };
      for (const [percent, ms] of Object.entries(steps)) {
        now += ms;
        onPercent?.(Number(percent));
        seen.push(bench.fileRow(hash)?.progress);
      }
      throw new RefusedFile('unreadable_file', 'x');
    };
    const images = { ...bench.deps.images, render };
    await runRenditionJob(
      { ...bench.deps, images, now: () => now },
      bench.claim('renditions', 9e12),
    );
    expect(seen).toEqual([1, 1, 9, 9, 43]);
    expect(bench.fileRow(hash)).toMatchObject({ processing: 'failed', progress: null });
  });
});
