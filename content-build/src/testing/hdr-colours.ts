/** Patches of known colours, and their codes in HDR or in wider primaries. */

/** In sRGB: greys, and colours that lose much when nobody maps them. */
export const PATCHES = [
  [118, 118, 118],
  [225, 225, 225],
  [200, 60, 40],
  [60, 140, 60],
  [50, 80, 170],
] as const;
/** White of paper in HDR, and the screen HLG is meant for, in cd/m² (ITU-R BT.2408). */
const PAPER = 203 / 1000;

export type Rgb = readonly [number, number, number];
type Rows = readonly [Rgb, Rgb, Rgb];
/** Luminance in BT.2020. */
export const WEIGHTS: Rgb = [0.2627, 0.678, 0.0593];

/** Linear BT.709 to BT.2020 (ITU-R BT.2087), to Display P3, and to itself. */
const FROM_709 = {
  bt2020: [
    [0.6274, 0.3293, 0.0433],
    [0.0691, 0.9195, 0.0114],
    [0.0164, 0.088, 0.8956],
  ],
  p3: [
    [0.8225, 0.1775, 0],
    [0.0332, 0.9668, 0],
    [0.0171, 0.0724, 0.9105],
  ],
  bt709: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
} satisfies Record<string, Rows>;

export interface Coding {
  primaries: keyof typeof FROM_709;
  transfer: 'pq' | 'hlg' | 'srgb';
}

export function dot([a, b, c]: Rgb, [x, y, z]: Rgb): number {
  return a * x + b * y + c * z;
}

function each(rgb: Rgb, change: (value: number) => number): Rgb {
  return [change(rgb[0]), change(rgb[1]), change(rgb[2])];
}

/** ITU-R BT.2100: light of the scene to signal. */
function hlg(light: number): number {
  if (light <= 1 / 12) return Math.sqrt(3 * light);
  return 0.17883277 * Math.log(12 * light - 0.28466892) + 0.55991073;
}

/** ITU-R BT.2100: light of the screen, as a share of 10 000 cd/m², to signal. */
function pq(light: number): number {
  const part = light ** (2610 / 16_384);
  return ((3424 / 4096 + (2413 / 128) * part) / (1 + (2392 / 128) * part)) ** (2523 / 32);
}

function srgb(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** The signal, 0 to 1, of an sRGB colour; in HDR at the brightness of paper. */
export function codesOf(rgb: Rgb, { primaries, transfer }: Coding): Rgb {
  const linear = each(rgb, (v) =>
    v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  const [red, green, blue]: Rows = FROM_709[primaries];
  const shown: Rgb = [dot(red, linear), dot(green, linear), dot(blue, linear)];
  if (transfer === 'srgb') return each(shown, srgb);
  if (transfer === 'pq') return each(shown, (v) => pq((v * PAPER) / 10));
  const scene = (PAPER * dot(WEIGHTS, shown)) ** ((1 - 1.2) / 1.2) * PAPER;
  return each(shown, (v) => hlg(v * scene));
}
