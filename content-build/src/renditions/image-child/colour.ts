/** What the colours of a picture mean: by its profile (ICC.1), or by code points (ISO 23008-12, H.273). */
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { type Box, readBox, readBoxes, readTopBoxes } from './iso-boxes.ts';

export type ColourSpace = 'srgb' | 'wide' | 'other';

/** Colorants of sRGB, adapted to D50, as profiles store them. */
const SRGB = { rXYZ: [0.4361, 0.2225, 0.0139], gXYZ: [0.3851, 0.7169, 0.0971] } as const;
const TOLERANCE = 0.004;

/** The parts of a profile by their names. */
function readTags(icc: Buffer): Map<string, Buffer> {
  const tags = new Map<string, Buffer>();
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at < 132 + count * 12 && at + 12 <= icc.length; at += 12) {
    const [offset, size] = [icc.readUInt32BE(at + 4), icc.readUInt32BE(at + 8)];
    if (offset + size <= icc.length)
      tags.set(icc.toString('latin1', at, at + 4), icc.subarray(offset, offset + size));
  }
  return tags;
}

function fixed(tag: Buffer, at: number): number {
  return tag.readInt32BE(at) / 65_536;
}

function isNear(tag: Buffer, goal: readonly number[]): boolean {
  return goal.every((part, i) => Math.abs(part - fixed(tag, 8 + i * 4)) < TOLERANCE);
}

/** Middle of the tone curve: about 0.214 for sRGB's, whichever way it is written. */
function curveMiddle(tag: Buffer | undefined): number {
  if (!tag || tag.length < 12) return 0;
  const kind = tag.toString('latin1', 0, 4);
  if (kind === 'curv') {
    const count = tag.readUInt32BE(8);
    if (count === 0) return 0.5;
    const at = 12 + 2 * Math.floor((count - 1) / 2);
    if (at + 2 > tag.length) return 0;
    const middle = tag.readUInt16BE(at);
    return count === 1 ? 0.5 ** (middle / 256) : middle / 65_535;
  }
  if (kind !== 'para' || tag.length < 16) return 0;
  const gamma = fixed(tag, 12);
  if (tag.readUInt16BE(8) === 0) return 0.5 ** gamma;
  return tag.length < 24 ? 0 : (fixed(tag, 16) * 0.5 + fixed(tag, 20)) ** gamma;
}

/**
 * What a profile stands for: `srgb` needs no conversion, `wide` is another RGB space with its own
 * primaries, `other` (grey, CMYK, tables, damaged) is left to the colour engine.
 */
export function classifyProfile(icc: Buffer): ColourSpace {
  if (icc.length < 132 || icc.toString('latin1', 36, 40) !== 'acsp') return 'other';
  if (icc.toString('latin1', 16, 20) !== 'RGB ') return 'other';
  const tags = readTags(icc);
  const [red, green] = [tags.get('rXYZ'), tags.get('gXYZ')];
  if (!red || !green || red.length < 20 || green.length < 20) return 'other';
  if (!isNear(red, SRGB.rXYZ) || !isNear(green, SRGB.gXYZ)) return 'wide';
  return Math.abs(curveMiddle(tags.get('gTRC')) - 0.214) < 0.01 ? 'srgb' : 'other';
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

export interface CodePoints {
  primaries: number;
  transfer: number;
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

/** What the main picture says by code points; a gain map beside it has some of its own. */
function findCodePoints(meta: Buffer): CodePoints | null {
  const within = (box: Box | undefined) => (box && readBoxes(meta, box.body, box.end)) ?? [];
  const inside = readBoxes(meta, 12, meta.length) ?? [];
  const parts = within(inside.find(({ type }) => type === 'iprp'));
  const properties = within(parts.find(({ type }) => type === 'ipco'));
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

const MAX_META = 4 * 1024 * 1024;

/** The code points of a HEIC or AVIF; null when it has none, or is damaged there. */
export async function readCodePoints(file: string): Promise<CodePoints | null> {
  await using handle = await open(file, 'r');
  const meta = (await readTopBoxes(handle)).boxes.find(({ type }) => type === 'meta');
  if (!meta || meta.end - meta.start > MAX_META) return null;
  try {
    return findCodePoints(await readBox(handle, meta));
  } catch (error) {
    // Numbers beyond the end of the box; the decoder has the last word on such a file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
