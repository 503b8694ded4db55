/** The colour space that a HEIC or AVIF names by code points (ISO 23008-12, H.273). */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { type Box, readBoxes } from './iso-boxes.ts';

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

/** Numbers of the properties that belong to the main picture, from 1. */
function ownProperties(meta: Buffer, pitm: Box | undefined, tables: Box[]): Set<number> {
  const own = new Set<number>();
  if (!pitm) return own;
  const idBytes = (wide: boolean) => (wide ? 4 : 2);
  const main = meta.readUIntBE(pitm.body + 4, idBytes(meta[pitm.body] !== 0));
  for (const { body, end } of tables) {
    const perItem = idBytes(meta[body] !== 0);
    const perLink = (meta[body + 3] ?? 0) & 1 ? 2 : 1;
    const count = meta.readUInt32BE(body + 4);
    for (let at = body + 8, i = 0; i < count && at + perItem < end; i++) {
      const item = meta.readUIntBE(at, perItem);
      const links = meta[at + perItem] ?? 0;
      at += perItem + 1;
      for (let link = 0; link < links && at + perLink <= end; link++, at += perLink)
        if (item === main) own.add(meta.readUIntBE(at, perLink) & (perLink === 2 ? 0x7fff : 0x7f));
    }
  }
  return own;
}

export interface CodePoints {
  primaries: number;
  transfer: number;
}

/** What the main picture says by code points; a gain map beside it has some of its own. */
function findCodePoints(meta: Buffer): CodePoints | null {
  const inside = readBoxes(meta, 4, meta.length) ?? [];
  const iprp = inside.find(({ type }) => type === 'iprp');
  const parts = (iprp && readBoxes(meta, iprp.body, iprp.end)) ?? [];
  const ipco = parts.find(({ type }) => type === 'ipco');
  const properties = (ipco && readBoxes(meta, ipco.body, ipco.end)) ?? [];
  const pitm = inside.find(({ type }) => type === 'pitm');
  const tables = parts.filter(({ type }) => type === 'ipma');
  const own = ownProperties(meta, pitm, tables);
  const isColour = ({ type }: Box) => type === 'colr';
  const mine = properties.filter((box, i) => isColour(box) && own.has(i + 1));
  // A picture in tiles may leave it to its tiles.
  const said = (mine.length > 0 ? mine : properties.filter(isColour)).filter(
    ({ body, end }) => end - body >= 8 && meta.toString('latin1', body, body + 4) === 'nclx',
  );
  const [first, ...others] = said.map(({ body }) => ({
    primaries: meta.readUInt16BE(body + 4),
    transfer: meta.readUInt16BE(body + 6),
  }));
  const isAgreed = ({ primaries, transfer }: CodePoints) =>
    primaries === first?.primaries && transfer === first?.transfer;
  return first && others.every(isAgreed) ? first : null;
}

/** The code points of a HEIC or AVIF; null when it has none, or is damaged there. */
export async function readCodePoints(file: string): Promise<CodePoints | null> {
  const meta = await readMeta(file);
  if (!meta) return null;
  try {
    return findCodePoints(meta);
  } catch (error) {
    // Numbers beyond the end of the box; the decoder has the last word on such a file.
    if (error instanceof RangeError) return null;
    throw error;
  }
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
