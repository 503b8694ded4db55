import { type Canvas, createCanvas, enlarge, shade } from './canvas.ts';
import { clamp, smooth } from './maths.ts';
import type { Noise } from './noise.ts';
import { type Ramp, type Rgb, readRamp } from './palette.ts';
import type { Random } from './random.ts';

/** A disc of light that is out of focus; added to what is there. */
export function addDisc(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  amount: number,
  edge = 0.16,
): void {
  const { width, height, data } = canvas;
  const left = Math.max(0, Math.floor((x - radius) * height));
  const right = Math.min(width - 1, Math.ceil((x + radius) * height));
  const low = Math.min(height - 1, Math.ceil((y + radius) * height));
  for (let row = Math.max(0, Math.floor((y - radius) * height)); row <= low; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const d = Math.hypot((column + 0.5) / height - x, (row + 0.5) / height - y) / radius;
      if (d >= 1) continue;
      const cover = smooth(1, 1 - edge, d) * (0.72 + 0.28 * d * d) * amount;
      const i = (row * width + column) * 3;
      for (let c = 0; c < 3; c += 1) data[i + c] = (data[i + c] ?? 0) + (colour[c] ?? 0) * cover;
    }
  }
}

/** A background that is out of focus. */
export interface Backdrop {
  ramp: Ramp;
  /** Where the light comes from, in canvas units. */
  light: { x: number; y: number };
  discs: number;
  disc: Rgb;
  /** Radii of the discs, in canvas heights. */
  from: number;
  to: number;
  strength?: number;
}

/** Paints soft colour and discs of light, as a wide open lens does behind a small subject. */
export function paintBackdrop(
  canvas: Canvas,
  backdrop: Backdrop,
  noise: Noise,
  random: Random,
): void {
  const small = createCanvas(
    Math.max(48, Math.round(canvas.width / 6)),
    Math.max(48, Math.round(canvas.height / 6)),
  );
  const reach = Math.hypot(canvas.aspect, 1);
  shade(small, (x, y, out) => {
    const away = Math.hypot(x - backdrop.light.x, y - backdrop.light.y) / reach;
    const t = 0.88 - away * 1.3 + noise.fbm(x * 1.9, y * 1.9, 3, 0.45) * 0.5;
    readRamp(backdrop.ramp, clamp(t), out);
  });
  enlarge(small, canvas);
  for (let i = 0; i < backdrop.discs; i += 1) {
    const x = random.between(0, canvas.aspect);
    const y = random.between(0, 1);
    const away = Math.hypot(x - backdrop.light.x, y - backdrop.light.y) / reach;
    const lit = clamp(1 - away * 1.25) ** 1.6 * random.between(0.1, 0.8);
    const warm = random.between(0.85, 1.15);
    const colour: Rgb = [backdrop.disc[0] * warm, backdrop.disc[1], backdrop.disc[2] / warm];
    addDisc(
      canvas,
      x,
      y,
      random.between(backdrop.from, backdrop.to),
      colour,
      lit * (backdrop.strength ?? 0.35),
    );
  }
}
