/** A strip of patches of known colours as an HLG film, as telephones make them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runFfmpeg } from './test-films.ts';

/** In sRGB: greys, and colours that lose much when nobody maps them. */
export const PATCHES = [
  [118, 118, 118],
  [225, 225, 225],
  [200, 60, 40],
  [60, 140, 60],
  [50, 80, 170],
] as const;
const SIDE = 64;
/** White of paper in HDR, and the screen HLG is meant for, in cd/m² (ITU-R BT.2408). */
const PAPER = 203 / 1000;

type Rgb = readonly [number, number, number];
const WEIGHTS: Rgb = [0.2627, 0.678, 0.0593];
/** Linear BT.709 to BT.2020 (ITU-R BT.2087). */
const WIDER: readonly Rgb[] = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
];

function dot([a, b, c]: Rgb, [x, y, z]: Rgb): number {
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

/** The ten-bit luma and chroma of an sRGB colour at the brightness of paper. */
function signal(rgb: Rgb): Rgb {
  const linear = each(rgb, (v) =>
    v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  const shown = [
    dot(WIDER[0] ?? WEIGHTS, linear),
    dot(WIDER[1] ?? WEIGHTS, linear),
    dot(WIDER[2] ?? WEIGHTS, linear),
  ] as const;
  const scene = (PAPER * dot(WEIGHTS, shown)) ** ((1 - 1.2) / 1.2) * PAPER;
  const coded = each(shown, (v) => hlg(v * scene));
  const luma = dot(WEIGHTS, coded);
  const [blue, red] = [(coded[2] - luma) / 1.8814, (coded[0] - luma) / 1.4746];
  return [64 + 876 * luma, 512 + 896 * blue, 512 + 896 * red];
}

/** One plane of the strip, 16 bits a sample. */
function plane(part: 0 | 1 | 2): Buffer {
  const side = part === 0 ? SIDE : SIDE / 2;
  const values = PATCHES.flatMap((patch) =>
    Array<number>(side).fill(Math.round(signal(patch)[part])),
  );
  const row = Buffer.from(Uint16Array.from(values).buffer);
  return Buffer.concat(Array<Buffer>(side).fill(row));
}

/** Two seconds of the strip; returns the bytes of the film. */
export function makeHlgFilm(folder: string): Buffer {
  const raw = path.join(folder, 'hlg.yuv');
  const file = path.join(folder, 'hlg.mov');
  const frame = Buffer.concat([plane(0), plane(1), plane(2)]);
  writeFileSync(raw, Buffer.concat(Array<Buffer>(20).fill(frame)));
  const size = `${SIDE * PATCHES.length}x${SIDE}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', '-s', size, '-r', '10', '-i', raw];
  const colour = 'colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc';
  runFfmpeg(
    ...input,
    '-c:v',
    'libx265',
    '-x265-params',
    `log-level=error:${colour}`,
    '-crf',
    '12',
    file,
  );
  return readFileSync(file);
}
