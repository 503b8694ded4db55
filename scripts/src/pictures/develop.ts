import sharp from 'sharp';
import { blurCanvas, shrink } from './blur.ts';
import { type Canvas, sample } from './canvas.ts';
import { bell, clamp } from './maths.ts';
import type { Rgb } from './palette.ts';
import { createRandom } from './random.ts';

/** How a picture is developed, as in a darkroom; every value has a modest default. */
export interface Grade {
  /** Stops of light, 0 unchanged. */
  exposure?: number;
  /** 0 flat curve, 1 strong S. */
  contrast?: number;
  /** 1 unchanged. */
  saturation?: number;
  /** Colour added in the shadows and in the lights, around 0. */
  shadows?: Rgb;
  lights?: Rgb;
  /** Blacks lifted by this much. */
  fade?: number;
  vignette?: number;
  /** Glow of the lights. */
  bloom?: number;
  grain?: number;
}

const CURVE_STEPS = 1023;
/** Canvas values run to this before they are clipped. */
const CURVE_TOP = 1.6;

/** Tone curve of one channel as a table over 0 to CURVE_TOP. */
function toneCurve(grade: Grade, channel: 0 | 1 | 2): Float32Array {
  const gain = 2 ** (grade.exposure ?? 0);
  const contrast = (grade.contrast ?? 0.35) * 0.8;
  const fade = grade.fade ?? 0.015;
  const low = grade.shadows?.[channel] ?? 0;
  const high = grade.lights?.[channel] ?? 0;
  const table = new Float32Array(CURVE_STEPS + 2);
  for (let i = 0; i <= CURVE_STEPS + 1; i += 1) {
    const value = (i / CURVE_STEPS) * CURVE_TOP * gain;
    // A soft shoulder: light above 0.75 runs into white slowly, as film does.
    const held = value < 0.75 ? value : 0.75 + 0.25 * (1 - Math.exp((0.75 - value) / 0.3));
    const curved = held * held * (3 - 2 * held);
    const toned = held + (curved - held) * contrast;
    const split = toned + low * bell(toned - 0.15, 0.3) + high * bell(toned - 0.85, 0.4);
    table[i] = clamp(fade + split * (1 - fade)) * 255;
  }
  return table;
}

/** Light that spills over the edges of what is bright. */
function bloomCanvas(canvas: Canvas): Canvas {
  const glow = shrink(canvas, Math.max(2, Math.round(canvas.height / 200)));
  const { data } = glow;
  for (let i = 0; i < data.length; i += 3) {
    const light = ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3;
    const keep = clamp((light - 0.62) * 2.2);
    for (let c = 0; c < 3; c += 1) data[i + c] = (data[i + c] ?? 0) * keep;
  }
  blurCanvas(glow, 0.035);
  return glow;
}

/** Applies curve, colour, vignette and bloom; 8 bits a channel with noise against banding. */
function toBytes(canvas: Canvas, grade: Grade, seed: number): Uint8Array {
  const { width, height, aspect, data } = canvas;
  const bytes = new Uint8Array(width * height * 3);
  const curves = [toneCurve(grade, 0), toneCurve(grade, 1), toneCurve(grade, 2)];
  const glow = bloomCanvas(canvas);
  const bloom = (grade.bloom ?? 0.35) * 0.6;
  const saturation = (grade.saturation ?? 1) * 0.86;
  const vignette = grade.vignette ?? 0.16;
  const random = createRandom(seed);
  const dither = new Float32Array(4096).map(() => random.next());
  const light = new Float32Array(3);
  const toStep = CURVE_STEPS / CURVE_TOP;
  let turn = 0;
  for (let row = 0; row < height; row += 1) {
    const dy = row / height - 0.5;
    for (let column = 0; column < width; column += 1) {
      const i = (row * width + column) * 3;
      const dx = (column / width - 0.5) * Math.min(1.25, aspect);
      const distance = dx * dx + dy * dy;
      const fall = 1 - vignette * distance * distance * 3.2 - vignette * distance * 0.55;
      sample(glow, column / height, row / height, light);
      const r = (data[i] ?? 0) + (light[0] ?? 0) * bloom;
      const g = (data[i + 1] ?? 0) + (light[1] ?? 0) * bloom;
      const b = (data[i + 2] ?? 0) + (light[2] ?? 0) * bloom;
      const grey = r * 0.3 + g * 0.59 + b * 0.11;
      for (let c = 0; c < 3; c += 1) {
        const value = c === 0 ? r : c === 1 ? g : b;
        const mixed = (grey + (value - grey) * saturation) * fall;
        const place = clamp(mixed, 0, CURVE_TOP) * toStep;
        const step = place | 0;
        const curve = curves[c];
        const from = curve?.[step] ?? 0;
        const toned = from + ((curve?.[step + 1] ?? from) - from) * (place - step);
        turn = (turn + 1) & 4095;
        bytes[i + c] = toned + (dither[turn] ?? 0);
      }
      if ((column & 1023) === 0) turn = random.whole(0, 4095);
    }
  }
  return bytes;
}

/** Adds film grain at the final size, strongest in the middle tones. */
function addGrain(bytes: Uint8Array, width: number, amount: number, seed: number): void {
  const random = createRandom(seed ^ 0x51ed270b);
  const size = 65536;
  const grain = new Float32Array(size);
  for (let i = 0; i < size; i += 1) grain[i] = random.normal() * amount * 255;
  let turn = 0;
  for (let i = 0; i < bytes.length; i += 3) {
    if (i % (width * 3) === 0) turn = random.whole(0, size - 1);
    turn = (turn + 1) & (size - 1);
    const green = bytes[i + 1] ?? 0;
    const add = (grain[turn] ?? 0) * (0.35 + (green * (255 - green)) / 26000);
    for (let c = 0; c < 3; c += 1) {
      const value = (bytes[i + c] ?? 0) + add;
      bytes[i + c] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** Develops the canvas into a JPEG whose long edge is `longEdge` pixels. */
export async function developJpeg(
  canvas: Canvas,
  grade: Grade,
  options: { longEdge: number; quality: number; seed: number },
): Promise<Buffer> {
  const raw = { width: canvas.width, height: canvas.height, channels: 3 as const };
  const scale = options.longEdge / Math.max(canvas.width, canvas.height);
  const width = Math.max(1, Math.round(canvas.width * scale));
  const height = Math.max(1, Math.round(canvas.height * scale));
  const { data } = await sharp(toBytes(canvas, grade, options.seed), { raw })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, width, grade.grain ?? 0.022, options.seed);
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: options.quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
}
