import { paintBackdrop } from '../bokeh.ts';
import { paintMask } from '../canvas.ts';
import { drawMask, polygon, taper } from '../drawing.ts';
import { clamp, mix } from '../maths.ts';
import { createRamp, rgb } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../stage.ts';

/** One leaflet with its lobes, from its root outwards. */
function leaflet(x: number, y: number, angle: number, length: number, random: Random): string {
  const along = (t: number, side: number): [number, number] => {
    const bend = angle + t * 0.22;
    return [
      x + Math.cos(bend) * length * t - Math.sin(bend) * side,
      y + Math.sin(bend) * length * t + Math.cos(bend) * side,
    ];
  };
  const upper: number[] = [];
  const lower: number[] = [];
  const lobes = Math.max(5, Math.round(length / 13));
  for (let i = 0; i <= lobes; i += 1) {
    const t = i / lobes;
    const wide = length * 0.095 * (1 - t * 0.9) * random.between(0.88, 1.08);
    const next = Math.min(1, t + 0.62 / lobes);
    upper.push(
      ...along(t, -wide * 0.3),
      ...along(next + 0.25 / lobes, -wide),
      ...along(next + 0.32 / lobes, -wide * 0.78),
    );
    lower.unshift(...along(next + 0.32 / lobes, wide * 0.78).values());
    lower.unshift(...along(next + 0.25 / lobes, wide));
    lower.unshift(...along(t, wide * 0.3));
  }
  return polygon([...upper, ...lower]);
}

/** A frond: a bent stem with leaflets that shorten towards the tip. */
function frond(
  x: number,
  y: number,
  length: number,
  lean: number,
  curl: number,
  random: Random,
): { stem: string; leaves: string } {
  const line: [number, number][] = [];
  const leaves: string[] = [];
  let px = x;
  let py = y;
  const steps = 27;
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps;
    const angle = -Math.PI / 2 + lean + curl * t * t;
    line.push([px, py]);
    if (i > 3) {
      const size =
        length * 0.33 * Math.sin(Math.PI * Math.min(1, 0.2 + t * 0.8)) ** 0.9 * (1.06 - t);
      if (size > 3) {
        for (const side of [-1, 1]) {
          leaves.push(
            leaflet(
              px,
              py,
              angle + side * (1.22 - t * 0.42),
              size * random.between(0.92, 1.06),
              random,
            ),
          );
        }
      }
    }
    px += (Math.cos(angle) * length) / steps;
    py += (Math.sin(angle) * length) / steps;
  }
  return { stem: taper(line, length * 0.013, 1), leaves: leaves.join('') };
}

/** Fern fronds in the light of a clearing. */
export const fern: Scene = async ({ canvas, noise, random }) => {
  const wide = canvas.aspect;
  const dark = rgb('#1b3a1b');
  const lit = rgb('#b4cc55');
  const lightX = wide * 0.6;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(['#07130d', '#17321e', '#44672f', '#b6bf68']),
      light: { x: lightX, y: 0.12 },
      discs: 60,
      disc: [0.8, 0.9, 0.5],
      from: 0.015,
      to: 0.06,
      strength: 0.36,
    },
    noise,
    random,
  );
  const layers = [
    { blur: 0.014, tone: -0.3, count: 5, size: [620, 840] as const },
    { blur: 0.004, tone: -0.08, count: 3, size: [680, 880] as const },
    { blur: 0.0003, tone: 0.2, count: 2, size: [880, 960] as const },
  ];
  for (const { blur, tone, count, size } of layers) {
    for (let i = 0; i < count; i += 1) {
      const x = wide * 1000 * ((i + random.between(0.2, 0.8)) / count) * 0.9 + 20;
      const lean = (x / (wide * 1000) - 0.5) * 0.9 + random.between(-0.15, 0.15);
      const drawn = frond(
        x,
        1060,
        random.between(size[0], size[1]),
        lean,
        (lean >= 0 ? 1 : -1) * random.between(0.35, 0.85),
        random,
      );
      const leaves = await drawMask(canvas, drawn.leaves, blur);
      paintMask(canvas, leaves, (px, py, out) => {
        const sun = clamp(1.12 - Math.hypot(px - lightX, py - 0.2) * 1.05);
        const fine = blur > 0.003 ? 0 : noise.fbm(px * 50, py * 50, 3) * 0.2;
        const light = clamp(tone + sun * 0.85 + fine);
        for (let c = 0; c < 3; c += 1) out[c] = mix(dark[c] ?? 0, lit[c] ?? 0, light);
      });
      const stem = await drawMask(canvas, drawn.stem, blur);
      paintMask(canvas, stem, (_px, py, out) => {
        for (let c = 0; c < 3; c += 1)
          out[c] = mix(dark[c] ?? 0, lit[c] ?? 0, clamp(0.7 - py * 0.6 + tone));
      });
    }
  }
  return {
    contrast: 0.5,
    saturation: 0.92,
    bloom: 0.3,
    vignette: 0.35,
    lights: [0.014, 0.01, -0.012],
    shadows: [-0.006, 0.004, 0.006],
  };
};
