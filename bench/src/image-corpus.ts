/**
 * Varied photographs of 24 megapixels: those of the demo, enlarged, with fine detail like grass and feathers, and with
 * sensor noise.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { seededRandom } from '@veldlicht/scripts/nightly-figures';
import { makePicture } from '@veldlicht/scripts/pictures/make-picture';
import { describePictures } from '@veldlicht/scripts/pictures/picture-set';
import sharp from 'sharp';

/** Long edge in pixels, 3 : 2 mostly. */
const EDGE = 6000;
/** Strength of the fine detail of each photograph. */
const DETAIL = [0.16, 0.1, 0.06, 0, 0.04, 0.12, 0.08, 0];
/** Standard deviation of the noise in each channel, out of 255. */
const NOISE = 3;
const TILE = 1024;

/** Roughly normal, mean 0, standard deviation 1. */
function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * 1.732;
}

/** Noise of several octaves, as in natural textures. */
async function detailTile(random: () => number): Promise<Float32Array> {
  const sum = new Float32Array(TILE * TILE);
  for (let size = TILE; size >= TILE / 32; size /= 2) {
    const dots = Buffer.from(Array.from({ length: size * size }, () => Math.floor(random() * 256)));
    const octave = await sharp(dots, { raw: { width: size, height: size, channels: 1 } })
      .resize(TILE, TILE, { kernel: 'cubic' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + ((octave[i] ?? 0) - 127.5) / 128;
  }
  return sum;
}

const round = (pixels: number) => 100 * Math.round(pixels / 100);

/** Adds detail and noise; returns a JPEG of quality 96. */
async function photograph(jpeg: Buffer, detail: number, random: () => number): Promise<Buffer> {
  const { width, height } = await sharp(jpeg).metadata();
  // Sides are round numbers, since programs round the sizes of renditions differently.
  const { data, info } = await sharp(jpeg)
    .resize(round(width), round(height), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const tile = await detailTile(random);
  const noise = new Float32Array(1 << 18).map(() => normal(random) * NOISE);
  let turn = 0;
  for (let at = 0; at < data.length; at++) {
    const place = Math.floor(at / 3);
    if (at % (info.width * 3) === 0) turn = Math.floor(random() * noise.length);
    turn = (turn + 1) & (noise.length - 1);
    const x = (place % info.width) & (TILE - 1);
    const y = Math.floor(place / info.width) & (TILE - 1);
    const value = (data[at] ?? 0) * (1 + detail * (tile[y * TILE + x] ?? 0)) + (noise[turn] ?? 0);
    data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
  }
  return sharp(data, { raw: info }).jpeg({ quality: 96 }).toBuffer();
}

function fileOf(folder: string, index: number): string {
  return path.join(folder, `photo-${index}.jpg`);
}

async function draw(folder: string, index: number): Promise<void> {
  const facts = describePictures(index + 1)[index];
  if (!facts || existsSync(fileOf(folder, index))) return;
  const plain = await makePicture(facts, { width: EDGE, quality: 100 });
  const jpeg = await photograph(plain, DETAIL[index % DETAIL.length] ?? 0, seededRandom(index + 1));
  writeFileSync(`${fileOf(folder, index)}.tmp`, jpeg);
  renameSync(`${fileOf(folder, index)}.tmp`, fileOf(folder, index));
}

/** Creates missing photographs. Returns the paths of `count` photographs. */
export async function makePhotographs(folder: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const indexes = Array.from({ length: count }, (_, index) => index);
  for (const index of indexes) await draw(folder, index);
  return indexes.map((index) => fileOf(folder, index));
}
