/**
 * Coded colours in Display P3. Of HDR, light up to the white of paper is shown at half its strength and the rest
 * rolled off, as in Chromium (SMPTE ST 2094-50, the mapping by reference white).
 */
import { type Coding, type Curve, isHdr, matrixToP3 } from './colour.ts';

/** Light of the white of paper, in cd/m² (ITU-R BT.2408): 1 below. */
export const PAPER_WHITE = 203;
/** Up to this share of it the light of a video stays as it is. */
export const KNEE = 0.6;
/** The brightest light of a file that doesn't say: that of the screen HLG is meant for. */
const PEAK = 1000 / PAPER_WHITE;
/** What each primary of BT.2020 adds to luminance. */
const WEIGHTS = [0.2627, 0.678, 0.0593] as const;

/** Light of a code of 0 to 1: of the screen, but of the scene in HLG (ITU-R BT.2100). */
function lightOf(code: number, curve: Curve): number {
  if (curve === 'srgb') return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4;
  if (curve === 'hlg' && code <= 0.5) return code ** 2 / 3;
  if (curve === 'hlg') return (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  if (curve !== 'pq') return code ** curve;
  const root = code ** (32 / 2523);
  const part = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root);
  return (10_000 / PAPER_WHITE) * part ** (8192 / 1305);
}

/** White of paper as it is shown, and how far the curve above it bends. */
const PAPER_SHOWN = 0.5;
const BEND = 0.65;
/** Where the straight lines through both ends of that curve, a parabola, meet. */
const MIDDLE = {
  light: 1 - BEND + BEND / PAPER_SHOWN,
  shown: (1 - BEND) * PAPER_SHOWN + BEND,
};

/** Of light, what a plain screen shows: 0 to 1. */
export function shownLight(light: number): number {
  if (light <= 1) return light * PAPER_SHOWN;
  if (light >= PEAK) return 1;
  const a = 1 - 2 * MIDDLE.light + PEAK;
  const b = 2 * (MIDDLE.light - 1);
  const t = (Math.sqrt(b * b + 4 * a * (light - 1)) - b) / (2 * a);
  const [from, middle] = [PAPER_SHOWN, MIDDLE.shown];
  return from + t * (2 * (middle - from) + t * (from - 2 * middle + 1));
}

const STEPS = 65_535;

/** Codes of 16 bits with the curve of sRGB, by light in steps. */
function makeEncoder(): Uint16Array {
  return Uint16Array.from({ length: STEPS + 1 }, (_, i) => {
    const light = i / STEPS;
    const code = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(code * 65_535);
  });
}

/** How much of the light of HDR a plain screen shows. The brightest part decides for all three, so that hues hold. */
function shownShare(r: number, g: number, b: number, curve: Curve): number {
  const scene = WEIGHTS[0] * r + WEIGHTS[1] * g + WEIGHTS[2] * b;
  // From the light of the scene to that of the screen.
  const gain = curve === 'hlg' ? PEAK * scene ** 0.2 : 1;
  const top = gain * Math.max(r, g, b);
  return top > 0 ? (gain * shownLight(top)) / top : 0;
}

/** Codes of 16 bits in Display P3, of codes whose largest is `white`. */
export function toDisplayP3(
  codes: Uint8Array | Uint16Array,
  white: number,
  coding: Coding,
): Uint16Array {
  const { primaries, curve } = coding;
  const lights = Float64Array.from({ length: white + 1 }, (_, i) => lightOf(i / white, curve));
  const encoder = makeEncoder();
  const matrix = matrixToP3(primaries);
  if (!matrix) throw new Error('primaries that make no space');
  const [red, green, blue] = matrix;
  const deep = new Uint16Array(codes.length);
  const light = (at: number) => lights[Math.min(codes[at] ?? 0, white)] ?? 0;
  const isMapped = isHdr(coding);
  for (let at = 0; at + 2 < codes.length; at += 3) {
    const [r, g, b] = [light(at), light(at + 1), light(at + 2)];
    const scale = STEPS * (isMapped ? shownShare(r, g, b, curve) : 1);
    for (let part = 0; part < 3; part++) {
      const sum = (red[part] ?? 0) * r + (green[part] ?? 0) * g + (blue[part] ?? 0) * b;
      deep[at + part] = encoder[Math.max(0, Math.min(STEPS, Math.round(sum * scale)))] ?? 0;
    }
  }
  return deep;
}
