/** Colour code points of a picture (ITU-T H.273; ISO 23008-12; PNG, third edition). */
import {
  BT601_525,
  BT601_625,
  BT709,
  BT2020,
  type Coding,
  type Curve,
  DISPLAY_P3,
  isHdr,
  matrixToP3,
  type Primaries,
} from './colour.ts';
import type { MainItem } from './heif-item.ts';
import { readPngChunks } from './png-chunks.ts';

const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: BT709,
  5: BT601_625,
  6: BT601_525,
  7: BT601_525,
  9: BT2020,
  12: DISPLAY_P3,
};
/** Any other counts as sRGB, BT.709 too: browsers show an AVIF so. */
const CURVES: Readonly<Record<number, Curve>> = {
  4: 2.2,
  5: 2.8,
  8: 1,
  16: 'pq',
  18: 'hlg',
};
/** In a PNG the curves of BT.709 and its kind are a television's. */
const PNG_CURVES = { ...CURVES, 1: 2.4, 6: 2.4, 11: 2.4, 14: 2.4, 15: 2.4 };
const UNNAMED = 2;

/** Maps CICP code points to a coding; null for unknown primaries. */
export function codingOf(primaries: number, transfer: number, curves = CURVES): Coding | null {
  const curve = curves[transfer] ?? 'srgb';
  const named = PRIMARIES[primaries];
  if (named) return { primaries: named, curve };
  const plain: Coding = { primaries: BT709, curve };
  if (primaries !== UNNAMED) return null;
  // PQ and HLG come with BT.2020.
  return isHdr(plain) ? { primaries: BT2020, curve } : plain;
}

/** Bodies of the `nclx` boxes of a picture: primaries, transfer, matrix and range from byte 4 on. */
export const nclxOf = ({ named }: MainItem) =>
  named('colr').filter((body) => body.length >= 11 && body.toString('latin1', 0, 4) === 'nclx');

/** Coding of the main picture by its `nclx` boxes, not those of a gain map. Null without any, or when they differ. */
export function heifCodingOf(item: MainItem): Coding | null {
  const [first, ...others] = nclxOf(item);
  if (!first || !others.every((one) => one.equals(first))) return null;
  return codingOf(first.readUInt16BE(4), first.readUInt16BE(6));
}

/** Whether an AVIF is grey in limited range, which sharp decodes unstretched. `nclx` overrules the stream. */
export async function hasLimitedGrey(item: MainItem, file: string): Promise<boolean> {
  // `monochrome` (AV1 in ISOBMFF, 2.3.3).
  const isGrey = item.named('av1C').some((body) => ((body[2] ?? 0) & 0x10) !== 0);
  if (!isGrey) return false;
  const [nclx] = nclxOf(item);
  if (nclx) return ((nclx[10] ?? 0) & 0x80) === 0;
  const { isLimitedStream } = await import('./open-video.ts');
  return isLimitedStream(file);
}

/** A `gAMA` between these counts as sRGB when there is no `cHRM`. */
const PLAIN_GAMMA = [0.45, 0.46] as const;

/** Precedence (PNG, 4.3): `cICP`, profile, `sRGB`, `gAMA` with `cHRM`. Null where the profile or sRGB counts. */
export async function readPngCoding(file: string): Promise<Coding | null> {
  const chunks = new Map((await readPngChunks(file)).map(({ name, data }) => [name, data]));
  const [codes, gamma, points] = [chunks.get('cICP'), chunks.get('gAMA'), chunks.get('cHRM')];
  if (codes && codes.length >= 2) return codingOf(codes[0] ?? 0, codes[1] ?? 0, PNG_CURVES);
  if (chunks.has('iCCP') || chunks.has('sRGB') || !gamma || gamma.length < 4) return null;
  const power = gamma.readUInt32BE(0) / 100_000;
  if (!(power > 0.05 && power < 20)) return null;
  const curve = 1 / power;
  if (points?.length === 32) {
    const pair = (i: number) =>
      [points.readUInt32BE(8 * i) / 1e5, points.readUInt32BE(8 * i + 4) / 1e5] as const;
    const primaries: Primaries = [pair(0), pair(1), pair(2), pair(3)];
    return matrixToP3(primaries) && { primaries, curve };
  }
  if (power > PLAIN_GAMMA[0] && power < PLAIN_GAMMA[1]) return null;
  return { primaries: BT709, curve };
}
