/** Small valid and invalid pictures for tests. */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export function stillNamed(name: string): Buffer {
  return readFileSync(new URL(`./stills/${name}`, import.meta.url));
}

/** Colour at a place (x, y from 0 to 1) in the picture's own space. */
export async function pixelAt(picture: string | Buffer, x: number, y: number) {
  const raw = sharp(picture, { ignoreIcc: true }).raw();
  const { data, info } = await raw.toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
  return [r, g, b] as const;
}

/** First letters of the colours of the quarters, row by row: 'rgbw' for `quarters`. */
export async function quartersOf(picture: string | Buffer): Promise<string> {
  const names: string[] = [];
  for (const y of [0.25, 0.75])
    for (const x of [0.25, 0.75]) {
      const [r, g, b] = await pixelAt(picture, x, y);
      if (r > 150 && g > 150) names.push('w');
      else names.push(r > 150 ? 'r' : g > 150 ? 'g' : b > 150 ? 'b' : '?');
    }
  return names.join('');
}

/** Red and green above, blue and white below. */
export function quarters(width = 160, height = 120): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, top] = [x < width / 2, y < height / 2];
      const colour = top
        ? left
          ? [220, 30, 30]
          : [30, 200, 30]
        : left
          ? [30, 30, 220]
          : [240, 240, 240];
      data.set(colour, (y * width + x) * 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Smooth noise, which compresses like a photograph. */
export function landscape(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  const grain = sharp({
    create: { width: 240, height: 160, channels: 3, background: '#000', noise },
  });
  return grain.resize(width, height, { fit: 'fill' });
}

/** As a camera with GPS writes it; 52.1312 N, 5.8604 E. */
export const CAMERA_EXIF = {
  IFD0: { Make: 'Canon', Model: 'Canon EOS R5', ImageDescription: 'Bosuil in de schemering' },
  IFD2: {
    DateTimeOriginal: '2024:05:04 23:30:00',
    ExposureTime: '1/500',
    FNumber: '28/10',
    ISOSpeedRatings: '400',
    FocalLength: '400/1',
    LensModel: 'RF100-500mm F4.5-7.1 L IS USM',
  },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 7/1 5232/100',
    GPSLongitudeRef: 'E',
    GPSLongitude: '5/1 51/1 3744/100',
  },
};

/** Adds an APP1 segment with only an orientation. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16BE(orientation, 18);
  const head = Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1');
  head.writeUInt16BE(head.length - 2 + tiff.length, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, tiff, jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}

/** Adds `count` texts that inflate to 4 MB each to a PNG. */
export function pngOfTexts(png: Buffer, count: number): Buffer {
  const zeros = deflateSync(Buffer.alloc(4_000_000));
  const named = (keyword: string) =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), zeros]));
  const chunks = [named('Comment'), named('Raw profile type exif'), named('Raw profile type xmp')];
  const all = Array.from({ length: count }, (_, i) => chunks[i % 3] ?? Buffer.alloc(0));
  return Buffer.concat([png.subarray(0, 33), ...all, png.subarray(33)]);
}

/** A PNG of patches in rows of `channels` 8-bit codes, with chunks before its pixels. */
export function pngWith(
  before: Record<string, Buffer | number[]>,
  patches: readonly (readonly number[])[] = [[0, 0, 0]],
): Buffer {
  const [channels = 3, width] = [patches[0]?.length, patches.length * 48];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(48, 4);
  header[8] = 8;
  header[9] = channels === 1 ? 0 : 2;
  const row = Buffer.from([0, ...patches.flatMap((codes) => Array(48).fill(codes).flat())]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...Object.entries(before).map(([name, data]) => pngChunk(name, Buffer.from(data))),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array(48).fill(row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Starts and steps (x, y) of the seven passes of an interlaced PNG. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * A valid black PNG of any size, 1 bit per pixel, built without its pixels. Interlaced, a decoder holds it as a whole.
 */
export function pngBomb(width: number, height: number, isInterlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  if (isInterlaced) header[12] = 1;
  const passes = isInterlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  const bytes = passes.reduce(
    (sum, [x, y, dx, dy]) =>
      sum + (Math.ceil(Math.ceil((width - x) / dx) / 8) + 1) * Math.ceil((height - y) / dy),
    0,
  );
  const rows = Buffer.alloc(bytes);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Changes the size in the header of a JPEG. */
export function patchJpegSize(jpeg: Buffer, side: number): Buffer {
  const patched = Buffer.from(jpeg);
  for (let at = 2; at < patched.length; at += 2 + patched.readUInt16BE(at + 2)) {
    const marker = patched[at + 1] ?? 0;
    if (marker !== 0xc0 && marker !== 0xc2) continue;
    patched.writeUInt16BE(side, at + 5);
    patched.writeUInt16BE(side, at + 7);
    break;
  }
  return patched;
}
