/** Colour spaces: classifies ICC profiles, and computes the matrix from primaries to Display P3. */
import sharp from 'sharp';
import { makeTiff } from './plain-tiff.ts';

/** `srgb` needs no conversion, `wide` is another RGB space, `other` (grey, CMYK) is left to the colour engine. */
export type ColourSpace = 'srgb' | 'wide' | 'other';

/** RGB codes that tell spaces apart: greys, the primaries, and colours between. */
const PROBES = [
  ...[0, 0, 0, 32, 32, 32, 64, 64, 64, 128, 128, 128, 192, 192, 192, 255, 255, 255],
  ...[255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 60, 40, 60, 140, 60, 50, 80, 170],
];
/** Of 255: profiles of sRGB differ by rounding. */
const TOLERANCE = 2;

/** Classifies the profile of an RGB picture by converting `PROBES`. An unreadable one counts as sRGB. */
export async function classifyProfile(icc: Buffer): Promise<ColourSpace> {
  const codes = Uint8Array.from(PROBES);
  const chart = makeTiff({ width: codes.length / 3, height: 1, data: codes }, icc);
  const shown = await sharp(chart, { failOn: 'none' }).toColourspace('srgb').raw().toBuffer();
  const isSame = shown.every((code, i) => Math.abs(code - (codes[i] ?? 0)) <= TOLERANCE);
  return isSame ? 'srgb' : 'wide';
}

type Pair = readonly [number, number];
type Triple = readonly [number, number, number];
type Columns = readonly [Triple, Triple, Triple];

/** Chromaticities (x, y) of white, red, green and blue. */
export type Primaries = readonly [Pair, Pair, Pair, Pair];
/** Transfer function from code to light: a power, or a named one. */
export type Curve = number | 'srgb' | 'pq' | 'hlg';

/** Meaning of codes without an ICC profile. */
export interface Coding {
  primaries: Primaries;
  curve: Curve;
}

const D65: Pair = [0.3127, 0.329];
export const BT709: Primaries = [D65, [0.64, 0.33], [0.3, 0.6], [0.15, 0.06]];
export const BT601_625: Primaries = [D65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]];
export const BT601_525: Primaries = [D65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]];
export const BT2020: Primaries = [D65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]];
export const DISPLAY_P3: Primaries = [D65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]];
/** Adobe RGB (1998), for cameras that state it by EXIF alone. */
export const ADOBE_RGB: Coding = {
  primaries: [D65, [0.64, 0.33], [0.21, 0.71], [0.15, 0.06]],
  curve: 563 / 256,
};

export function isHdr({ curve }: Coding): boolean {
  return curve === 'pq' || curve === 'hlg';
}

export function classifyCoding({ primaries, curve }: Coding): ColourSpace {
  return primaries === BT709 && curve === 'srgb' ? 'srgb' : 'wide';
}

/** Cone response to a chromaticity (Bradford). */
function conesOf([x, y]: Pair): Triple {
  const [red, blue] = [x / y, (1 - x - y) / y];
  return [
    0.8951 * red + 0.2664 - 0.1614 * blue,
    -0.7502 * red + 1.7135 + 0.0367 * blue,
    0.0389 * red - 0.0685 + 1.0296 * blue,
  ];
}

function determinant(a: Triple, b: Triple, c: Triple): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

/** Solves columns · x = goal (Cramer's rule). */
function partsOf(goal: Triple, [a, b, c]: Columns): Triple {
  const all = determinant(a, b, c);
  return [
    determinant(goal, b, c) / all,
    determinant(a, goal, c) / all,
    determinant(a, b, goal) / all,
  ];
}

/** Cone responses to full red, green and blue, relative to white. */
function sharesOf([white, red, green, blue]: Primaries): Columns {
  const full = conesOf(white);
  const share = (one: Pair, strength: number): Triple => {
    const cones = conesOf(one);
    const of = (i: 0 | 1 | 2) => (strength * cones[i]) / full[i];
    return [of(0), of(1), of(2)];
  };
  const columns: Columns = [share(red, 1), share(green, 1), share(blue, 1)];
  const [r, g, b] = partsOf([1, 1, 1], columns);
  return [share(red, r), share(green, g), share(blue, b)];
}

const P3_SHARES = sharesOf(DISPLAY_P3);

/** Columns: red, green and blue in linear Display P3. Null for primaries that span no space. */
export function matrixToP3(primaries: Primaries): Columns | null {
  const [red, green, blue] = sharesOf(primaries);
  if (![red, green, blue].flat().every((part) => Math.abs(part) < 5)) return null;
  const toP3 = (shares: Triple) => partsOf(shares, P3_SHARES);
  return [toP3(red), toP3(green), toP3(blue)];
}
