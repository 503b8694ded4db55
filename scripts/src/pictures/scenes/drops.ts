import { paintBackdrop } from '../bokeh.ts';
import { copyCanvas, paintMask } from '../canvas.ts';
import { drawMask, taper } from '../drawing.ts';
import { paintDrop } from '../droplets.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, type Rgb, rgb } from '../palette.ts';
import type { Scene } from '../stage.ts';

const MOODS: Record<string, { back: readonly string[]; disc: Rgb; dark: Rgb; lit: Rgb }> = {
  green: {
    back: ['#0d2216', '#2c4f25', '#7d9a3f', '#e3dc8c'],
    disc: [0.95, 0.95, 0.6],
    dark: rgb('#1d3d17'),
    lit: rgb('#a8c94e'),
  },
  blue: {
    back: ['#0c1c26', '#22454f', '#5f8a86', '#cfdccb'],
    disc: [0.75, 0.9, 0.85],
    dark: rgb('#16382f'),
    lit: rgb('#86b07a'),
  },
};

type Point = [number, number];

/** The line of a blade of grass, from the root to the tip, bent by its weight. */
function blade(x: number, y: number, reach: number, rise: number, fall: number): Point[] {
  return Array.from({ length: 41 }, (_, i): Point => {
    const t = i / 40;
    return [x + reach * t, y - rise * t + fall * t * t * t];
  });
}

/** Dew on blades of grass; every drop holds the scene behind it. */
export const drops: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.green;
  if (look === undefined) return {};
  const wide = canvas.aspect;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(look.back),
      light: { x: wide * 0.7, y: 0.22 },
      discs: 70,
      disc: look.disc,
      from: 0.02,
      to: 0.075,
      strength: 0.42,
    },
    noise,
    random,
  );
  const paintBlade = async (
    line: Point[],
    thick: number,
    blur: number,
    tone: number,
  ): Promise<void> => {
    const mask = await drawMask(canvas, taper(line, thick, thick * 0.12), blur);
    paintMask(
      canvas,
      mask,
      (x, y, out) => {
        const fibre = noise.fbm(x * 8 + y * 130, y * 14, 2) * (blur > 0.002 ? 0 : 0.1);
        const light = clamp(tone + (1 - y) * 0.45 + x / wide / 4 + fibre);
        for (let c = 0; c < 3; c += 1) out[c] = mix(look.dark[c] ?? 0, look.lit[c] ?? 0, light);
      },
      blur > 0.004 ? 0.8 : 1,
    );
  };
  for (let i = 0; i < 7; i += 1) {
    const x = random.between(-100, wide * 1000);
    await paintBlade(
      blade(x, 1040, random.between(-250, 400), random.between(500, 950), random.between(60, 300)),
      random.between(22, 40),
      random.between(0.008, 0.016),
      -0.05,
    );
  }
  const behind = copyCanvas(canvas);
  const lines: { line: Point[]; thick: number }[] = [
    { line: blade(-60, 900, wide * 1080, 520, 330), thick: 44 },
    { line: blade(wide * 240, 1060, wide * 640, 880, 420), thick: 32 },
  ];
  for (const { line, thick } of lines) {
    await paintBlade(line, thick, 0.0004, 0.12);
    const mid = line.map(([x, y]): Point => [x, y + thick * 0.02]);
    paintMask(canvas, await drawMask(canvas, taper(mid, thick * 0.12, 1), 0.0006), look.lit, 0.5);
  }
  for (const { line, thick } of lines) {
    let last = -1;
    for (let k = 3; k < 39; k += 1) {
      const place = line[k];
      if (place === undefined || k - last < 2 || random.next() < 0.25) continue;
      const size =
        random.between(0.007, 0.018) + (random.next() < 0.28 ? random.between(0.014, 0.03) : 0);
      const hangs = size > 0.024;
      const t = k / 40;
      const y =
        place[1] / 1000 +
        (hangs
          ? (thick * (1 - t)) / 2000 + size * 0.55
          : (random.between(-0.25, -0.1) * thick) / 1000 - size * 0.4);
      paintDrop(canvas, behind, place[0] / 1000, y, size, hangs ? 1.12 : 0.92);
      if (size > 0.02) last = k + 1;
      else last = k;
    }
    const tip = line[40];
    if (tip !== undefined)
      paintDrop(canvas, behind, tip[0] / 1000, tip[1] / 1000 + 0.02, 0.03, 1.15);
  }
  const haze = smooth(0, 1, 0.5) * 0.02;
  return {
    contrast: 0.5,
    saturation: 0.92,
    bloom: 0.3,
    vignette: 0.3,
    fade: haze,
    lights: [0.014, 0.01, -0.012],
    shadows: [-0.004, 0.004, 0.006],
  };
};
