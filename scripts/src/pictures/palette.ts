import { clamp } from './maths.ts';

/** Red, green, blue, each 0 to 1 as on screen; above 1 is light that blooms. */
export type Rgb = readonly [number, number, number];

/** A colour range looked up by a number of 0 to 1. */
export interface Ramp {
  table: Float32Array;
}

const STEPS = 512;

/** Reads `#rrggbb`. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Mixes two colours. */
export function mixRgb(a: Rgb, b: Rgb, t: number): Rgb {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** Builds a ramp of colours, spread evenly or at the given places (rising, 0 to 1). */
export function createRamp(hexes: readonly string[], places?: readonly number[]): Ramp {
  const table = new Float32Array((STEPS + 1) * 3);
  const last = hexes.length - 1;
  const place = (i: number): number => places?.[i] ?? (last === 0 ? 0 : i / last);
  for (let step = 0; step <= STEPS; step += 1) {
    const t = step / STEPS;
    let i = 0;
    while (i < last - 1 && t > place(i + 1)) i += 1;
    const span = place(i + 1) - place(i);
    const local = clamp(span > 0 ? (t - place(i)) / span : 0);
    const eased = local * local * (3 - 2 * local) * 0.5 + local * 0.5;
    const from = rgb(hexes[i] ?? '#000000');
    const colour = mixRgb(from, rgb(hexes[Math.min(i + 1, last)] ?? '#000000'), eased);
    table.set(colour, step * 3);
  }
  return { table };
}

/** Looks a colour up, into `out`. */
export function readRamp(ramp: Ramp, t: number, out: Float32Array): void {
  const place = (t < 0 ? 0 : t > 1 ? 1 : t) * STEPS;
  const step = place >= STEPS ? STEPS - 1 : place | 0;
  const part = place - step;
  const table = ramp.table;
  const i = step * 3;
  for (let c = 0; c < 3; c += 1) {
    const a = table[i + c] ?? 0;
    out[c] = a + ((table[i + c + 3] ?? 0) - a) * part;
  }
}

/** The colour at a place of the ramp, for use outside of hot loops. */
export function rampRgb(ramp: Ramp, t: number): Rgb {
  const out = new Float32Array(3);
  readRamp(ramp, t, out);
  return [out[0] ?? 0, out[1] ?? 0, out[2] ?? 0];
}

/** Mixes a fixed colour into `out`. */
export function tint(out: Float32Array, colour: Rgb, t: number): void {
  out[0] = (out[0] ?? 0) + (colour[0] - (out[0] ?? 0)) * t;
  out[1] = (out[1] ?? 0) + (colour[1] - (out[1] ?? 0)) * t;
  out[2] = (out[2] ?? 0) + (colour[2] - (out[2] ?? 0)) * t;
}

/** Adds light to `out`. */
export function addLight(out: Float32Array, colour: Rgb, amount: number): void {
  out[0] = (out[0] ?? 0) + colour[0] * amount;
  out[1] = (out[1] ?? 0) + colour[1] * amount;
  out[2] = (out[2] ?? 0) + colour[2] * amount;
}
