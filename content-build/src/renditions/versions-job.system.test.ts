import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { enqueueJob, getJob, recoverJobs } from '@veldlicht/database/jobs';
import { files, jobs, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobBench, hashOf, type JobBench } from '#testing/job-bench.ts';
import {
  exiftoolText,
  ffprobeText,
  h264,
  POSITION_TAGS,
  runFfmpeg,
  tagVideo,
} from '#testing/test-videos.ts';
import { runRemakeJob } from './remake-job.ts';
import { runVersionsJob } from './rendition-job.ts';

let bench: JobBench;
beforeAll(async () => {
  bench = await createJobBench();
});
afterAll(() => bench.close());

const BOTH = ['video-1080.mp4', 'video-720.mp4'];

/** A video of one frame per second, with sound. */
function clip(name: string, size: string, frames: number, ...options: string[]): Buffer {
  const { root } = bench.deps.folder;
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=1`];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440', '-c:a', 'aac', '-t', String(frames)];
  runFfmpeg(...picture, ...sound, ...h264, ...options, path.join(root, name));
  return readFileSync(path.join(root, name));
}
/** Makes a video heavy. */
const noise = (rate = 1) => ['-vf', `fps=${rate},noise=alls=40:allf=t`];

const waiting = () =>
  bench.deps.db
    .select()
    .from(jobs)
    .where(eq(jobs.state, 'waiting'))
    .all()
    .map(({ kind, subject }) => [kind, subject]);
const folderOf = (hash: string) => path.join(bench.deps.folder.renditions, hash);
const namesIn = (hash: string) => readdirSync(folderOf(hash)).sort();
const rowNames = (hash: string) => bench.fileRow(hash)?.renditions.map(({ name }) => name);
const stateOf = (id: number) => getJob(bench.deps.db, id)?.state;

async function makeVersions(taken = bench.claim('versions')) {
  await runVersionsJob(bench.deps, taken);
  return stateOf(taken.id);
}

interface Probed {
  streams: Record<string, string | number>[];
  format: { bit_rate: string };
}

function probe(file: string): Probed {
  return JSON.parse(ffprobeText(file));
}

it('a heavy video is ready first, and gets its versions in one more change', async () => {
  const bytes = clip('small.mp4', '320x180', 1, ...noise(25), '-qp', '1');
  expect(bytes.length * 8).toBeGreaterThan(12_000_000);
  const hash = hashOf(bytes);
  await bench.inspect(bytes);
  bench.addItem({ slug: 'golf', fileHash: hash });
  await bench.render();
  const revision = () => bench.deps.db.select().from(media).get()?.revision ?? 0;
  const [before, published] = [bench.fileRow(hash), revision()];
  expect(before?.processing).toBe('ready');
  expect(waiting()).toEqual([['versions', hash]]);

  expect(await makeVersions()).toBe('done');
  expect(revision()).toBe(published + 1);
  const row = bench.fileRow(hash);
  const version = { format: 'mp4', name: 'video-720.mp4', width: 320, height: 180 };
  const measured = { bytes: expect.any(Number), sha256: expect.any(String) };
  expect(row).toEqual({
    ...before,
    renditions: [...(before?.renditions ?? []), { ...version, ...measured }],
  });

  // They stay when other renditions are made again.
  await bench.render(bench.take('renditions', hash));
  expect(bench.fileRow(hash)).toEqual(row);
  expect(waiting()).toEqual([]);
});

it('versions have a bounded rate, play everywhere and carry no metadata', async () => {
  clip('heavy.mp4', '1920x1080', 2, ...noise(), '-qp', '12');
  const bytes = tagVideo(bench.deps.folder.root, 'heavy.mp4', ...POSITION_TAGS);
  expect((bytes.length * 8) / 2).toBeGreaterThan(20_000_000);
  const hash = bench.addVideo(bytes, { width: 1920, height: 1080, duration: 2 });
  expect(await makeVersions(bench.take('versions', hash))).toBe('done');
  for (const [lines, mbits] of [
    [1080, 8.6],
    [720, 4.6],
  ] as const) {
    const file = path.join(folderOf(hash), `video-${lines}.mp4`);
    const { streams, format } = probe(file);
    expect(streams).toMatchObject([
      {
        codec_name: 'h264',
        profile: 'High',
        pix_fmt: 'yuv420p',
        avg_frame_rate: '1/1',
        width: (lines * 16) / 9,
        height: lines,
        nb_frames: '2',
      },
      { codec_name: 'aac' },
    ]);
    expect(Number(format.bit_rate) / 1e6).toBeLessThan(mbits);
    const made = readFileSync(file);
    expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'));
    expect(exiftoolText(file)).not.toMatch(/52[.,]13|52 deg|gps|apple/i);
  }
});

it('a portrait in 4K gets upright versions at the next start, also after a kill', async () => {
  clip('large.mp4', '3840x2160', 2, '-qp', '40');
  const bytes = tagVideo(bench.deps.folder.root, 'large.mp4', '-Rotation=90');
  const hash = bench.addVideo(bytes, { width: 2160, height: 3840, duration: 2 });
  enqueueJob(bench.deps.db, { kind: 'remake', subject: '', now: 1 });
  await runRemakeJob(bench.deps, bench.claim('remake'));
  expect(waiting()).toEqual([['versions', hash]]);

  const taken = bench.claim('versions');
  const working = runVersionsJob(bench.deps, taken);
  // During the second version; the first is kept.
  while (!namesIn(hash).includes('video-720.mp4.tmp')) await setTimeout(2);
  const pid = bench.deps.images.pid('versions');
  if (pid) process.kill(pid, 'SIGKILL');
  await working;
  expect(stateOf(taken.id)).toBe('waiting');
  expect(rowNames(hash)).toEqual(['video.mp4']);
  expect(namesIn(hash)).toContain('video-1080.mp4');
  writeFileSync(path.join(folderOf(hash), 'video-1080.mp4.tmp'), 'rubbish');

  // The worker dies during the next attempt; the next one claims the job again.
  bench.deps.db.update(jobs).set({ attempts: 0 }).where(eq(jobs.id, taken.id)).run();
  bench.claim('versions');
  expect(recoverJobs(bench.deps.db, 1000)).toEqual([]);
  expect(await makeVersions()).toBe('done');
  expect(namesIn(hash)).toEqual([...BOTH, 'video.mp4']);
  expect(rowNames(hash)).toEqual(['video.mp4', ...BOTH]);
  const { streams } = probe(path.join(folderOf(hash), 'video-720.mp4'));
  expect(streams[0]).toMatchObject({ width: 720, height: 1280 });
  expect(JSON.stringify(streams[0])).not.toContain('rotation');
});

it('a light video gets none, and a deleted one leaves no file', async () => {
  const light = clip('light.mp4', '640x360', 1);
  bench.addVideo(light, { width: 640, height: 360, duration: 1 });
  enqueueJob(bench.deps.db, { kind: 'remake', subject: '', now: 1 });
  await runRemakeJob(bench.deps, bench.claim('remake'));
  expect(waiting()).toEqual([]);

  // Small, but declared large; deleted while it is worked on.
  const hash = bench.addVideo(clip('gone.mp4', '640x362', 1), {
    width: 3840,
    height: 2160,
    duration: 1,
  });
  const working = runVersionsJob(bench.deps, bench.take('versions', hash));
  bench.deps.db.delete(files).where(eq(files.hash, hash)).run();
  await working;
  expect(readdirSync(bench.deps.folder.renditions)).not.toContain(hash);
});
