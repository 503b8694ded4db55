/** Colour spaces: what a profile stands for, and a profile (ICC.1) for a file that says its colours by numbers. */
import sharp from 'sharp';
import { makeTiff } from './plain-tiff.ts';

/** `srgb` needs no conversion, `wide` is another RGB space, `other` (grey, CMYK) is left to the colour engine. */
export type ColourSpace = 'srgb' | 'wide' | 'other';

/** Codes that tell spaces apart: greys, the primaries, and colours between. */
const PROBES = [
  ...[0, 0, 0, 32, 32, 32, 64, 64, 64, 128, 128, 128, 192, 192, 192, 255, 255, 255],
  ...[255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 60, 40, 60, 140, 60, 50, 80, 170],
];
/** Profiles of sRGB differ by their rounding, of 255. */
const TOLERANCE = 2;

/** What the profile of an RGB picture stands for, as the colour engine reads it. One it can't read counts as none. */
export async function classifyProfile(icc: Buffer): Promise<ColourSpace> {
  const codes = Uint8Array.from(PROBES);
  const chart = makeTiff({ width: codes.length / 3, height: 1, data: codes }, icc);
  const shown = await sharp(chart, { failOn: 'none' }).toColourspace('srgb').raw().toBuffer();
  const isSame = shown.every((code, i) => Math.abs(code - (codes[i] ?? 0)) <= TOLERANCE);
  return isSame ? 'srgb' : 'wide';
}

type Pair = readonly [number, number];
type Triple = readonly [number, number, number];

/** Chromaticities (x, y) of white, red, green and blue. */
export type Primaries = readonly [Pair, Pair, Pair, Pair];
/** The power of a code that is its light, or the curve of sRGB. */
export type Curve = number | 'srgb';

const D65: Pair = [0.3127, 0.329];
export const BT709: Primaries = [D65, [0.64, 0.33], [0.3, 0.6], [0.15, 0.06]];
export const BT601_625: Primaries = [D65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]];
export const BT601_525: Primaries = [D65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]];
export const BT2020: Primaries = [D65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]];
export const DISPLAY_P3: Primaries = [D65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]];
const ADOBE: Primaries = [D65, [0.64, 0.33], [0.21, 0.71], [0.15, 0.06]];

/** White of the space that profiles are about. */
const D50: Triple = [0.9642, 1, 0.8249];
/** XYZ to the cones of the eye (Bradford), column by column. */
const CONES: readonly [Triple, Triple, Triple] = [
  [0.8951, -0.7502, 0.0389],
  [0.2664, 1.7135, -0.0685],
  [-0.1614, 0.0367, 1.0296],
];

function toXyz([x, y]: Pair): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function determinant(a: Triple, b: Triple, c: Triple): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** How much of each of three columns makes a vector (Cramer's rule). */
function partsOf(goal: Triple, [a, b, c]: readonly [Triple, Triple, Triple]): Triple {
  const all = determinant(a, b, c);
  return [
    determinant(goal, b, c) / all,
    determinant(a, goal, c) / all,
    determinant(a, b, goal) / all,
  ];
}

function conesOf(xyz: Triple): Triple {
  const sum = (row: 0 | 1 | 2) =>
    CONES[0][row] * xyz[0] + CONES[1][row] * xyz[1] + CONES[2][row] * xyz[2];
  return [sum(0), sum(1), sum(2)];
}

/** Red, green and blue at their full strength, as they look where white is D50. */
function colorantsOf([white, ...primaries]: Primaries): Triple[] {
  const [red, green, blue] = primaries.map(toXyz) as [Triple, Triple, Triple];
  const strengths = partsOf(toXyz(white), [red, green, blue]);
  const from = conesOf(toXyz(white));
  const to = conesOf(D50);
  return [red, green, blue].map((xyz, i) => {
    const [long, middle, short] = conesOf(xyz);
    const adapted: Triple = [
      (long * to[0]) / from[0],
      (middle * to[1]) / from[1],
      (short * to[2]) / from[2],
    ];
    const [x, y, z] = partsOf(adapted, CONES);
    const strength = strengths[i] ?? 0;
    return [x * strength, y * strength, z * strength];
  });
}

function tag(type: string, numbers: readonly number[], head: readonly number[] = []): Buffer {
  const body = Buffer.alloc(8 + head.length + 4 * numbers.length);
  body.write(type, 'latin1');
  body.set(head, 8);
  numbers.forEach((one, i) => {
    body.writeInt32BE(Math.round(one * 65_536), 8 + head.length + 4 * i);
  });
  return body;
}

function curveTag(curve: Curve): Buffer {
  // The kinds of curve: a power, and one with a straight beginning.
  if (curve !== 'srgb') return tag('para', [curve], [0, 0, 0, 0]);
  return tag('para', [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045], [0, 3, 0, 0]);
}

const HEAD_BYTES = 128;

/** The profile of an RGB space; null for primaries that make none. */
export function makeProfile(primaries: Primaries, curve: Curve): Buffer | null {
  const colorants = colorantsOf(primaries);
  if (!colorants.flat().every((part) => Math.abs(part) < 5)) return null;
  const [red, green, blue] = colorants.map((xyz) => tag('XYZ ', xyz));
  const tone = curveTag(curve);
  const parts = { rXYZ: red, gXYZ: green, bXYZ: blue, rTRC: tone, gTRC: tone, bTRC: tone };
  const tags = Object.entries({ wtpt: tag('XYZ ', D50), ...parts });
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const bodies: Buffer[] = [];
  let end = HEAD_BYTES + table.length;
  tags.forEach(([name, body = Buffer.alloc(0)], i) => {
    table.write(name, 4 + 12 * i, 'latin1');
    table.writeUInt32BE(end, 8 + 12 * i);
    table.writeUInt32BE(body.length, 12 + 12 * i);
    bodies.push(body);
    end += body.length;
  });
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(end);
  head.writeUInt32BE(0x04_20_00_00, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  tag('', D50).copy(head, 68, 8);
  return Buffer.concat([head, table, ...bodies]);
}

/** What cameras mean that say Adobe RGB by EXIF alone. */
export function adobeProfile(): Buffer | null {
  return makeProfile(ADOBE, 563 / 256);
}
