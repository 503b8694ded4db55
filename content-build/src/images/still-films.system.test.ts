/** Whole films with few frames: one still, or a last one that stands for long. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { ffprobeText, h264, runFfmpeg } from '#testing/test-films.ts';

let bench: ImageBench;
let folder: string;
beforeAll(() => {
  bench = createImageBench();
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-stills-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A film of a test picture at so many frames a second. */
function filmOf(name: string, rate: number, seconds: number, ...more: string[]): Buffer {
  const file = path.join(folder, name);
  const picture = `testsrc2=size=320x180:rate=${rate}:duration=${seconds}`;
  const codec = name.endsWith('webm') ? ['-c:v', 'libvpx', '-deadline', 'realtime'] : h264;
  runFfmpeg('-f', 'lavfi', '-i', picture, ...more, ...codec, file);
  return readFileSync(file);
}

const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3', '-c:a', 'aac'];
/** Three seconds of motion; the last of its 75 frames stands for seven more. */
function heldFilm(): Buffer {
  filmOf('motion.mp4', 25, 3);
  const [from, to] = [path.join(folder, 'motion.mp4'), path.join(folder, 'held.mp4')];
  const hold = "setts=duration='if(eq(N,74),89600,DURATION)'";
  runFfmpeg('-i', from, '-c', 'copy', '-bsf:v', hold, to);
  return readFileSync(to);
}

it.each([
  ['one frame of a moment', 0.04, () => filmOf('moment.mp4', 25, 0.04)],
  ['one frame of a moment in WebM', 0.04, () => filmOf('moment.webm', 25, 0.04)],
  ['one frame of a second', 1, () => filmOf('second.mp4', 1, 1)],
  ['one frame below a sound', 3, () => filmOf('sound.mp4', 1, 1, ...SOUND)],
  ['a still after motion', 9.96, heldFilm],
  ['a frame each two seconds', 6, () => filmOf('slow.mp4', 0.5, 6)],
  ['a frame each two seconds in WebM', 6, () => filmOf('slow.webm', 0.5, 6)],
  ['eight frames in ten seconds', 10, () => filmOf('lapse.mp4', 0.8, 10)],
])('takes %s whole', async (_what, seconds, make) => {
  const { inspected, folder: made } = await bench.renderAll(make());
  expect(inspected.facts.duration).toBeCloseTo(seconds, 1);
  expect(readdirSync(made)).toEqual(expect.arrayContaining(['preview.mp4', 'video.mp4']));
  expect((await sharp(path.join(made, '960.jpg')).stats()).entropy).toBeGreaterThan(1);
  for (const name of ['preview.mp4', 'video.mp4'])
    expect(ffprobeText(path.join(made, name)), name).toMatch(/"nb_frames": "[1-9]/);
});

it('refuses a film of slow frames that is cut off', async () => {
  const forms = [
    { name: 'last.mp4', options: [] },
    { name: 'first.mp4', options: ['-movflags', '+faststart'] },
    { name: 'cut.webm', options: [] },
  ];
  for (const { name, options } of forms) {
    const bytes = filmOf(name, 0.5, 20, ...options);
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.6));
    expect(await bench.inspect(cut), name).toMatchObject({ ok: false, code: 'unreadable_file' });
  }
});
