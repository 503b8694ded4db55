import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { finaliseAnswer } from '@veldlicht/contract/upload';
import { claimJob, hastenJob } from '@veldlicht/database/jobs';
import { contentState, files, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { plainVideo, withoutFfmpeg } from '#testing/plain-videos.ts';
import { CAMERA_EXIF, landscape, quarters } from '#testing/test-pictures.ts';
import { POSTER_WAIT_MS } from './inspect-job.ts';
import { abandonRenditionJob, runRenditionJob } from './rendition-job.ts';

let bench: JobBench;
let hash: string;
afterEach(() => bench.close());

describe('the renditions of a photo', () => {
  let jpeg: Buffer;
  const original = () => path.join(bench.deps.folder.originals, `${hash}.jpg`);
  const renditions = () => path.join(bench.deps.folder.renditions, hash);

  beforeEach(async () => {
    bench = await createJobBench();
    jpeg = await landscape(1300, 900).withExif(CAMERA_EXIF).jpeg().toBuffer();
    hash = hashOf(jpeg);
    await bench.inspect(jpeg);
  });

  it('are made, also twice; the file is ready, and what it replaced is dropped', async () => {
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

  it('fail with a reason when the original cannot be decoded any more', async () => {
    writeFileSync(original(), jpeg.subarray(0, 5000));
    // A process that knows nothing of the pixels yet, as after a restart.
    const pid = bench.deps.images.pid();
    if (pid) process.kill(pid, 'SIGKILL');
    await expect.poll(() => bench.deps.images.pid()).toBeUndefined();
    expect(await bench.render()).toMatchObject({ state: 'failed' });
    const failed = { processing: 'failed', processingError: 'file_damaged' };
    expect(bench.fileRows()).toMatchObject([failed]);
  });

  it('that are published stay, when they cannot be made once more', async () => {
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

  it('are forgotten when the file was deleted meanwhile', async () => {
    bench.deps.db.delete(files).run();
    rmSync(renditions(), { recursive: true });
    expect(await bench.render()).toMatchObject({ state: 'done' });
    expect(bench.tree()).toEqual([`originals/${hash}.jpg`]);
  });

  it('count as failed when the job was given up while the worker was down', () => {
    abandonRenditionJob(bench.deps, bench.claim('renditions'));
    expect(bench.fileRows()).toMatchObject([{ processing: 'failed' }]);
    expect(readFileSync(original())).toEqual(jpeg);
  });
});

describe('the poster of a video, without ffmpeg', () => {
  let video: Buffer;
  const row = () => bench.fileRow(hash);
  const answer = async (bytes: Buffer) => finaliseAnswer.parse((await bench.inspect(bytes)).result);
  const setPoster = (posterHash: string) =>
    bench.deps.db.update(files).set({ posterHash }).where(eq(files.hash, hash)).run();
  const NEUTRAL = /^#(\w\w)\1\1$/;

  beforeEach(async () => {
    bench = await withoutFfmpeg(() => createJobBench());
    video = await plainVideo();
    hash = hashOf(video);
    expect(await answer(video)).toMatchObject({ type: 'video', wantsPoster: true });
  });

  it('is asked for, and the video waits for it', async () => {
    expect(row()).toMatchObject({ processing: 'working', placeholder: null, color: null });
    expect(claimJob(bench.deps.db, ['renditions'], 1000 + POSTER_WAIT_MS - 1)).toBeUndefined();
    // The same video sent again: nothing has been decoded in between.
    expect(await answer(video)).toMatchObject({ wantsPoster: true });
  });

  it('is made of the photo that was named', async () => {
    const still = await quarters(640, 360).jpeg().toBuffer();
    expect(await answer(still)).not.toHaveProperty('wantsPoster');
    setPoster(hashOf(still));
    hastenJob(bench.deps.db, 'renditions', hash, 1000);
    for (let i = 0; i < 2; i++) await bench.render();
    expect(row()).toMatchObject({ processing: 'ready', color: expect.not.stringMatching(NEUTRAL) });
    expect(row()?.renditions.map(({ name }) => name)).toEqual([
      ...['480.avif', '960.avif', '960.jpg'].map(bench.nameNow),
      ...['960.jpg', 'video.mp4'],
    ]);
    expect(await answer(video)).not.toHaveProperty('wantsPoster');
  });

  it('is neutral when nobody sends one in time, or the photo is gone', async () => {
    setPoster('f'.repeat(32));
    await bench.render(bench.claim('renditions', 1000 + POSTER_WAIT_MS));
    expect(row()).toMatchObject({
      processing: 'ready',
      color: expect.stringMatching(NEUTRAL),
      placeholder: expect.any(String),
    });
  });

  it('comes with progress, stored not more often than twice a second', async () => {
    let now = 1000;
    const seen: (number | null | undefined)[] = [];
    const render = async (_input: object, onPercent?: (percent: number) => void) => {
      const steps = { 1: 0, 5: 499, 9: 1, 20: 300, 43: 300 };
      for (const [percent, ms] of Object.entries(steps)) {
        now += ms;
        onPercent?.(Number(percent));
        seen.push(row()?.progress);
      }
      return { ok: false, code: 'unreadable_file', reason: 'x' } as const;
    };
    const images = { ...bench.deps.images, render };
    await runRenditionJob(
      { ...bench.deps, images, now: () => now },
      bench.claim('renditions', 9e12),
    );
    expect(seen).toEqual([1, 1, 9, 9, 43]);
    expect(row()).toMatchObject({ processing: 'failed', progress: null });
  });
});
