/**
 * Pictures in HDR, in the primaries of BT.2020, or in Adobe RGB without a profile: from their codes to
 * Display P3 on a plain screen. Pure mathematics on pixels that are decoded already.
 */
import type { CodePoints } from './colour.ts';

/** Light of the white of paper in HDR, in cd/m² (ITU-R BT.2408); it becomes nearly the white of the page. */
export const PAPER_WHITE = 203;
/** Up to this share of it light stays as it is; what is brighter is rolled off. */
export const KNEE = 0.6;

type Row = readonly [number, number, number];
interface Primaries {
  /** What red, green and blue add to luminance. */
  weights: Row;
  /** Linear light to that of Display P3, row by row. */
  toP3: readonly [Row, Row, Row];
}

const BT709 = 1;
const BT2020 = 9;
/** Code point of the primaries of Display P3. */
export const P3 = 12;
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  [BT709]: {
    weights: [0.2126, 0.7152, 0.0722],
    toP3: [
      [0.82246, 0.17754, 0],
      [0.03319, 0.96681, 0],
      [0.01708, 0.0724, 0.91052],
    ],
  },
  [BT2020]: {
    weights: [0.2627, 0.678, 0.0593],
    toP3: [
      [1.34358, -0.28218, -0.0614],
      [-0.0653, 1.07579, -0.01049],
      [0.00282, -0.0196, 1.01678],
    ],
  },
  [P3]: {
    weights: [0.22897, 0.69174, 0.07929],
    toP3: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
};
/** Primaries that are not named; PQ and HLG are at home in BT.2020. */
const UNNAMED = 2;

type Transfer = 'pq' | 'hlg' | 'plain' | 'adobe';
const TRANSFERS: Readonly<Record<number, Transfer>> = { 16: 'pq', 18: 'hlg' };

export interface Tones {
  transfer: Transfer;
  primaries: Primaries;
}

/** Adobe RGB (1998). */
export const ADOBE_RGB: Tones = {
  transfer: 'adobe',
  primaries: {
    weights: [0.29734, 0.62736, 0.07529],
    toP3: [
      [1.15009, -0.15009, 0],
      [0.04642, 0.95358, 0],
      [0.02389, 0.0265, 0.94961],
    ],
  },
};

/**
 * How the codes of a still are to be mapped; null when they may be shown as they are. A profile of its
 * own says more than code points, but none says how HDR is to be shown on a plain screen.
 */
export function chooseTones(codes: CodePoints, hasProfile: boolean): Tones | null {
  const transfer = TRANSFERS[codes.transfer] ?? 'plain';
  if (transfer === 'plain' && hasProfile) return null;
  const isNamed = codes.primaries !== UNNAMED || transfer === 'plain';
  const primaries = PRIMARIES[isNamed ? codes.primaries : BT2020];
  if (!primaries || (transfer === 'plain' && codes.primaries !== BT2020)) return null;
  return { transfer, primaries };
}

/** Light of a code of 0 to 1: of the scene in HLG, else of the screen (ITU-R BT.2100). */
const LIGHT: Readonly<Record<Transfer, (code: number) => number>> = {
  pq: (code) => {
    const root = code ** (32 / 2523);
    const part = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root);
    return (10_000 / PAPER_WHITE) * part ** (8192 / 1305);
  },
  hlg: (code) =>
    code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12,
  plain: (code) => (code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4),
  adobe: (code) => code ** (563 / 256),
};

/** The brightest light there is; the screen that HLG is meant for has 1000 cd/m². */
const PEAK: Readonly<Record<Transfer, number>> = {
  pq: 10_000 / PAPER_WHITE,
  hlg: 1000 / PAPER_WHITE,
  plain: 1,
  adobe: 1,
};

/** Light above the knee rolled off so that the peak becomes 1 (the curve called Möbius). */
function rollOff(light: number, peak: number): number {
  if (light <= KNEE || peak <= 1) return light;
  const low = (-KNEE * KNEE * (peak - 1)) / (KNEE * KNEE - 2 * KNEE + peak);
  const high = (KNEE * KNEE - 2 * KNEE * peak + peak) / (peak - 1);
  const slope = (high * high + 2 * high * KNEE + KNEE * KNEE) / (high - low);
  return (slope * (light + low)) / (light + high);
}

/** Fine enough that no two of the 256 codes share a step. */
const STEPS = 16_384;

/** Codes of 8 bits with the curve of sRGB, by light in steps. */
function makeEncoder(): Uint8Array {
  return Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
    const light = i / STEPS;
    const code = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(code * 255);
  });
}

/**
 * The 8-bit Display P3 of RGB codes; `white` is the largest code. The brightest of the three parts is
 * rolled off and the others go with it, so that hues hold.
 */
export function mapTones(codes: Uint8Array | Uint16Array, white: number, tones: Tones): Buffer {
  const { transfer, primaries } = tones;
  const { weights, toP3 } = primaries;
  const lightOf = Float64Array.from({ length: white + 1 }, (_, i) => LIGHT[transfer](i / white));
  const encoder = makeEncoder();
  const peak = PEAK[transfer];
  const isHlg = transfer === 'hlg';
  const [red, green, blue] = toP3;
  const mapped = Buffer.alloc(codes.length);
  const light = (at: number) => lightOf[Math.min(codes[at] ?? 0, white)] ?? 0;
  const encode = (part: number) => encoder[Math.round(Math.min(1, part) * STEPS)] ?? 0;
  for (let at = 0; at + 2 < codes.length; at += 3) {
    const r = light(at);
    const g = light(at + 1);
    const b = light(at + 2);
    const scene = weights[0] * r + weights[1] * g + weights[2] * b;
    // From the light of the scene to that of the screen.
    const gain = isHlg ? peak * scene ** 0.2 : 1;
    const x = Math.max(0, gain * (red[0] * r + red[1] * g + red[2] * b));
    const y = Math.max(0, gain * (green[0] * r + green[1] * g + green[2] * b));
    const z = Math.max(0, gain * (blue[0] * r + blue[1] * g + blue[2] * b));
    const top = Math.max(x, y, z);
    const ratio = top > KNEE ? rollOff(top, peak) / top : 1;
    mapped[at] = encode(x * ratio);
    mapped[at + 1] = encode(y * ratio);
    mapped[at + 2] = encode(z * ratio);
  }
  return mapped;
}
