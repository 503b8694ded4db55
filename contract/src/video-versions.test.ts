import { expect, it } from 'vitest';
import { isVersion, linesOf, versionsOf } from './video-versions.ts';

const MBIT = 1_000_000 / 8;
/** Versions of a video of ten seconds at `mbits` a second; `published` when it differs from the original. */
function versions(width: number, height: number, mbits: number, published?: typeof file) {
  const file = { width, height, bytes: 10 * mbits * MBIT };
  const made = versionsOf({ ...file, duration: 10 }, published ?? file);
  return made.map((one) => `${one.name} ${one.width}x${one.height}`);
}
const file = { width: 1920, height: 1080, bytes: 10 * 6 * MBIT };

it.each([
  ['a light one', 1920, 1080, 12, []],
  ['a light portrait', 1080, 1920, 12, []],
  ['4K', 3840, 2160, 8, ['video-1080.mp4 1920x1080', 'video-720.mp4 1280x720']],
  ['a portrait', 2160, 3840, 60, ['video-1080.mp4 1080x1920', 'video-720.mp4 720x1280']],
  ['a wide one', 2592, 1082, 8, ['video-1080.mp4 2586x1080', 'video-720.mp4 1724x720']],
  ['a heavy 1080p', 1920, 1080, 20, ['video-1080.mp4 1920x1080', 'video-720.mp4 1280x720']],
  ['a heavy one between', 1601, 901, 20, ['video-1080.mp4 1600x900', 'video-720.mp4 1278x720']],
  ['a heavy 720p', 1280, 720, 20, ['video-720.mp4 1280x720']],
  ['a heavy small one', 641, 359, 20, ['video-720.mp4 640x358']],
  ['a heavy dot', 1, 1, 20, ['video-720.mp4 2x2']],
])('%s gets what is smaller or lighter than itself, never enlarged', (_, w, h, mbits, names) => {
  expect(versions(w, h, mbits)).toEqual(names);
});

it('a heavy video that was encoded gets only what is smaller than what is published', () => {
  expect(versions(3840, 2160, 50, file)).toEqual(['video-720.mp4 1280x720']);
  const fat = { ...file, bytes: 10 * 13 * MBIT };
  expect(versions(3840, 2160, 50, fat)).toHaveLength(2);
  expect(versions(1920, 1080, 9, fat)).toHaveLength(2);
});

it('versions are known by their names, a portrait by its width', () => {
  const names = ['video.mp4', 'preview.mp4', 'video-720.mp4', 'video-1080-2.mp4', '960.jpg'];
  expect(names.filter((name) => isVersion({ name }))).toEqual([
    'video-720.mp4',
    'video-1080-2.mp4',
  ]);
  expect(linesOf({ width: 1080, height: 1920 })).toBe(1080);
});
