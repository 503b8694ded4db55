import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForbiddenMetadata } from '#renditions/verify-clean.ts';
import { makeHeic } from '#testing/heic-picture.ts';
import { DISPLAY_P3, makeProfile } from '#testing/icc.ts';
import { createImageBench, type ImageBench } from '#testing/image-bench.ts';
import { quarters } from '#testing/test-pictures.ts';

let bench: ImageBench;
let folder: string;
beforeAll(() => {
  bench = createImageBench();
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-heic-'));
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

async function heic(quarterTurns: number): Promise<Buffer> {
  const png = path.join(folder, 'quarters.png');
  await quarters(640, 480).png().toFile(png);
  return makeHeic(folder, png, makeProfile(DISPLAY_P3), quarterTurns);
}

async function pixel(file: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
  return [...data.subarray(at, at + 3)];
}

it('decodes HEVC, keeps Display P3 and publishes nothing else', async () => {
  const { inspected, folder: made } = await bench.renderAll(await heic(0));
  expect(inspected.facts).toMatchObject({ extension: 'heic', width: 640, height: 480 });
  for (const name of ['960.jpg', '480.avif', '960.avif']) {
    const bytes = readFileSync(path.join(made, name));
    expect((await sharp(bytes).metadata()).icc?.length, name).toBeGreaterThan(300);
    expect(findForbiddenMetadata(bytes), name).toEqual([]);
  }
  const [r = 0, g = 0, b = 0] = await pixel(path.join(made, '960.jpg'), 0.25, 0.25);
  expect(Math.abs(r - 220) + Math.abs(g - 30) + Math.abs(b - 30)).toBeLessThan(30);
});

it('turns it as the file says', async () => {
  const { inspected, folder: made } = await bench.renderAll(await heic(1));
  expect(inspected.facts).toMatchObject({ width: 480, height: 640 });
  const shown = await sharp(path.join(made, '960.jpg')).metadata();
  expect(shown).toMatchObject({ width: 480, height: 640 });
  // A quarter turn to the left brings green, above on the right, to the left above.
  const [, g = 0] = await pixel(path.join(made, '960.jpg'), 0.25, 0.25);
  expect(g).toBeGreaterThan(150);
});

it('refuses one that is cut off', async () => {
  const whole = await heic(0);
  const outcome = await bench.inspect(whole.subarray(0, Math.floor(whole.length * 0.6)));
  expect(outcome).toMatchObject({ ok: false, code: 'unreadable_file' });
});
