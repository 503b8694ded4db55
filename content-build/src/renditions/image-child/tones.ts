/**
 * Converts codes to Display P3. HDR light up to paper white is shown at half its strength and the rest is rolled off,
 * as in Chromium (SMPTE ST 2094-50, mapping by reference white).
 */
import { type Coding, type Curve, isHdr, matrixToP3 } from './colour.ts';

/** Paper white in cd/m² (ITU-R BT.2408): the unit of light below. */
export const PAPER_WHITE = 203;
/** Share of paper white up to which the tone map of videos is linear. */
export const KNEE = 0.6;
/** Assumed peak: 1000 cd/m², the nominal screen of HLG. */
const PEAK = 1000 / PAPER_WHITE;
/** Luminance weights of BT.2020. */
const WEIGHTS = [0.2627, 0.678, 0.0593] as const;

/** Light of a code of 0 to 1: display light, but scene light of HLG (ITU-R BT.2100). */
function lightOf(code: number, curve: Curve): number {
  if (curve === 'srgb') return code <= 0.04045 ? code / 12.92 : ((code + 0.055) / 1.055) ** 2.4;
  if (curve === 'hlg' && code <= 0.5) return code ** 2 / 3;
  if (curve === 'hlg') return (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  if (curve !== 'pq') return code ** curve;
  const root = code ** (32 / 2523);
  const part = Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root);
  return (10_000 / PAPER_WHITE) * part ** (8192 / 1305);
}

/** Shown light of paper white, and how far the curve above it bends. */
const PAPER_SHOWN = 0.5;
const BEND = 0.65;
/** Control point of that curve, a quadratic Bézier. */
const MIDDLE = {
  light: 1 - BEND + BEND / PAPER_SHOWN,
  shown: (1 - BEND) * PAPER_SHOWN + BEND,
};

/** Tone map: light that an SDR screen shows, 0 to 1. */
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

/** Table from light, in `STEPS`, to 16-bit sRGB codes. */
function makeEncoder(): Uint16Array {
  return Uint16Array.from({ length: STEPS + 1 }, (_, i) => {
    const light = i / STEPS;
    const code = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(code * 65_535);
  });
}

/** Factor of the tone map for a pixel: the brightest channel decides for all three, which keeps the hue. */
function shownShare(r: number, g: number, b: number, curve: Curve): number {
  const scene = WEIGHTS[0] * r + WEIGHTS[1] * g + WEIGHTS[2] * b;
  // OOTF: from scene light to display light.
  const gain = curve === 'hlg' ? PEAK * scene ** 0.2 : 1;
  const top = gain * Math.max(r, g, b);
  return top > 0 ? (gain * shownLight(top)) / top : 0;
}

/** Converts interleaved RGB, whose largest code is `white`, to 16-bit Display P3. */
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
