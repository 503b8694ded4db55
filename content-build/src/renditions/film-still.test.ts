/** The still of a film, from upload to a ready file, on a machine without ffmpeg. */
import { finaliseAnswer } from '@veldlicht/contract/upload';
import { claimJob, hastenJob } from '@veldlicht/database/jobs';
import { files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import { plainVideo, withoutFfmpeg } from '#testing/plain-videos.ts';
import { POSTER_WAIT_MS, runInspectJob } from './inspect-job.ts';
import { runRenditionJob } from './rendition-job.ts';

let bench: JobBench;
let film: Buffer;
let hash: string;
beforeEach(async () => {
  bench = await withoutFfmpeg(() => createJobBench());
  film = await plainVideo();
  hash = hashOf(film);
});
afterEach(() => bench.close());

async function inspect(bytes: Buffer) {
  const job = bench.take('inspect', bench.upload(bytes));
  await runInspectJob(bench.deps, job);
  return finaliseAnswer.parse(bench.job(job.id).result);
}
async function render(now: number) {
  for (;;) {
    const job = claimJob(bench.deps.db, ['renditions'], now);
    if (!job) return;
    await runRenditionJob(bench.deps, job);
  }
}
const row = () => bench.fileRows().find((one) => one.hash === hash);

it('is asked for, and the film waits for it', async () => {
  expect(await inspect(film)).toMatchObject({ type: 'video', wantsPoster: true });
  expect(row()).toMatchObject({ processing: 'working', placeholder: null, color: null });
  expect(claimJob(bench.deps.db, ['renditions'], 1000 + POSTER_WAIT_MS - 1)).toBeUndefined();
  // The same film sent again: nothing has been decided in between.
  expect(await inspect(film)).toMatchObject({ wantsPoster: true });
});

it('is made of the photo that was named', async () => {
  await inspect(film);
  const create = { width: 640, height: 360, channels: 3, background: '#c83c28' } as const;
  const still = await sharp({ create }).jpeg().toBuffer();
  expect(await inspect(still)).not.toHaveProperty('wantsPoster');
  const posterHash = hashOf(still);
  bench.deps.db.update(files).set({ posterHash }).where(eq(files.hash, hash)).run();
  hastenJob(bench.deps.db, 'renditions', hash, 1000);
  await render(1000);
  expect(row()).toMatchObject({ processing: 'ready', color: expect.stringMatching(/^#c[6-9]/) });
  expect(row()?.renditions.map(({ name }) => name)).toEqual([
    ...['480.avif', '960.avif', '960.jpg', 'video.mp4'],
  ]);
  expect(await inspect(film)).not.toHaveProperty('wantsPoster');
});

it('is neutral when nobody sends one in time, or the photo is gone', async () => {
  await inspect(film);
  bench.deps.db
    .update(files)
    .set({ posterHash: 'f'.repeat(32) })
    .where(eq(files.hash, hash))
    .run();
  await render(1000 + POSTER_WAIT_MS);
  expect(row()).toMatchObject({
    processing: 'ready',
    color: expect.stringMatching(/^#(\w\w)\1\1$/),
  });
  expect(row()?.placeholder).not.toBeNull();
});

it('keeps what inspection found when a photo is rendered', async () => {
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#285a28' },
  })
    .jpeg()
    .toBuffer();
  await inspect(photo);
  hash = hashOf(photo);
  const found = row();
  await render(1000);
  expect(row()).toMatchObject({
    processing: 'ready',
    placeholder: found?.placeholder,
    color: found?.color,
  });
});

it('stores how far a film is, not more often than twice a second', async () => {
  await inspect(film);
  let now = 1000;
  const seen: (number | null | undefined)[] = [];
  const images = {
    ...bench.deps.images,
    render: async (_input: object, onPercent?: (percent: number) => void) => {
      for (const [ms, percent] of [
        [0, 1],
        [499, 5],
        [1, 9],
        [300, 20],
        [300, 43],
      ] as const) {
        now += ms;
        onPercent?.(percent);
        seen.push(row()?.progress);
      }
      return { ok: false, code: 'unreadable_file', reason: 'x' } as const;
    },
  };
  const job = claimJob(bench.deps.db, ['renditions'], 9e12);
  if (!job) throw new Error('no job');
  await runRenditionJob({ ...bench.deps, images, now: () => now }, job);
  expect(seen).toEqual([1, 1, 9, 9, 43]);
  expect(row()).toMatchObject({ processing: 'failed', progress: null });
});
