import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { landscape, withOrientation } from '#testing/test-pictures.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, nameToOpen } from './pixels.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-pixels-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function decode(jpeg: Buffer) {
  // As an upload lies there: under a name that says nothing.
  const file = path.join(folder, 'upload');
  writeFileSync(file, jpeg);
  return decodePicture(file, await readHeader(file, 'jpg'), 2560);
}

it.each([
  ['a landscape of 24 megapixels', 'jpg', 6000, 4000, true],
  ['a JPEG just twice as large', 'jpg', 5120, 3414, true],
  ['a portrait of 24 megapixels', 'jpg', 4000, 6000, false],
  ['a JPEG three times as large: sharp halves it itself', 'jpg', 7800, 5200, false],
  ['a JPEG of an odd width', 'jpg', 5999, 4000, false],
  ['a PNG', 'png', 6000, 4000, false],
] as const)('opens %s at half its size or whole', (_, extension, width, height, isHalved) => {
  const size = { width: 2560, height: Math.round((2560 * height) / width) };
  const name = nameToOpen('file', { extension, upright: { width, height } }, size);
  expect(name).toBe(isHalved ? 'file[shrink=2]' : 'file');
});

it('decodes a JPEG at half its size to the same picture', async () => {
  const jpeg = await landscape(5200, 1600).jpeg({ quality: 95 }).toBuffer();
  const pixels = await decode(withOrientation(jpeg, 3));
  const small = await sharp(jpeg).resize({ width: 2560 }).png().toBuffer();
  const turned = sharp(small).rotate(180).raw();
  const { data, info } = await turned.toBuffer({ resolveWithObject: true });
  expect([pixels.width, pixels.height]).toEqual([info.width, info.height]);
  const error = data.reduce((sum, value, i) => sum + Math.abs(value - (pixels.data[i] ?? 0)), 0);
  // Another picture, or this one the other way up, is off by 30.
  expect(error / data.length).toBeLessThan(3);
});

it('refuses such a JPEG when it is cut off', async () => {
  const jpeg = await landscape(5200, 300).jpeg().toBuffer();
  await expect(decode(jpeg.subarray(0, jpeg.length * 0.9))).rejects.toThrow('damaged');
});
