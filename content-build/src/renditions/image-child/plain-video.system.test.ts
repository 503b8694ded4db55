/** Real videos on a machine without ffmpeg: what is published plays, and says nothing of its place. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { createImageBench } from '#testing/image-bench.ts';
import { withoutFfmpeg } from '#testing/plain-videos.ts';
import {
  exiftoolText,
  ffprobeText,
  h264,
  makeVideo,
  POSITION_TAGS,
  runFfmpeg,
  tagVideo,
} from '#testing/test-videos.ts';

const bench = await withoutFfmpeg(createImageBench);
afterAll(bench.close);
const make = (name: string, ...options: string[]) => makeVideo(bench.folder, name, ...options);

/** Frames as ffmpeg decodes them: one checksum each. */
function frames(file: string): string[] {
  const sums = path.join(bench.folder, 'frames.txt');
  runFfmpeg('-xerror', '-i', file, '-map', '0', '-f', 'framemd5', sums);
  const lines = readFileSync(sums, 'utf8')
    .split('\n')
    .filter((line) => /^\d/.test(line));
  // Stream and checksum; times may be told in other units.
  return lines.map((line) => `${line[0]} ${line.split(',').at(-1)?.trim()}`).sort();
}

const position = ['-metadata', 'location=-33.8568+151.2153/'];
const fragments = ['-movflags', '+frag_keyframe+empty_moov', '-g', '10'];
const turned = { width: 360, height: 640 };
const netherlands = { facts: { location: '52.131200, 5.860400' }, camera: { camera: 'Apple' } };

it.each([
  ['a telephone video, turned', 'a.mov', ['-bf', '2'], true, { ...turned, ...netherlands }],
  ['a video in fragments', 'b.mp4', fragments, false, {}],
  [
    'a position of 3GPP',
    'c.mp4',
    position,
    false,
    { facts: { location: '-33.856800, 151.215300' } },
  ],
])(
  '%s: keeps every frame and loses its position',
  async (_what, name, options, isTagged, facts) => {
    const plain = make(name, ...h264, '-preset', 'veryfast', '-c:a', 'aac', ...options);
    const bytes = isTagged ? tagVideo(bench.folder, name, ...POSITION_TAGS, '-Rotation=90') : plain;
    const { inspected, folder } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject(facts);
    expect(inspected.facts.duration).toBeCloseTo(3, 0);
    const video = path.join(folder, 'video.mp4');
    const published = readFileSync(video);
    expect(findForbiddenMetadata(published)).toEqual([]);
    expect(published.indexOf('moov')).toBeLessThan(published.indexOf('mdat'));
    for (const mark of ['\xa9xyz', 'loci', 'com.apple', 'GPSLatitude', '52.13', 'x264'])
      expect(published.includes(mark, 0, 'latin1'), mark).toBe(false);
    expect(exiftoolText(video).replace(/^\[System\].*$/gm, '')).not.toMatch(
      /52[.,]13|52 deg|33[.,]85|33 deg|gps|apple/i,
    );
    expect(ffprobeText(video)).not.toMatch(/creation_time|"location/);
    expect(frames(video)).toEqual(frames(path.join(bench.folder, name)));
  },
);

it.each([
  ['HEVC', 'mov', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-preset', 'ultrafast']],
  ['VP8 in WebM', 'webm', ['-c:v', 'libvpx', '-an', '-deadline', 'realtime']],
])('refuses %s and says what it takes', async (_what, extension, options) => {
  const outcome = await bench.inspect(make(`other.${extension}`, '-t', '0.2', ...options));
  const reason = 'video_needs_ffmpeg';
  expect(outcome).toEqual({ ok: false, code: 'unsupported_type', reason });
});
