/** The colour space of a HEIC or AVIF that carries no profile but code points (ISO 23008-12, H.273). */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { readBoxes } from './iso-boxes.ts';

/** Colour primaries of Display P3. */
const P3_PRIMARIES = 12;
const MAX_META = 4 * 1024 * 1024;
const MAX_BOXES = 64;

/** The top-level `meta` box without its header; null when there is none of a sane size. */
async function readMeta(file: string): Promise<Buffer | null> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.alloc(8);
    for (let at = 0, count = 0; count < MAX_BOXES; count++) {
      const { bytesRead } = await handle.read(head, 0, 8, at);
      const size = head.readUInt32BE(0);
      if (bytesRead < 8 || size < 8) return null;
      if (head.toString('latin1', 4, 8) === 'meta') {
        if (size > MAX_META) return null;
        const body = Buffer.alloc(size - 8);
        const read = await handle.read(body, 0, body.length, at + 8);
        return read.bytesRead === body.length ? body : null;
      }
      at += size;
    }
    return null;
  } finally {
    await handle.close();
  }
}

/** Whether a HEIC or AVIF says by code points that its colours are those of Display P3. */
export async function isP3ByCode(file: string): Promise<boolean> {
  const meta = await readMeta(file);
  if (!meta) return false;
  const inside = (type: string, from: number, to: number) =>
    readBoxes(meta, from, to)?.find((box) => box.type === type);
  const iprp = inside('iprp', 4, meta.length);
  const ipco = iprp && inside('ipco', iprp.body, iprp.end);
  const properties = (ipco && readBoxes(meta, ipco.body, ipco.end)) ?? [];
  return properties.some(
    ({ type, body, end }) =>
      type === 'colr' &&
      end - body >= 6 &&
      meta.toString('latin1', body, body + 4) === 'nclx' &&
      meta.readUInt16BE(body + 4) === P3_PRIMARIES,
  );
}

let profile: Promise<Buffer> | undefined;

async function makeP3(): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  const { icc } = await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata();
  if (!icc) throw new Error('no Display P3 profile');
  return icc;
}

/** The profile of Display P3, as the picture library has it. */
export function p3Profile(): Promise<Buffer> {
  profile ??= makeP3();
  return profile;
}
