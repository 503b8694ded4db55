import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { PACKET, useImageBench } from '#testing/image-bench.ts';
import { pixelAt, quarters, quartersOf, stillNamed } from '#testing/test-pictures.ts';

const bench = useImageBench();
const heic = (name: string) => stillNamed(`${name}.heic`);

it.each([
  ['by a profile', 'profile'],
  ['by code points only', 'codes'],
])('decodes HEVC and keeps Display P3 stated %s', async (_how, name) => {
  const { inspected, folder } = await bench.renderAll(heic(name));
  expect(inspected.facts).toMatchObject({ extension: 'heic', width: 640, height: 480 });
  for (const name of ['960.jpg', '480-3.avif', '960-3.avif']) {
    const bytes = readFileSync(path.join(folder, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes, PACKET), name).toEqual([]);
  }
  const [r, g, b] = await pixelAt(path.join(folder, '960.jpg'), 0.25, 0.25);
  expect(Math.abs(r - 220) + Math.abs(g - 30) + Math.abs(b - 30)).toBeLessThan(30);
});

// Red, green above blue, white; turned first, then mirrored. Each in another colour space.
it.each([
  ['turn-1', 96, 128, 'gwrb'],
  ['turn-2', 128, 96, 'wbgr'],
  ['mirror-0', 128, 96, 'bwrg'],
  ['turn-3-mirror-1', 96, 128, 'rbgw'],
])('turns and mirrors it once: %s', async (name, width, height, shown) => {
  const { inspected, folder } = await bench.renderAll(heic(name));
  expect(inspected.facts).toMatchObject({ width, height });
  for (const name of ['960.jpg', '480-3.avif']) {
    expect(await quartersOf(path.join(folder, name)), name).toBe(shown);
    expect(findForbiddenMetadata(readFileSync(path.join(folder, name)), PACKET)).toEqual([]);
  }
});

describe('a picture of tiles', () => {
  /** The last tiles are cropped. */
  const grid = { width: 880, height: 424 };

  /** Codes of a shrunk picture. */
  const smallCodes = (picture: Sharp) =>
    picture.removeAlpha().resize(96, 96, { fit: 'fill' }).raw().toBuffer();

  /** Expected look of a grid of the test picture. */
  async function whole(quarterTurns = 0, mirror = '', { width, height } = grid) {
    const tile = await quarters(320, 240).png().toBuffer();
    const places = [0, 1, 2].flatMap((x) => [0, 1].map((y) => ({ left: x * 320, top: y * 240 })));
    const tiles = places.map((place) => ({ input: tile, ...place }));
    const size = { width: 960, height: 480, channels: 3, background: '#000000' } as const;
    const all = await sharp({ create: size }).composite(tiles).png().toBuffer();
    const [left, top] = [(grid.width - width) / 2, (grid.height - height) / 2];
    const cut = await sharp(all).extract({ left, top, width, height }).png().toBuffer();
    const upright = await sharp(cut)
      .rotate(-90 * quarterTurns)
      .png()
      .toBuffer();
    return sharp(upright)
      .flip(mirror === 'above and below')
      .flop(mirror === 'left and right');
  }

  it.each<[string, ...Parameters<typeof whole>]>([
    ['grid'],
    ['grid-turn-1', 1],
    ['grid-turn-2', 2],
    ['grid-turn-3', 3],
    ['grid-mirror-1', 0, 'left and right'],
    ['grid-turn-1-mirror-0', 1, 'above and below'],
    ['grid-turn-1-clip', 1, '', { width: 600, height: 300 }],
  ])('is joined upright: %s', async (name, ...form) => {
    const { folder } = await bench.renderAll(heic(name));
    const shown = await smallCodes(sharp(path.join(folder, '960.jpg'), { ignoreIcc: true }));
    const meant = await smallCodes(await whole(...form));
    expect(shown).toHaveLength(meant.length);
    const off = shown.reduce((sum, code, i) => sum + Math.abs(code - (meant[i] ?? 0)), 0);
    expect(off / shown.length).toBeLessThan(10);
  });

  it('may have more tiles than the longest panorama of a telephone', async () => {
    const outcome = await bench.inspect(heic('grid-576-tiles'));
    expect(outcome).toMatchObject({ ok: true, facts: { width: 1536, height: 1536 } });
  });
});

it.each(['burst', 'burst-small'])('shows the primary item: %s', async (name) => {
  const { inspected, folder } = await bench.renderAll(heic(name));
  expect(inspected.facts).toMatchObject({ width: 640, height: 480 });
  for (const name of ['960.jpg', '480-3.avif'])
    expect(await quartersOf(path.join(folder, name)), name).toBe('rgbw');
});

it('refuses too many pixels before decoding, and a truncated file', async () => {
  const tooLarge = { ok: false, reason: expect.stringContaining('photo_too_large') };
  expect(await bench.inspect(heic('grid-huge'))).toMatchObject(tooLarge);
  const cut = heic('profile').subarray(0, 2350);
  expect(await bench.inspect(cut)).toMatchObject({ ok: false, code: 'unreadable_file' });
});

it('refuses a damaged tile, and survives', async () => {
  const pid = bench.images.pid();
  const damaged = heic('grid');
  // The start of the last one.
  damaged.fill(255, damaged.length - 463, damaged.length - 440);
  expect(await bench.inspect(damaged)).toMatchObject({ ok: false, code: 'unreadable_file' });
  expect(await bench.inspect(heic('grid'))).toMatchObject({ ok: true });
  expect(bench.images.pid()).toBe(pid);
});

it.each([
  ['without a denominator', [20]],
  ['without any', [4, 12, 20, 28]],
])('refuses a clip %s', async (_what, places) => {
  const damaged = heic('grid-turn-1-clip');
  const clip = damaged.indexOf('clap') + 4;
  for (const at of places) damaged.writeUInt32BE(0, clip + at);
  expect(await bench.inspect(damaged)).toMatchObject({ ok: false, code: 'unreadable_file' });
});

it('keeps a clip that lies beyond the picture within it', async () => {
  const odd = heic('grid-turn-1-clip');
  odd.writeInt32BE(100_000, odd.indexOf('clap') + 4 + 16);
  const { folder } = await bench.renderAll(odd);
  expect((await sharp(path.join(folder, '960.jpg')).stats()).entropy).toBeGreaterThan(1);
});
