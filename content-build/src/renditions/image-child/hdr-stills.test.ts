/** Stills in HDR or BT.2020 by code points. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import {
  DISPLAY_P3,
  decodeToLab,
  difference,
  halved,
  PATCHES,
  SRGB_PRIMARIES,
} from '#testing/colours.ts';
import { PACKET, useImageBench } from '#testing/image-bench.ts';
import { pixelAt, stillNamed } from '#testing/test-pictures.ts';

const bench = useImageBench();

it.each(
  ['bt2020-pq', 'bt2020-hlg', 'bt2020-srgb', 'p3-pq'].flatMap((coding) =>
    ['avif', 'heic'].map((format) => `${coding}.${format}`),
  ),
)('shows a still in its own colours: %s', async (still) => {
  const { folder } = await bench.renderAll(stillNamed(still));
  for (const name of ['960.jpg', '480-3.avif']) {
    const bytes = readFileSync(path.join(folder, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes, PACKET), name).toEqual([]);
    for (const [i, patch] of PATCHES.entries()) {
      const seen = await pixelAt(bytes, (i + 0.5) / PATCHES.length, 0.5);
      const shown = still.includes('srgb') ? patch : halved(patch);
      const meant = decodeToLab(shown, SRGB_PRIMARIES);
      const off = difference(decodeToLab(seen, DISPLAY_P3), meant);
      expect(off, `${name} ${patch}: ${seen}`).toBeLessThan(3);
    }
  }
});

it('shows a bright sky of a HEIC without the banding of eight bits', async () => {
  // Less than four 8-bit codes and a step of the screen each.
  const { folder } = await bench.renderAll(stillNamed('bright-sky.heic'));
  const picture = sharp(path.join(folder, '960.jpg'), { ignoreIcc: true });
  const line = await picture.resize(960, 1, { fit: 'fill' }).extractChannel(1).raw().toBuffer();
  const last = line.length - 1;
  expect((line[last] ?? 0) - (line[0] ?? 0)).toBeGreaterThan(30);
  const steps = [...line].map((tone, x) => Math.abs(tone - (line[Math.min(x + 4, last)] ?? 0)));
  expect(Math.max(...steps)).toBeLessThanOrEqual(2);
});
