/** What the colours of a picture mean by numbers beside its pixels (H.273; ISO 23008-12; PNG). */
import { open } from 'node:fs/promises';
import {
  BT601_525,
  BT601_625,
  BT709,
  BT2020,
  type Curve,
  DISPLAY_P3,
  type Primaries,
} from './colour.ts';
import { type Box, readBox, readBoxes, readTopBoxes } from './iso-boxes.ts';
import { readPngChunks } from './png-chunks.ts';
import type { HdrTransfer } from './tones.ts';

export interface Coding {
  primaries: Primaries;
  curve: Curve | HdrTransfer;
  /** Grey between 16 and 235, which the decoder hands on as it is. */
  isLimitedGrey: boolean;
}

const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: BT709,
  5: BT601_625,
  6: BT601_525,
  7: BT601_525,
  9: BT2020,
  12: DISPLAY_P3,
};
/** The others count as sRGB, those of BT.709 too: so browsers show an AVIF. */
const CURVES: Readonly<Record<number, Coding['curve']>> = {
  4: 2.2,
  5: 2.8,
  8: 1,
  16: 'pq',
  18: 'hlg',
};
/** Those of BT.709 and its kind are the curve of a television here. */
const PNG_CURVES = { ...CURVES, 1: 2.4, 6: 2.4, 11: 2.4, 14: 2.4, 15: 2.4 };
const UNNAMED = 2;

export function isHdr(curve: Coding['curve']): curve is HdrTransfer {
  return curve === 'pq' || curve === 'hlg';
}

function codingOf(primaries: number, transfer: number, curves = CURVES): Coding | null {
  const curve = curves[transfer] ?? 'srgb';
  // PQ and HLG are at home in BT.2020.
  const unnamed = isHdr(curve) ? BT2020 : BT709;
  const named = primaries === UNNAMED ? unnamed : PRIMARIES[primaries];
  return named ? { primaries: named, curve, isLimitedGrey: false } : null;
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
function findCoding(meta: Buffer): Coding | null {
  const within = (box: Box | undefined) => (box && readBoxes(meta, box.body, box.end)) ?? [];
  const inside = readBoxes(meta, 12, meta.length) ?? [];
  const parts = within(inside.find(({ type }) => type === 'iprp'));
  const properties = within(parts.find(({ type }) => type === 'ipco'));
  const pitm = inside.find(({ type }) => type === 'pitm');
  const tables = parts.filter(({ type }) => type === 'ipma');
  const own = ownProperties(meta, pitm, tables);
  const mine = (name: string) => {
    const all = properties.filter(({ type }) => type === name);
    const linked = all.filter((box) => own.has(properties.indexOf(box) + 1));
    // A picture in tiles may leave it to its tiles.
    return linked.length > 0 ? linked : all;
  };
  const said = mine('colr')
    .filter(({ body, end }) => end - body >= 11)
    .filter(({ body }) => meta.toString('latin1', body, body + 4) === 'nclx')
    .map(({ body }) => meta.subarray(body + 4, body + 11));
  const [first] = said;
  if (!first || !said.every((one) => one.equals(first))) return null;
  const coding = codingOf(first.readUInt16BE(0), first.readUInt16BE(2));
  // A bit of the first sequence header (AV1 in ISOBMFF, 2.3.3).
  const isGrey = mine('av1C').some(({ body }) => ((meta[body + 2] ?? 0) & 0x10) !== 0);
  const isLimited = ((first[6] ?? 0) & 0x80) === 0;
  return coding && { ...coding, isLimitedGrey: isGrey && isLimited };
}

const MAX_META = 4 * 1024 * 1024;

/** What a HEIC or AVIF says; null when it says nothing, or is damaged there. */
export async function readHeifCoding(file: string): Promise<Coding | null> {
  await using handle = await open(file, 'r');
  const meta = (await readTopBoxes(handle)).boxes.find(({ type }) => type === 'meta');
  if (!meta || meta.end - meta.start > MAX_META) return null;
  try {
    return findCoding(await readBox(handle, meta));
  } catch (error) {
    // Numbers beyond the end of the box; the decoder has the last word on such a file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** A gamma that is as good as that of sRGB when nothing else is said. */
const PLAIN_GAMMA = [0.45, 0.46] as const;

/** What a PNG says (third edition, 4.3): `cICP`, else its profile, else `sRGB`, else `gAMA` with `cHRM`. */
export async function readPngCoding(file: string): Promise<Coding | null> {
  const { before } = await readPngChunks(file);
  const chunks = new Map(before.map(({ name, data }) => [name, data]));
  const [codes, gamma, points] = [chunks.get('cICP'), chunks.get('gAMA'), chunks.get('cHRM')];
  if (codes && codes.length >= 2) return codingOf(codes[0] ?? 0, codes[1] ?? 0, PNG_CURVES);
  if (chunks.has('iCCP') || chunks.has('sRGB') || !gamma || gamma.length < 4) return null;
  const power = gamma.readUInt32BE(0) / 100_000;
  if (!(power > 0.05 && power < 20)) return null;
  const curve = 1 / power;
  if (points?.length === 32) {
    const pair = (i: number) =>
      [points.readUInt32BE(8 * i) / 1e5, points.readUInt32BE(8 * i + 4) / 1e5] as const;
    return { primaries: [pair(0), pair(1), pair(2), pair(3)], curve, isLimitedGrey: false };
  }
  if (power > PLAIN_GAMMA[0] && power < PLAIN_GAMMA[1]) return null;
  return { primaries: BT709, curve, isLimitedGrey: false };
}
