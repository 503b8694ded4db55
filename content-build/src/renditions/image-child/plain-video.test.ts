/** Videos on a machine without ffmpeg. */
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { createImageBench, WORDING } from '#testing/image-bench.ts';
import { plainVideo, withoutFfmpeg } from '#testing/plain-videos.ts';

const bench = await withoutFfmpeg(createImageBench);
afterAll(bench.close);

const PLACE = '+52.1312+005.8604+012.345/';

describe('a video that plays everywhere', () => {
  it('is copied without its words and messages, with its index in front', async () => {
    const message = 'pos 52.1312 5.8604';
    const words = { '©xyz': PLACE, '©cmt': 'taken at 52.1312' };
    const bytes = await plainVideo({ message, words, indexLast: true });
    for (const mark of ['©xyz', PLACE, message])
      expect(bytes.includes(mark, 0, 'latin1'), mark).toBe(true);
    expect(findForbiddenMetadata(bytes)).not.toEqual([]);
    const { inspected, rendered, folder } = await bench.renderAll(bytes);
    expect(inspected.facts).toMatchObject({
      ...{ type: 'video', extension: 'mp4', width: 640, height: 360, duration: 3 },
      ...{ facts: { location: '52.131200, 5.860400' }, placeholder: null, color: null },
    });
    expect(inspected.renditions).toEqual([]);
    expect(rendered.renditions.map(({ name }) => name)).toEqual([
      ...['480-3.avif', '960-3.avif', '960-3.jpg', '960.jpg', 'video.mp4'],
    ]);
    const video = bench.read(path.basename(folder), 'video.mp4');
    expect(findForbiddenMetadata(video)).toEqual([]);
    expect(video.includes('52.13')).toBe(false);
    expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
    // The pictures themselves are the same: 30 frames of 400 bytes and their heads.
    expect(video.length).toBeGreaterThan(30 * 400);
    const again = await bench.inspect(video);
    expect(again).toMatchObject({ ok: true, facts: { duration: 3, facts: { location: null } } });
    // Nobody sent a poster: it is neutral, in the shape of the video.
    expect(rendered.shown?.color).toMatch(/^#(\w\w)\1\1$/);
    const poster = await sharp(path.join(folder, '960.jpg')).metadata();
    expect(poster).toMatchObject({ width: 640, height: 360 });
  });

  it('gives the same bytes each time, without the moment of writing', async () => {
    const first = await bench.renderAll(await plainVideo({ seconds: 2 }));
    const other = await bench.renderAll(await plainVideo({ seconds: 2, words: { '©nam': 'x' } }));
    const [video, again] = [first, other].map(({ folder }) =>
      bench.read(path.basename(folder), 'video.mp4'),
    );
    expect(again?.equals(video ?? Buffer.alloc(0))).toBe(true);
    for (const head of ['mvhd', 'tkhd', 'mdhd'])
      expect(video?.readBigUInt64BE(video.indexOf(head) + 8), head).toBe(0n);
  });

  it('stays upright, and silent when it has no sound', async () => {
    const bytes = await plainVideo({ rotation: 90, sound: null });
    const { inspected, rendered, folder } = await bench.renderAll(bytes);
    const size = { width: 360, height: 640 };
    expect(inspected.facts).toMatchObject(size);
    expect(rendered.renditions.at(-1)).toMatchObject({ name: 'video.mp4', ...size });
    const published = bench.read(path.basename(folder), 'video.mp4');
    expect(await bench.inspect(published)).toMatchObject({ facts: size });
  });

  it('has a poster of the picture that was sent', async () => {
    const background = { r: 200, g: 40, b: 30 };
    const still = sharp({ create: { width: 640, height: 360, channels: 3, background } }).jpeg();
    const { file, hash, renditionsFolder } = bench.put(await plainVideo({ seconds: 1 }));
    const poster = { file: bench.put(await still.toBuffer()).file, extension: 'jpg' as const };
    const video = {
      original: file,
      extension: 'mp4' as const,
      width: 640,
      height: 360,
      ...WORDING,
    };
    const outcome = await bench.images.render({ ...video, hash, renditionsFolder, poster });
    const shown = { color: expect.stringMatching(/^#c[5-9a-b]/) };
    expect(outcome).toMatchObject({ ok: true, shown });
    const { dominant } = await sharp(bench.read(hash, '960-3.avif')).stats();
    expect(dominant.r).toBeGreaterThan(150);
    expect(dominant.g).toBeLessThan(80);
  });
});

/** A video whose bytes are changed at places that hang on its boxes. */
async function bent(options: Parameters<typeof plainVideo>[0], change: (video: Buffer) => void) {
  const video = Buffer.from(await plainVideo(options));
  change(video);
  return video;
}
/** In `mvhd` and `mdhd` the duration is behind two times and the scale (version 0). */
const durationAt = (video: Buffer, box: string) => video.indexOf(box) + 20;
const cut = (video: Buffer) => video.subarray(0, Math.floor(video.length * 0.6));

const OTHER = { code: 'unsupported_type', reason: 'kind_refused' };
const NEEDS_FFMPEG = { ...OTHER, reason: 'video_needs_ffmpeg' };
const DAMAGED = { code: 'unreadable_file', reason: 'file_damaged' };
const LONG = { ...DAMAGED, reason: 'video_too_long?minutes=30' };

it.each([
  ['VP9', NEEDS_FFMPEG, () => plainVideo({ picture: 'vp9' })],
  ['ten bits', NEEDS_FFMPEG, () => plainVideo({ profile: 110 })],
  ['Opus sound', NEEDS_FFMPEG, () => plainVideo({ sound: 'opus' })],
  ['sound and nothing to see', OTHER, () => plainVideo({ picture: null })],
  ['an end that is cut off', DAMAGED, async () => cut(await plainVideo())],
  ['an index that is cut off', DAMAGED, async () => cut(await plainVideo({ indexLast: true }))],
  [
    'fewer pictures than it says',
    DAMAGED,
    () =>
      bent({ sound: null }, (video) => {
        const at = durationAt(video, 'mdhd');
        video.writeUInt32BE(video.readUInt32BE(at) * 3, at);
      }),
  ],
  [
    'damage within a frame',
    DAMAGED,
    () => bent({}, (video) => video.fill(0xff, video.length - 5000, video.length - 4000)),
  ],
  [
    'noise behind its head',
    DAMAGED,
    async () => Buffer.concat([(await plainVideo()).subarray(0, 40), Buffer.alloc(1e5, 0x5a)]),
  ],
  ['two hours', LONG, () => plainVideo({ seconds: 7200, framesPerSecond: 1 })],
  [
    'an hour that it does not tell',
    LONG,
    () =>
      bent({ seconds: 3600, framesPerSecond: 1, sound: null }, (video) => {
        for (const box of ['mvhd', 'mdhd']) video.writeUInt32BE(0, durationAt(video, box));
      }),
  ],
] as const)('refuses one with %s, and leaves nothing of it', async (_what, refusal, make) => {
  const pid = bench.images.pid();
  const bytes = await make();
  expect(await bench.inspect(bytes)).toEqual({ ok: false, ...refusal });
  expect(bench.list(bench.put(bytes).hash)).toEqual([]);
  expect(bench.images.pid()).toBe(pid);
});
