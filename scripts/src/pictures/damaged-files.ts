/** Files that look like pictures but are invalid, each in a different way. */
import { crc32, deflateSync } from 'node:zlib';
import { plainPicture } from './plain-picture.ts';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}

/** A PNG with one bit per pixel and this pixel data. */
function png(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface DamagedFile {
  name: string;
  /** MIME type by its name. */
  type: string;
  bytes: Buffer;
  /** Kind of refusal by the server. */
  trouble: 'unsupported' | 'damaged' | 'too large';
}

/**
 * A truncated picture of 144 megapixels in a few kilobytes: its dimensions are accepted, and the error occurs only
 * after nearly all of it is decoded.
 */
export function cutGiant(): Buffer {
  const side = 12_000;
  const rows = Buffer.alloc((side / 8 + 1) * (side - 8));
  return png(side, side, deflateSync(rows, { level: 1 }));
}

/** Seven small damaged files. */
export async function damagedFiles(): Promise<DamagedFile[]> {
  const picture = await plainPicture(907);
  const side = 30_000;
  const empty = deflateSync(Buffer.alloc((side / 8 + 1) * side), { level: 1 });
  const jpeg = 'image/jpeg';
  return [
    { name: 'een-byte.jpg', type: jpeg, bytes: Buffer.alloc(1), trouble: 'unsupported' },
    {
      name: 'afgebroken.jpg',
      type: jpeg,
      bytes: picture.subarray(0, picture.length >> 1),
      trouble: 'damaged',
    },
    {
      name: 'rommel.png',
      type: 'image/png',
      bytes: png(640, 426, Buffer.from('no pixels at all')),
      trouble: 'damaged',
    },
    {
      name: 'tekening.svg',
      type: 'image/svg+xml',
      bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      trouble: 'unsupported',
    },
    {
      name: 'notities.jpg',
      type: jpeg,
      bytes: Buffer.from('Ree, 6.40 uur, bij de plas\n'),
      trouble: 'unsupported',
    },
    { name: 'bom.png', type: 'image/png', bytes: png(side, side, empty), trouble: 'too large' },
    {
      name: 'archief.jpg',
      type: jpeg,
      bytes: Buffer.from(
        'PK\x03\x04\x14\0\0\0\0\0<!doctype html><script>alert(1)</script>',
        'latin1',
      ),
      trouble: 'unsupported',
    },
  ];
}
