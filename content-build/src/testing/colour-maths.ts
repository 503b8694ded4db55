/** Colours of test patches: from Lab (D50) to the numbers of a colour space, and back. */
import type { DISPLAY_P3 } from './icc.ts';

export type Triple = readonly [number, number, number];
type Space = typeof DISPLAY_P3;

const WHITE: Triple = [0.9642, 1, 0.8249];

function labToXyz([l, a, b]: Triple): Triple {
  const y = (l + 16) / 116;
  const cube = (t: number) => (t > 6 / 29 ? t ** 3 : (3 * 36 * (t - 4 / 29)) / 841);
  return [cube(y + a / 500) * WHITE[0], cube(y) * WHITE[1], cube(y - b / 200) * WHITE[2]];
}

function xyzToLab([x, y, z]: Triple): Triple {
  const root = (t: number) => (t > 216 / 24_389 ? Math.cbrt(t) : (841 * t) / 108 + 4 / 29);
  const [fx, fy, fz] = [root(x / WHITE[0]), root(y / WHITE[1]), root(z / WHITE[2])];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function columns({ rXYZ, gXYZ, bXYZ }: Space): number[][] {
  return [rXYZ, gXYZ, bXYZ];
}

function determinant([a, b, c]: number[][]): number {
  const at = (v: number[] | undefined, i: number) => v?.[i] ?? 0;
  return (
    at(a, 0) * (at(b, 1) * at(c, 2) - at(c, 1) * at(b, 2)) -
    at(b, 0) * (at(a, 1) * at(c, 2) - at(c, 1) * at(a, 2)) +
    at(c, 0) * (at(a, 1) * at(b, 2) - at(b, 1) * at(a, 2))
  );
}

/** Linear parts of red, green and blue by Cramer's rule. */
function linearOf(xyz: Triple, space: Space): number[] {
  const all = columns(space);
  const whole = determinant(all);
  return all.map((_, i) => determinant(all.map((one, k) => (k === i ? [...xyz] : one))) / whole);
}

/** The 8-bit numbers of a colour in a space of one gamma; null when it has no place there. */
export function encodeLab(lab: Triple, space: Space): number[] | null {
  const linear = linearOf(labToXyz(lab), space);
  if (linear.some((part) => part < -0.002 || part > 1.002)) return null;
  return linear.map((part) =>
    Math.round(Math.min(1, Math.max(0, part)) ** (1 / space.gamma) * 255),
  );
}

/** Lab of 8-bit numbers with the tone curve of sRGB, in the space of these primaries. */
export function decodeToLab(rgb: readonly number[], space: Space): Triple {
  const curve = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const linear = rgb.map((value) => curve(value / 255));
  const sum = (part: number) =>
    columns(space).reduce((all, one, i) => all + (one[part] ?? 0) * (linear[i] ?? 0), 0);
  return xyzToLab([sum(0), sum(1), sum(2)]);
}

/** ΔE of CIE 1976: 1 is just visible, 2.3 to an untrained eye. */
export function difference(one: Triple, other: Triple): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}
