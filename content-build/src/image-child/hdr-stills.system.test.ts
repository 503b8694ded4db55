/** Stills in HDR, or in the primaries of BT.2020, that say so by code points. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import {
  codesOf,
  DISPLAY_P3,
  decodeToLab,
  difference,
  PATCHES,
  SRGB_PRIMARIES,
} from '#testing/colours.ts';
import { makeHdrStill } from '#testing/hdr-video.ts';
import { makeHeic } from '#testing/heic-picture.ts';
import { PACKET, useImageBench } from '#testing/image-bench.ts';
import { pixelAt } from '#testing/test-pictures.ts';

const bench = useImageBench();
const SIDE = 64;

/** A HEIC of ten bits. The codes of a row, 0 to 1, for each part of each pixel. */
async function heicOf(row: number[], codes: readonly [number, number]): Promise<Buffer> {
  const line = Uint16Array.from(row, (part) => Math.round(part * 65_535));
  const data = new Uint16Array(row.length * SIDE);
  for (let y = 0; y < SIDE; y++) data.set(line, y * row.length);
  const raw = { width: row.length / 3, height: SIDE, channels: 3 } as const;
  const png = path.join(bench.folder, 'strip.png');
  await sharp(data, { raw }).toColourspace('rgb16').png().toFile(png);
  return makeHeic(bench.folder, png, { colour: { codes }, bits: 10 });
}

async function expectPatches(still: Buffer): Promise<void> {
  const { folder } = await bench.renderAll(still);
  for (const name of ['960.jpg', '480-3.avif']) {
    const bytes = readFileSync(path.join(folder, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes, PACKET), name).toEqual([]);
    for (const [i, patch] of PATCHES.entries()) {
      const seen = await pixelAt(bytes, (i + 0.5) / PATCHES.length, 0.5);
      const meant = decodeToLab(patch, SRGB_PRIMARIES);
      const off = difference(decodeToLab(seen, DISPLAY_P3), meant);
      // The light grey is beyond the knee of the curve.
      expect(off, `${name} ${patch}: ${seen}`).toBeLessThan(7);
    }
  }
}

it.each([
  [{ primaries: 'bt2020', transfer: 'pq' }, [9, 16]],
  [{ primaries: 'bt2020', transfer: 'hlg' }, [9, 18]],
  [{ primaries: 'bt2020', transfer: 'srgb' }, [9, 13]],
  [{ primaries: 'p3', transfer: 'pq' }, [12, 16]],
] as const)('shows an AVIF and a HEIC in their own colours: %j', async (coding, codes) => {
  await expectPatches(makeHdrStill(bench.folder, coding));
  const row = PATCHES.flatMap((patch) => Array(SIDE).fill(codesOf(patch, coding)).flat());
  await expectPatches(await heicOf(row, codes));
});

it('shows a bright sky of a HEIC without the steps that eight bits would have', async () => {
  // Of a code of eight bits four, and less than a tone of the screen each.
  const row = Array.from({ length: 960 }, (_, x) => Array(3).fill(0.5 + (x / 960) * 0.06)).flat();
  const { folder } = await bench.renderAll(await heicOf(row, [9, 16]));
  const picture = sharp(path.join(folder, '960.jpg'), { ignoreIcc: true });
  const line = await picture.resize(960, 1, { fit: 'fill' }).extractChannel(1).raw().toBuffer();
  const last = line.length - 1;
  expect((line[last] ?? 0) - (line[0] ?? 0)).toBeGreaterThan(30);
  const steps = [...line].map((tone, x) => Math.abs(tone - (line[Math.min(x + 4, last)] ?? 0)));
  expect(Math.max(...steps)).toBeLessThanOrEqual(2);
});
