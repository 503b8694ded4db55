/** Real films on a machine without ffmpeg: what is published plays, and says nothing of its place. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { withoutFfmpeg } from '#testing/plain-films.ts';
import {
  exiftoolText,
  ffprobeText,
  h264,
  makeFilm,
  runFfmpeg,
  tagFilm,
} from '#testing/test-films.ts';

let bench: ImageBench;
let folder: string;
beforeAll(async () => {
  bench = await withoutFfmpeg(createImageBench);
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-plain-films-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Frames as ffmpeg decodes them: one checksum each. */
function frames(file: string): string[] {
  const sums = path.join(folder, 'frames.txt');
  runFfmpeg('-xerror', '-i', file, '-map', '0', '-f', 'framemd5', sums);
  const lines = readFileSync(sums, 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line));
  // Stream and checksum; times may be told in other units.
  return lines.map((line) => `${line[0]} ${line.split(',').at(-1)?.trim()}`).sort();
}

it.each([
  ['a telephone film, turned, its index last', 'phone.mov', ['-bf', '2'], ['-Rotation=90']],
  ['a film in fragments', 'parts.mp4', ['-movflags', '+frag_keyframe+empty_moov', '-g', '10'], []],
])('%s keeps every frame and loses its position', async (_what, name, options, tags) => {
  const plain = makeFilm(folder, name, ...h264, '-preset', 'veryfast', '-c:a', 'aac', ...options);
  const planted = [
    ...['-Keys:GPSCoordinates=52.1312, 5.8604, 12', '-UserData:GPSCoordinates=52.1312, 5.8604, 12'],
    ...[
      '-ItemList:GPSCoordinates=52.1312, 5.8604, 12',
      '-Keys:Make=Apple',
      '-XMP:GPSLatitude=52.1312',
    ],
  ];
  const bytes = tags.length > 0 ? tagFilm(folder, name, ...planted, ...tags) : plain;
  if (tags.length > 0) expect(findForbiddenMetadata(bytes)).toContain('XMP');
  const { inspected, folder: made } = await bench.renderAll(bytes);
  expect(inspected.facts.duration).toBeCloseTo(3, 0);
  if (tags.length > 0)
    expect(inspected.facts).toMatchObject({
      ...{ width: 360, height: 640, takenLocation: '52.131200, 5.860400' },
      camera: { camera: 'Apple' },
    });
  const film = path.join(made, 'video.mp4');
  const published = readFileSync(film);
  expect(findForbiddenMetadata(published)).toEqual([]);
  expect(published.indexOf('moov')).toBeLessThan(published.indexOf('mdat'));
  for (const mark of ['\xa9xyz', 'loci', 'com.apple', 'GPSLatitude', '52.13', 'x264'])
    expect(published.includes(mark, 0, 'latin1'), mark).toBe(false);
  expect(exiftoolText(film).replace(/^\[System\].*$/gm, '')).not.toMatch(
    /52[.,]13|52 deg|gps|apple/i,
  );
  expect(ffprobeText(film)).not.toMatch(/creation_time|"location/);
  expect(frames(film)).toEqual(frames(path.join(folder, name)));
});

it('reads the position that stands in a box of 3GPP, and removes it', async () => {
  const place = ['-metadata', 'location=-33.8568+151.2153/'];
  const bytes = makeFilm(folder, 'place.mp4', ...h264, '-c:a', 'aac', ...place);
  expect(bytes.includes('loci', 0, 'latin1')).toBe(true);
  expect(bytes.includes('©xyz', 0, 'latin1')).toBe(false);
  const { inspected, folder: made } = await bench.renderAll(bytes);
  expect(inspected.facts.takenLocation).toBe('-33.856800, 151.215300');
  const film = path.join(made, 'video.mp4');
  const published = readFileSync(film);
  expect(findForbiddenMetadata(published)).toEqual([]);
  expect(published.includes('loci', 0, 'latin1')).toBe(false);
  expect(exiftoolText(film)).not.toMatch(/33[.,]85|33 deg|gps/i);
});

it.each([
  ['HEVC', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-preset', 'ultrafast'], 'mov'],
  ['VP8 in WebM', ['-c:v', 'libvpx', '-an', '-deadline', 'realtime'], 'webm'],
  ['ProRes', ['-c:v', 'prores_ks'], 'mov'],
  ['sound without compression', [...h264, '-c:a', 'pcm_s16le'], 'mov'],
  ['4:4:4', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'], 'mp4'],
])('refuses %s and says what it takes', async (_what, options, extension) => {
  const bytes = makeFilm(folder, `other.${extension}`, '-t', '0.2', ...options);
  const outcome = await bench.inspect(bytes);
  expect(outcome).toMatchObject({ ok: false, code: 'unsupported_type' });
  expect(outcome).toHaveProperty('message', expect.stringContaining('H.264'));
});
