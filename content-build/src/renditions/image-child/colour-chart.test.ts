/** Known colours in every space, in the renditions. */
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';
import {
  ADOBE_RGB,
  DISPLAY_P3,
  decodeToLab,
  difference,
  encodeLab,
  makeProfile,
  PROPHOTO,
  type Space,
  SRGB_PRIMARIES,
  type Triple,
} from '#testing/colours.ts';
import { useImageBench } from '#testing/image-bench.ts';
import { pixelAt, quarters } from '#testing/test-pictures.ts';
import { makeTiff } from './plain-tiff.ts';

const bench = useImageBench();
const PATCH = 48;
/** A colour chart in Lab (D50): skin, sky, leaves, flowers, greys, and colours beyond sRGB. */
const CHART: Triple[] = `
  38 14 14, 66 18 18, 50 -5 -22, 43 -13 22, 55 9 -25, 71 -33 0, 62 36 57, 40 10 -45, 51 48 16,
  30 23 -21, 72 -24 57, 72 19 68, 20 0 0, 35 0 0, 50 0 0, 65 0 0, 81 0 0, 96 0 0,
  55 80 62, 82 -85 72, 70 -70 40, 60 70 70, 88 -20 95`
  .split(',')
  .map((colour) => {
    const [l = 0, a = 0, b = 0] = colour.trim().split(' ').map(Number);
    return [l, a, b];
  });

/** A TIFF of patches, and their colours. */
function chartIn(space: Space) {
  const fits = CHART.map((lab) => ({ lab, rgb: encodeLab(lab, space) }));
  const patches = fits.flatMap(({ lab, rgb }) => (rgb ? [{ lab, rgb }] : []));
  const width = patches.length * PATCH;
  const data = Buffer.alloc(width * PATCH * 3);
  for (let at = 0; at < width * PATCH; at++)
    data.set(patches[Math.floor((at % width) / PATCH)]?.rgb ?? [], at * 3);
  const tiff = makeTiff({ width, height: PATCH, data }, makeProfile(space));
  return { tiff, labs: patches.map(({ lab }) => lab) };
}

/** Renders a picture and expects every colour of the chart that fits the space. */
async function expectChart(bytes: Buffer, labs: Triple[], to: Space): Promise<number> {
  const { folder } = await bench.renderAll(bytes);
  let kept: number[] = [];
  for (const name of ['960.jpg', '480-3.avif']) {
    const found: number[] = [];
    const { icc } = await sharp(path.join(folder, name)).metadata();
    expect((icc?.length ?? 0) > 300, name).toBe(to === DISPLAY_P3);
    for (const [i, lab] of labs.entries()) {
      if (!encodeLab(lab, to)) continue;
      const seen = await pixelAt(path.join(folder, name), (i + 0.5) / labs.length, 0.5);
      found.push(difference(lab, decodeToLab(seen, to)));
    }
    kept = found;
    const told = `${name}: ${kept.map((one) => one.toFixed(1)).join(' ')}`;
    expect(kept.reduce((sum, one) => sum + one, 0) / kept.length, told).toBeLessThan(1.5);
    // A small AVIF is off by a quality step in the greens furthest from grey.
    expect(Math.max(...kept), told).toBeLessThan(name === '960.jpg' ? 4 : 6);
  }
  return kept.length;
}

it.each([
  ['Display P3', DISPLAY_P3, DISPLAY_P3, 20],
  ['Adobe RGB', ADOBE_RGB, DISPLAY_P3, 19],
  ['ProPhoto RGB', PROPHOTO, DISPLAY_P3, 22],
  ['sRGB with another curve', SRGB_PRIMARIES, DISPLAY_P3, 18],
] as const)('keeps every patch of a chart in %s', async (_name, from, to, atLeast) => {
  const { tiff, labs } = chartIn(from);
  expect(await expectChart(tiff, labs, to)).toBeGreaterThanOrEqual(atLeast);
});

/** As cameras without profiles write it (DCF 2.0). */
it.each([
  ['Adobe RGB', ADOBE_RGB, DISPLAY_P3, '65535', 'R03'],
  ['sRGB', SRGB_PRIMARIES, SRGB_PRIMARIES, '1', 'R03'],
  ['the rules of sRGB', SRGB_PRIMARIES, SRGB_PRIMARIES, '65535', 'R98'],
] as const)(
  'shows a JPEG with %s by EXIF alone',
  async (_what, from, to, ColorSpace, InteroperabilityIndex) => {
    const { tiff, labs } = chartIn(from);
    const says = { IFD2: { ColorSpace }, IFD4: { InteroperabilityIndex } };
    const bytes = await sharp(tiff, { ignoreIcc: true })
      .withExif(says)
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    await expectChart(bytes, labs, to);
  },
);

/** Replaces the profile of an AVIF by code points: primaries 12, sRGB curve, BT.601. */
function withP3Code(avif: Buffer): Buffer {
  const at = avif.indexOf('colr', 0, 'latin1') + 4;
  if (at < 4) throw new Error('no profile to replace');
  const bytes = Buffer.from(avif);
  bytes.write('nclx', at, 'latin1');
  bytes.set([0, 12, 0, 13, 0, 6, 128], at + 4);
  return bytes;
}

it('keeps the colours of an AVIF in Display P3 by code points', async () => {
  const form = { effort: 0, quality: 95 };
  const avif = await quarters(640, 480).withIccProfile('p3').avif(form).toBuffer();
  const { folder } = await bench.renderAll(withP3Code(avif));
  const shown = path.join(folder, '960.jpg');
  expect((await sharp(shown).metadata()).icc?.length).toBeGreaterThan(300);
  const was = await pixelAt(avif, 0.2, 0.2);
  for (const [i, value] of (await pixelAt(shown, 0.2, 0.2)).entries())
    expect(Math.abs(value - (was[i] ?? 0))).toBeLessThan(6);
});

it.each([
  ['CMYK with a profile', () => quarters(640, 480).withIccProfile('cmyk').jpeg({ quality: 98 })],
  ['CMYK without', () => quarters(640, 480).toColourspace('cmyk').jpeg({ quality: 98 })],
  ['a CMYK TIFF', () => quarters(640, 480).toColourspace('cmyk').tiff()],
])('shows %s in its colours', async (_name, make) => {
  const { folder } = await bench.renderAll(await make().toBuffer());
  const at = (x: number, y: number) => pixelAt(path.join(folder, '960.jpg'), x, y);
  const red = await at(0.2, 0.2);
  expect(Math.max(...red), String(red)).toBe(red[0]);
  expect(red[0] - red[1], String(red)).toBeGreaterThan(120);
  const green = await at(0.8, 0.2);
  expect(green[1] - green[0], String(green)).toBeGreaterThan(60);
  const blue = await at(0.2, 0.8);
  expect(blue[2] - blue[0], String(blue)).toBeGreaterThan(60);
  expect(Math.min(...(await at(0.8, 0.8)))).toBeGreaterThan(225);
});

const ramp = Buffer.from(Array.from({ length: 256 * 64 }, (_, i) => i % 256));
const greys = () => sharp(ramp, { raw: { width: 256, height: 64, channels: 1 } });

it.each<[string, () => Sharp]>([
  ['without a profile', () => greys().toColourspace('b-w').png()],
  ['with a profile', () => greys().toColourspace('b-w').withIccProfile('srgb').png()],
  ['of 16 bits', () => greys().toColourspace('grey16').tiff()],
])('shows grey %s as grey', async (_what, make) => {
  const { folder } = await bench.renderAll(await make().toBuffer());
  for (const x of [16, 64, 128, 200, 250]) {
    const [r, g, b] = await pixelAt(path.join(folder, '960.jpg'), (x + 0.5) / 256, 0.5);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(4);
    expect(Math.abs(g - x), `${x} became ${g}`).toBeLessThan(6);
  }
});
