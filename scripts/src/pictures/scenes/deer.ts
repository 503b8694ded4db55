import { placed, STAG } from '../animals.ts';
import { paintMask, shade } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rgb, tint } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { broadleaf, conifer, reeds } from '../trees.ts';

interface Mood {
  sky: readonly string[];
  dark: Rgb;
  haze: Rgb;
  sun: { x: number; y: number; radius: number; colour: Rgb; glow: number };
}

const DAWN: Mood = {
  sky: ['#a08f80', '#d8b58c', '#f4d19a', '#f9dfb4'],
  dark: rgb('#231a14'),
  haze: rgb('#f0c992'),
  sun: { x: 0.63, y: 0.42, radius: 0.05, colour: [0.95, 0.62, 0.28], glow: 0.45 },
};

const MOODS: Record<string, Mood> = {
  dawn: DAWN,
  dusk: {
    sky: ['#33315a', '#7b4f74', '#d5705f', '#f6ab6c'],
    dark: rgb('#150f1a'),
    haze: rgb('#c4685c'),
    sun: { x: 0.52, y: 0.56, radius: 0.12, colour: [1, 0.5, 0.2], glow: 0.4 },
  },
};

/** A stag on a ridge, before the mist or the sun. */
export const deer: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? DAWN;
  const wide = canvas.aspect;
  const ridge = 0.78;
  paintSky(
    canvas,
    { ramp: createRamp(look.sky), horizon: 0.8, sun: { ...look.sun, x: look.sun.x * wide } },
    noise,
  );
  for (let layer = 0; layer < 4; layer += 1) {
    const near = layer / 3;
    const foot = mix(650, 790, near);
    const parts: string[] = [];
    for (let x = -30; x < wide * 1000 + 30; x += mix(11, 44, near) * random.between(0.5, 1.5)) {
      const stand =
        noise.fbm(x / 260 + layer * 8, layer * 3, 3) +
        Math.abs(x / 1000 / wide - 0.55) * 0.9 * near;
      const tall = mix(90, 330, near) * (0.55 + stand);
      if (stand < -0.12 + near * 0.3) continue;
      parts.push(
        random.next() < 0.75
          ? conifer(x, foot, tall, random)
          : broadleaf(x, foot, tall * 0.8, { depth: 5, spread: 0.45, leaves: 0.03 }, random),
      );
    }
    parts.push(`<rect x="0" y="${foot - 6}" width="${wide * 1000}" height="400"/>`);
    const colour = mixRgb(look.haze, look.dark, mix(0.14, 0.5, near));
    paintMask(canvas, await drawMask(canvas, parts.join(''), 0.0016), (x, y, out) => {
      const low = smooth(
        foot / 1000 - 0.24,
        foot / 1000,
        y + noise.fbm(x * 2, y * 4 + layer, 3) * 0.08,
      );
      const glow = clamp(1 - Math.hypot(x - look.sun.x * wide, y - look.sun.y) * 2.1) * 0.5;
      for (let c = 0; c < 3; c += 1)
        out[c] = mix(out[c] ?? 0, mix(colour[c] ?? 0, look.haze[c] ?? 0, low * 0.85), 1 - glow);
    });
  }
  const size = wide < 1 ? 2.6 : 3.5;
  const deerX = wide * (wide < 1 ? 520 : 430);
  const slope = (x: number): number =>
    ridge + Math.sin(x * 1.7 + 0.8) * 0.022 + noise.at(x * 3, 7) * 0.01;
  const foot = slope(deerX / 1000) * 1000;
  const hill = Array.from(
    { length: 61 },
    (_, i) => `${(i / 60) * wide * 1000},${slope((i / 60) * wide) * 1000}`,
  ).join(' ');
  const grass: string[] = [];
  for (let i = 0; i < 26 * wide; i += 1) {
    const x = random.between(0, wide);
    grass.push(
      reeds(x * 1000, x * 1000 + 30, slope(x) * 1000 + 10, random.between(22, 62), 9, random),
    );
  }
  const shapes = `<polygon points="0,1000 ${hill} ${wide * 1000},1000"/>${grass.join('')}${placed(STAG, deerX, foot + 7, size, { mirror: random.next() < 0.4 })}`;
  paintMask(canvas, await drawMask(canvas, shapes), (x, y, out) => {
    const low = smooth(ridge - 0.34, ridge + 0.02, y) * 0.16;
    const edge = clamp(1 - Math.hypot(x - look.sun.x * wide, y - look.sun.y) * 2.2) * 0.14;
    for (let c = 0; c < 3; c += 1) out[c] = mix(look.dark[c] ?? 0, look.haze[c] ?? 0, low + edge);
  });
  shade(
    canvas,
    (x, y, out) => {
      const drift =
        smooth(0.1, 0.6, noise.fbm(x * 1.6, y * 5, 4) + 0.22) *
        smooth(ridge - 0.16, ridge + 0.03, y) *
        smooth(ridge + 0.2, ridge + 0.02, y);
      tint(out, look.haze, drift * 0.42);
    },
    ridge - 0.2,
    1,
  );
  return {
    contrast: 0.45,
    saturation: 0.95,
    bloom: 0.35,
    shadows: [0.004, 0, 0.008],
    lights: [0.02, 0.008, -0.016],
  };
};
