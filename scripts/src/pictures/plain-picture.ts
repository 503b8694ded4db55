import sharp from 'sharp';
import { seededRandom } from '../../nightly-figures.ts';
import { addExif } from './exif.ts';

/**
 * A small picture made in a few milliseconds, different for every seed: a soft gradient between four
 * random corners, with some noise. For tests and benchmarks in which only the number matters.
 */
export async function plainPicture(
  seed: number,
  options: {
    width?: number;
    height?: number;
    gps?: { lat: number; lon: number };
    takenAt?: string;
    description?: string;
    orientation?: number;
  } = {},
): Promise<Buffer> {
  const { width = 640, height = 426, gps, takenAt, description, orientation } = options;
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const columns = 6;
  const rows = 4;
  const pixels = new Uint8Array(columns * rows * 3);
  const base = [between(40, 200), between(60, 200), between(40, 200)];
  for (let i = 0; i < pixels.length; i += 1) {
    const fall = 1 - Math.floor(i / (columns * 3)) / (rows * 1.6);
    pixels[i] = Math.min(255, (base[i % 3] ?? 0) * fall + between(-30, 40) + 20);
  }
  const jpeg = await sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 72 })
    .toBuffer();
  return addExif(jpeg, {
    takenAt: takenAt ?? null,
    description: description ?? null,
    gps: gps ?? null,
    ...(orientation === undefined ? {} : { orientation }),
  });
}
