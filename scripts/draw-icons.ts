/**
 * Draws the site's icons from site/public/icon.svg: `node scripts/draw-icons.ts`. They are kept in
 * the repository, so this runs only after the drawing changed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, '../site/public');
const drawing = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
/** Without its round corners: phones cut icons to their own shape. */
const uncut = drawing.replace('rx="7"', 'rx="0"');

/** Units of the drawing per side, and points per inch at which a unit is a pixel. */
const UNITS = 32;
const PLAIN_DENSITY = 72;

async function png(svg: string, side: number): Promise<Buffer> {
  // Drawn at its own size, never scaled: scaling would blur small icons.
  const density = (PLAIN_DENSITY * side) / UNITS;
  return sharp(Buffer.from(svg), { density })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, quality: 100 })
    .toBuffer();
}

/** An ICO file of PNG pictures: header, one entry of 16 bytes each, then the pictures. */
function ico(pictures: Array<{ side: number; bytes: Buffer }>): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2); // an icon, not a cursor
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [i, { side, bytes }] of pictures.entries()) {
    const at = 6 + 16 * i;
    header.writeUInt8(side, at);
    header.writeUInt8(side, at + 1);
    header.writeUInt16LE(1, at + 4); // colour planes
    header.writeUInt16LE(32, at + 6); // bits per pixel
    header.writeUInt32LE(bytes.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ bytes }) => bytes)]);
}

const save = (name: string, bytes: Buffer) => writeFileSync(path.join(folder, name), bytes);

save('icon-192.png', await png(drawing, 192));
save('icon-512.png', await png(drawing, 512));
save('icon-maskable-512.png', await png(uncut, 512));
save('apple-touch-icon.png', await png(uncut, 180));
const small = [16, 32, 48].map(async (side) => ({ side, bytes: await png(drawing, side) }));
save('favicon.ico', ico(await Promise.all(small)));
