import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { ADOBE_RGB, DISPLAY_P3, makeProfile, SRGB_PRIMARIES } from '#testing/colours.ts';
import { type HeicForm, makeHeic } from '#testing/heic-picture.ts';
import { PACKET, useImageBench } from '#testing/image-bench.ts';
import { pixelAt, quarters, quartersOf } from '#testing/test-pictures.ts';

const bench = useImageBench();

async function heic(
  form: Partial<HeicForm> = {},
  size: readonly [width: number, height: number] = [640, 480],
): Promise<Buffer> {
  const png = path.join(bench.folder, 'quarters.png');
  await quarters(...size)
    .png()
    .toFile(png);
  return makeHeic(bench.folder, png, { colour: makeProfile(DISPLAY_P3), ...form });
}

it.each([
  ['by a profile', {}],
  ['by code points only', { colour: { codes: [12, 13] } }],
] as const)('decodes HEVC and keeps Display P3 that it says %s', async (_how, form) => {
  const { inspected, folder } = await bench.renderAll(await heic(form));
  expect(inspected.facts).toMatchObject({ extension: 'heic', width: 640, height: 480 });
  for (const name of ['960.jpg', '480-3.avif', '960-3.avif']) {
    const bytes = readFileSync(path.join(folder, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes, PACKET), name).toEqual([]);
  }
  const [r, g, b] = await pixelAt(path.join(folder, '960.jpg'), 0.25, 0.25);
  expect(Math.abs(r - 220) + Math.abs(g - 30) + Math.abs(b - 30)).toBeLessThan(30);
});

// The picture is red, green above blue, white; a file turns first and mirrors then.
it.each([
  [{ quarterTurns: 1 }, 'gwrb', SRGB_PRIMARIES],
  [{ quarterTurns: 2 }, 'wbgr', DISPLAY_P3],
  [{ mirror: 0 }, 'bwrg', ADOBE_RGB],
  [{ quarterTurns: 3, mirror: 1 }, 'rbgw', DISPLAY_P3],
] as const)('turns and mirrors it once, as the file says: %j', async (form, shown, space) => {
  const isSideways = 'quarterTurns' in form && form.quarterTurns % 2 === 1;
  const [width, height] = isSideways ? [96, 128] : [128, 96];
  const picture = await heic({ colour: makeProfile(space), ...form }, [128, 96]);
  const { inspected, folder } = await bench.renderAll(picture);
  expect(inspected.facts).toMatchObject({ width, height });
  for (const name of ['960.jpg', '480-3.avif']) {
    expect(await quartersOf(path.join(folder, name)), name).toBe(shown);
    expect(findForbiddenMetadata(readFileSync(path.join(folder, name)), PACKET)).toEqual([]);
  }
});

describe('a picture of tiles', () => {
  /** The last tiles are cut off. */
  const grid = { columns: 3, rows: 2, width: 880, height: 424 };

  /** The codes of a picture, made small. */
  const smallCodes = (picture: Sharp) =>
    picture.removeAlpha().resize(96, 96, { fit: 'fill' }).raw().toBuffer();

  /** What a grid of the test picture should look like. */
  async function whole({ quarterTurns = 0, mirror, clip = grid }: Partial<HeicForm>) {
    const tile = await quarters(320, 240).png().toBuffer();
    const places = [0, 1, 2].flatMap((x) => [0, 1].map((y) => ({ left: x * 320, top: y * 240 })));
    const tiles = places.map((place) => ({ input: tile, ...place }));
    const size = { width: 960, height: 480, channels: 3, background: '#000000' } as const;
    const all = await sharp({ create: size }).composite(tiles).png().toBuffer();
    const { width, height } = clip;
    const [left, top] = [(grid.width - width) / 2, (grid.height - height) / 2];
    const cut = await sharp(all).extract({ left, top, width, height }).png().toBuffer();
    const upright = await sharp(cut)
      .rotate(-90 * quarterTurns)
      .png()
      .toBuffer();
    return sharp(upright)
      .flip(mirror === 0)
      .flop(mirror === 1);
  }

  it.each<Partial<HeicForm>>([
    {},
    { quarterTurns: 1 },
    { quarterTurns: 2 },
    { quarterTurns: 3 },
    { mirror: 1 },
    { quarterTurns: 1, mirror: 0 },
    { clip: { width: 600, height: 300 }, quarterTurns: 1 },
  ])('is put together upright: %j', async (form) => {
    const { folder } = await bench.renderAll(await heic({ grid, ...form }, [320, 240]));
    const shown = await smallCodes(sharp(path.join(folder, '960.jpg'), { ignoreIcc: true }));
    const meant = await smallCodes(await whole(form));
    expect(shown).toHaveLength(meant.length);
    const off = shown.reduce((sum, code, i) => sum + Math.abs(code - (meant[i] ?? 0)), 0);
    expect(off / shown.length).toBeLessThan(10);
  });

  it('may have more tiles than the longest panorama of a telephone', async () => {
    const many = { columns: 24, rows: 24, width: 24 * 64, height: 24 * 64 };
    const { inspected } = await bench.renderAll(await heic({ grid: many }, [64, 64]));
    expect(inspected.facts).toMatchObject({ width: 1536, height: 1536 });
  });
});

it.each([
  ['the same size', 640, 480],
  ['another size', 320, 240],
])('takes the picture that the file names, behind one of %s', async (_what, width, height) => {
  const before = path.join(bench.folder, 'before.png');
  const grey = { width, height, channels: 3, background: '#808080' } as const;
  await sharp({ create: grey }).png().toFile(before);
  const { inspected, folder } = await bench.renderAll(await heic({ before }));
  expect(inspected.facts).toMatchObject({ width: 640, height: 480 });
  for (const name of ['960.jpg', '480-3.avif'])
    expect(await quartersOf(path.join(folder, name)), name).toBe('rgbw');
});

it('refuses more pixels than any picture may have, before it decodes one', async () => {
  const huge = { columns: 22, rows: 25, width: 14_000, height: 12_000 };
  const outcome = await bench.inspect(await heic({ grid: huge }));
  expect(outcome).toMatchObject({ ok: false, reason: expect.stringContaining('photo_too_large') });
});

it('refuses one that is cut off', async () => {
  const whole = await heic();
  const outcome = await bench.inspect(whole.subarray(0, Math.floor(whole.length * 0.6)));
  expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
});
