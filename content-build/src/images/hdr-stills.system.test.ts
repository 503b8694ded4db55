/** Stills in HDR, or in the primaries of BT.2020, that say so by code points. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { decodeToLab, difference } from '#testing/colour-maths.ts';
import { codesOf, PATCHES } from '#testing/hdr-colours.ts';
import { makeHdrStill } from '#testing/hdr-film.ts';
import { makeHeic } from '#testing/heic-picture.ts';
import { DISPLAY_P3, SRGB_PRIMARIES } from '#testing/icc.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';

let bench: ImageBench;
let folder: string;
beforeAll(() => {
  bench = createImageBench();
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-hdr-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const SIDE = 64;

/** A HEIC of ten bits. The codes of a row, 0 to 1, for each part of each pixel. */
async function heicOf(row: number[], codes: readonly [number, number]): Promise<Buffer> {
  const data = new Uint16Array(row.length * SIDE);
  for (let y = 0; y < SIDE; y++)
    data.set(
      row.map((part) => Math.round(part * 65_535)),
      y * row.length,
    );
  const raw = { width: row.length / 3, height: SIDE, channels: 3 } as const;
  const png = path.join(folder, 'strip.png');
  await sharp(data, { raw }).toColourspace('rgb16').png().toFile(png);
  return makeHeic(folder, png, { colour: { codes }, bits: 10 });
}

async function expectPatches(made: string): Promise<void> {
  for (const name of ['960.jpg', '480.avif']) {
    const bytes = readFileSync(path.join(made, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes), name).toEqual([]);
    const picture = sharp(bytes, { ignoreIcc: true });
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    for (const [i, patch] of PATCHES.entries()) {
      const x = Math.floor(((i + 0.5) * info.width) / PATCHES.length);
      const at = (Math.floor(info.height / 2) * info.width + x) * info.channels;
      const seen = [...data.subarray(at, at + 3)];
      const meant = decodeToLab(patch, SRGB_PRIMARIES);
      // The light grey is beyond the knee of the curve.
      expect(
        difference(decodeToLab(seen, DISPLAY_P3), meant),
        `${name} ${patch}: ${seen}`,
      ).toBeLessThan(7);
    }
  }
}

const CODINGS = [
  [{ primaries: 'bt2020', transfer: 'pq' }, [9, 16]],
  [{ primaries: 'bt2020', transfer: 'hlg' }, [9, 18]],
  [{ primaries: 'bt2020', transfer: 'srgb' }, [9, 13]],
  [{ primaries: 'p3', transfer: 'pq' }, [12, 16]],
] as const;

it.each(CODINGS)('shows an AVIF in its own colours: %j', async (coding) => {
  const { folder: made } = await bench.renderAll(makeHdrStill(folder, coding));
  await expectPatches(made);
});

it.each(CODINGS)('shows a HEIC in its own colours: %j', async (coding, codes) => {
  const row = PATCHES.flatMap((patch) => Array(SIDE).fill(codesOf(patch, coding)).flat());
  const { folder: made } = await bench.renderAll(await heicOf(row, codes));
  await expectPatches(made);
});

it('shows a bright sky of a HEIC without the steps that eight bits would have', async () => {
  // Of a code of eight bits four, and less than a tone of the screen each.
  const row = Array.from({ length: 960 }, (_, x) => Array(3).fill(0.5 + (x / 960) * 0.06)).flat();
  const { folder: made } = await bench.renderAll(await heicOf(row, [9, 16]));
  const picture = sharp(path.join(made, '960.jpg'), { ignoreIcc: true });
  const line = await picture.resize(960, 1, { fit: 'fill' }).extractChannel(1).raw().toBuffer();
  const last = line.length - 1;
  expect((line[last] ?? 0) - (line[0] ?? 0)).toBeGreaterThan(30);
  const steps = [...line].map((tone, x) => Math.abs(tone - (line[Math.min(x + 4, last)] ?? 0)));
  expect(Math.max(...steps)).toBeLessThanOrEqual(2);
});
