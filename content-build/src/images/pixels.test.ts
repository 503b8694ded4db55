import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { landscape, withOrientation } from '#testing/test-pictures.ts';
import { readHeader } from './picture-header.ts';
import { decodePicture, nameToOpen } from './pixels.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-pixels-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As an upload lies there: under a name that says nothing. */
function put(bytes: Buffer): string {
  const file = path.join(folder, 'upload');
  writeFileSync(file, bytes);
  return file;
}

describe('a JPEG from twice to three times the size that is wanted', () => {
  it.each([
    ['a landscape of 24 megapixels', 'jpg', 6000, 4000, true],
    ['just twice as large', 'jpg', 5120, 3414, true],
    ['a portrait of 24 megapixels', 'jpg', 4000, 6000, false],
    ['three times as large: sharp halves it itself', 'jpg', 7800, 5200, false],
    ['an odd width', 'jpg', 5999, 4000, false],
    ['an odd height', 'jpg', 6000, 3999, false],
    ['a PNG', 'png', 6000, 4000, false],
  ] as const)('%s', (_, extension, width, height, isHalved) => {
    const size = { width: 2560, height: Math.round((2560 * height) / width) };
    const name = nameToOpen('file', { extension, upright: { width, height } }, size);
    expect(name).toBe(isHalved ? 'file[shrink=2]' : 'file');
  });

  it('is decoded at half its size, to the same picture', async () => {
    const jpeg = await landscape(5200, 1600).jpeg({ quality: 95 }).toBuffer();
    const file = put(withOrientation(jpeg, 3));
    const pixels = await decodePicture(file, await readHeader(file, 'jpg'), 2560);
    const small = await sharp(jpeg).resize({ width: 2560 }).png().toBuffer();
    const turned = sharp(small).rotate(180).raw();
    const { data, info } = await turned.toBuffer({ resolveWithObject: true });
    expect([pixels.width, pixels.height]).toEqual([info.width, info.height]);
    const error = data.reduce((sum, value, i) => sum + Math.abs(value - (pixels.data[i] ?? 0)), 0);
    // Another picture, or this one the other way up, is off by 30.
    expect(error / data.length).toBeLessThan(3);
  });

  it('is refused when it is cut off', async () => {
    const jpeg = await landscape(5200, 300).jpeg().toBuffer();
    const file = put(jpeg.subarray(0, jpeg.length * 0.9));
    const header = await readHeader(file, 'jpg');
    await expect(decodePicture(file, header, 2560)).rejects.toThrow('damaged');
  });
});
