import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeToLab, difference, encodeLab, type Triple } from '#testing/colour-maths.ts';
import { DISPLAY_P3, PROPHOTO, SRGB_PRIMARIES } from '#testing/icc.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { quarters } from '#testing/test-pictures.ts';
import { ADOBE_RGB, makeProfile } from './matrix-profile.ts';
import { plainTiff } from './plain-tiff.ts';

let bench: ImageBench;
beforeAll(() => {
  bench = createImageBench();
});
afterAll(() => bench.close());

const PATCH = 48;
/** A colour chart in Lab (D50): skin, sky, leaves, flowers, greys, and colours beyond sRGB. */
const CHART: Triple[] = [
  ...([
    [38, 14, 14],
    [66, 18, 18],
    [50, -5, -22],
    [43, -13, 22],
    [55, 9, -25],
    [71, -33, 0],
    [62, 36, 57],
    [40, 10, -45],
    [51, 48, 16],
    [30, 23, -21],
    [72, -24, 57],
    [72, 19, 68],
  ] as Triple[]),
  ...([20, 35, 50, 65, 81, 96].map((l) => [l, 0, 0]) as Triple[]),
  ...([
    [55, 80, 62],
    [82, -85, 72],
    [70, -70, 40],
    [60, 70, 70],
    [88, -20, 95],
  ] as Triple[]),
];

/** A TIFF of patches beside each other, and the colours in it. */
function chartIn(space: typeof DISPLAY_P3) {
  const fits = CHART.map((lab) => ({ lab, rgb: encodeLab(lab, space) }));
  const patches = fits.flatMap(({ lab, rgb }) => (rgb ? [{ lab, rgb }] : []));
  const width = patches.length * PATCH;
  const data = Buffer.alloc(width * PATCH * 3);
  for (let at = 0; at < width * PATCH; at++)
    data.set(patches[Math.floor((at % width) / PATCH)]?.rgb ?? [], at * 3);
  const tiff = plainTiff({ width, height: PATCH, data }, makeProfile(space));
  return { tiff, labs: patches.map(({ lab }) => lab) };
}

/** In the way of cameras that write no profile (DCF 2.0). */
const ADOBE_EXIF = { IFD2: { ColorSpace: '65535' }, IFD4: { InteroperabilityIndex: 'R03' } };

/** The same chart as a JPEG that says its colours by EXIF alone. */
async function asJpeg(tiff: Buffer, exif: typeof ADOBE_EXIF): Promise<Buffer> {
  const best = { quality: 100, chromaSubsampling: '4:4:4' } as const;
  return sharp(tiff, { ignoreIcc: true }).withExif(exif).jpeg(best).toBuffer();
}

async function differences(file: string, labs: Triple[], width: number, space: typeof DISPLAY_P3) {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return labs.map((lab, i) => {
    const x = Math.floor(((i + 0.5) * PATCH * info.width) / width);
    const at = (Math.floor(info.height / 2) * info.width + x) * info.channels;
    return difference(lab, decodeToLab([...data.subarray(at, at + 3)], space));
  });
}

/** Renders a picture and looks for every colour of the chart that has a place in a space. */
async function expectChart(bytes: Buffer, labs: Triple[], to: typeof DISPLAY_P3): Promise<void> {
  const { folder } = await bench.renderAll(bytes);
  for (const [name, worst] of [
    ['960.jpg', 4],
    ['480.avif', 4],
  ] as const) {
    const found = await differences(path.join(folder, name), labs, labs.length * PATCH, to);
    const kept = found.filter((_, i) => encodeLab(labs[i] ?? [0, 0, 0], to));
    const mean = kept.reduce((sum, one) => sum + one, 0) / kept.length;
    expect(mean, `${name} mean of ${kept.map((one) => one.toFixed(1)).join(' ')}`).toBeLessThan(
      1.5,
    );
    expect(Math.max(...kept), `${name} ${kept.map((v) => v.toFixed(1)).join(' ')}`).toBeLessThan(
      worst,
    );
  }
}

it.each([
  ['Display P3', DISPLAY_P3, DISPLAY_P3, 20],
  ['Adobe RGB', ADOBE_RGB, DISPLAY_P3, 19],
  ['ProPhoto RGB', PROPHOTO, DISPLAY_P3, 22],
  ['sRGB', SRGB_PRIMARIES, SRGB_PRIMARIES, 18],
] as const)('shows every patch of a chart in %s as it is', async (_name, from, to, atLeast) => {
  const { tiff, labs } = chartIn(from);
  const inside = labs.filter((lab) => encodeLab(lab, to));
  expect(inside.length).toBeGreaterThanOrEqual(atLeast);
  await expectChart(tiff, labs, to);
});

it('shows the chart of a camera that says Adobe RGB by EXIF alone', async () => {
  const { tiff, labs } = chartIn(ADOBE_RGB);
  await expectChart(await asJpeg(tiff, ADOBE_EXIF), labs, DISPLAY_P3);
});

it.each([
  ['sRGB', { ...ADOBE_EXIF, IFD2: { ColorSpace: '1' } }],
  ['the rules of sRGB', { ...ADOBE_EXIF, IFD4: { InteroperabilityIndex: 'R98' } }],
])('takes a JPEG for sRGB when its EXIF says %s', async (_what, exif) => {
  const { tiff, labs } = chartIn(SRGB_PRIMARIES);
  await expectChart(await asJpeg(tiff, exif), labs, SRGB_PRIMARIES);
});

async function topLeft(source: string | Buffer): Promise<number[]> {
  const corner = { left: 100, top: 100, width: 1, height: 1 };
  return [...(await sharp(source, { ignoreIcc: true }).extract(corner).raw().toBuffer())];
}

it('keeps the colours of an AVIF that says Display P3 by code points', async () => {
  const form = { effort: 0, quality: 95 };
  const avif = await quarters(640, 480).withIccProfile('p3').avif(form).toBuffer();
  const { folder } = await bench.renderAll(withP3Code(avif));
  const shown = path.join(folder, '960.jpg');
  expect((await sharp(shown).metadata()).icc?.length).toBeGreaterThan(300);
  const [was, is] = [await topLeft(avif), await topLeft(shown)];
  for (const [i, value] of is.entries()) expect(Math.abs(value - (was[i] ?? 0))).toBeLessThan(6);
});

/** The profile of an AVIF replaced by code points: primaries 12, the curve of sRGB, BT.601. */
function withP3Code(avif: Buffer): Buffer {
  const at = avif.indexOf('colr', 0, 'latin1') + 4;
  if (at < 4) throw new Error('no profile to replace');
  const bytes = Buffer.from(avif);
  bytes.write('nclx', at, 'latin1');
  bytes.set([0, 12, 0, 13, 0, 6, 128], at + 4);
  return bytes;
}

/** Grey and CMYK files, with a profile and without, and what is shown in the middle of red and white. */
it.each([
  ['CMYK with a profile', () => quarters(640, 480).withIccProfile('cmyk').jpeg({ quality: 98 })],
  ['CMYK without', () => quarters(640, 480).toColourspace('cmyk').jpeg({ quality: 98 })],
  ['a CMYK TIFF', () => quarters(640, 480).toColourspace('cmyk').tiff()],
])('shows %s in its colours', async (_name, make) => {
  const { folder } = await bench.renderAll(await make().toBuffer());
  const { data, info } = await sharp(path.join(folder, '960.jpg'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  const [red, green, blue, white] = [at(100, 100), at(500, 100), at(100, 400), at(500, 400)];
  expect(Math.max(...red) - (red[0] ?? 0), String(red)).toBe(0);
  expect((red[0] ?? 0) - (red[1] ?? 0), String(red)).toBeGreaterThan(120);
  expect((green[1] ?? 0) - (green[0] ?? 0), String(green)).toBeGreaterThan(60);
  expect((blue[2] ?? 0) - (blue[0] ?? 0), String(blue)).toBeGreaterThan(60);
  expect(Math.min(...white), String(white)).toBeGreaterThan(225);
});

it('shows grey as grey, with a profile and without', async () => {
  const ramp = Buffer.from(Array.from({ length: 256 * 64 }, (_, i) => i % 256));
  const raw = { width: 256, height: 64, channels: 1 as const };
  for (const bytes of [
    await sharp(ramp, { raw }).toColourspace('b-w').png().toBuffer(),
    await sharp(ramp, { raw }).toColourspace('b-w').withIccProfile('srgb').png().toBuffer(),
    await sharp(ramp, { raw }).toColourspace('grey16').tiff().toBuffer(),
  ]) {
    const { folder } = await bench.renderAll(bytes);
    const { data } = await sharp(path.join(folder, '960.jpg'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const x of [16, 64, 128, 200, 250]) {
      const [r = 0, g = 0, b = 0] = data.subarray((32 * 256 + x) * 3);
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(4);
      expect(Math.abs(g - x), `${x} became ${g}`).toBeLessThan(6);
    }
  }
});
