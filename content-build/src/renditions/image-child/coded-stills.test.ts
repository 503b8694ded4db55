/** Stills with coded colours, within 3 of 255 of Chromium 156. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { useImageBench } from '#testing/image-bench.ts';
import { pngWith, stillNamed } from '#testing/test-pictures.ts';

const bench = useImageBench();

type Colours = readonly (readonly number[])[];

/** Published colours in the middle of each patch. */
async function shown(bytes: Buffer, count: number): Promise<number[][]> {
  const { folder } = await bench.renderAll(bytes);
  const avif = readFileSync(path.join(folder, '480-3.avif'));
  const picture = sharp(avif).toColourspace('srgb').removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return Array.from({ length: count }, (_, i) => {
    const x = Math.floor(((i + 0.5) * info.width) / count);
    const at = (Math.floor(info.height / 2) * info.width + x) * 3;
    return [...data.subarray(at, at + 3)];
  });
}

async function expectShown(bytes: Buffer, meant: Colours): Promise<void> {
  for (const [i, seen] of (await shown(bytes, meant.length)).entries())
    for (const [part, code] of seen.entries())
      expect(Math.abs(code - (meant[i]?.[part] ?? 0)), `${i}: ${seen}`).toBeLessThanOrEqual(3);
}

const numbers = (...all: number[]) =>
  Buffer.concat(all.map((one) => Buffer.from([one >> 24, one >> 16, one >> 8, one])));
const adobe = numbers(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000);
const codes = [
  [118, 118, 118],
  [225, 225, 225],
  [200, 60, 40],
] as const;

it.each<[string, Record<string, Buffer | number[]>, Colours]>([
  [
    'Display P3',
    { cICP: [12, 13, 0, 1] },
    [
      [118, 118, 118],
      [225, 225, 225],
      [217, 42, 23],
    ],
  ],
  [
    'the curve of a television',
    { cICP: [1, 1, 0, 1] },
    [
      [110, 110, 110],
      [223, 223, 223],
      [197, 49, 28],
    ],
  ],
  [
    'plain light',
    { cICP: [1, 8, 0, 1] },
    [
      [181, 181, 181],
      [241, 241, 241],
      [229, 133, 110],
    ],
  ],
  [
    'a gamma of 1.8',
    { gAMA: numbers(55_556) },
    [
      [137, 137, 137],
      [231, 231, 231],
      [210, 77, 53],
    ],
  ],
  [
    'Adobe RGB',
    { gAMA: numbers(45_455), cHRM: adobe },
    [
      [119, 119, 119],
      [226, 226, 226],
      [231, 57, 34],
    ],
  ],
])('shows a PNG in its own colours: %s', async (_what, chunks, meant) => {
  await expectShown(pngWith(chunks, codes), meant);
});

it('tone maps a PNG in PQ or HLG', async () => {
  // Shown values of the codes 0.55, 0.7 and 0.9.
  const greys = [140, 178, 230].map((code) => [code, code, code]);
  const pq = [163, 239, 255].map((code) => [code, code, code]);
  await expectShown(pngWith({ cICP: [9, 16, 0, 1] }, greys), pq);
  const hlg = [111, 163, 234].map((code) => [code, code, code]);
  await expectShown(pngWith({ cICP: [9, 18, 0, 1] }, greys), hlg);
});

it('shows grey of a PNG with its gamma', async () => {
  const grey = pngWith({ gAMA: numbers(100_000) }, [[118], [225]]);
  await expectShown(grey, [
    [181, 181, 181],
    [241, 241, 241],
  ]);
});

const GREYS = [118, 225, 88, 117, 80].map((code) => [code, code, code]);

it.each(['grey-limited', 'grey-limited-deep'])('is not washed out: %s.avif', async (name) => {
  await expectShown(stillNamed(`${name}.avif`), GREYS);
});

// As in Firefox 153 and Chromium 156: box before stream.
it.each(['grey-limited', 'grey-limited-deep'])(
  'is not washed out without a box of colours: %s.avif',
  async (name) => {
    const bytes = stillNamed(`${name}.avif`);
    bytes.write('free', bytes.indexOf('nclx') - 4, 'latin1');
    await expectShown(bytes, GREYS);
  },
);

it('takes the range from the box, not from the stream', async () => {
  const bytes = stillNamed('grey-limited.avif');
  const at = bytes.indexOf('nclx') + 10;
  bytes[at] = (bytes[at] ?? 0) | 0x80;
  const seen = [117, 209, 92, 116, 85].map((code) => [code, code, code]);
  await expectShown(bytes, seen);
});

it('shows an AVIF in linear light', async () => {
  const patches = [
    [118, 118, 118],
    [225, 225, 225],
    [200, 60, 40],
    [60, 140, 60],
    [50, 80, 170],
  ];
  await expectShown(stillNamed('linear.avif'), patches);
});
