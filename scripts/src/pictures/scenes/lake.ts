import { copyCanvas, paintMask, sample, shade } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rgb, tint } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { broadleaf, conifer, reeds } from '../trees.ts';

interface Mood {
  sky: readonly string[];
  wood: Rgb;
  mist: Rgb;
  lit: Rgb;
  cloud: Rgb;
  sun: { at: number; colour: Rgb; glow: number; radius: number };
  ripple: number;
}

const MORNING: Mood = {
  sky: ['#3f6a8f', '#8fb0bd', '#f1cfa8'],
  wood: rgb('#1c2c2a'),
  mist: rgb('#f0d3b4'),
  lit: rgb('#ffe6c6'),
  cloud: rgb('#8c97a8'),
  sun: { at: 0.62, colour: [0.95, 0.62, 0.3], glow: 0.5, radius: 0.02 },
  ripple: 0.5,
};

const MOODS: Record<string, Mood> = {
  morning: MORNING,
  evening: {
    sky: ['#232f57', '#725a86', '#e2847a', '#f9b878'],
    wood: rgb('#14131f'),
    mist: rgb('#c97f78'),
    lit: rgb('#ffa878'),
    cloud: rgb('#4a3f69'),
    sun: { at: 0.36, colour: [1, 0.5, 0.22], glow: 0.45, radius: 0.024 },
    ripple: 1,
  },
  still: {
    sky: ['#93a7ae', '#b9c5c4', '#dcdfd6'],
    wood: rgb('#33423f'),
    mist: rgb('#d5dad4'),
    lit: rgb('#f5f5ee'),
    cloud: rgb('#96a5aa'),
    sun: { at: 0.5, colour: [0.4, 0.38, 0.3], glow: 0.3, radius: 0 },
    ripple: 0.25,
  },
};

/** A shore of trees doubled by still water. */
export const lake: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MORNING;
  const shore = 0.53;
  const wide = canvas.aspect;
  paintSky(
    canvas,
    {
      ramp: createRamp(look.sky),
      horizon: shore,
      sun: {
        x: wide * look.sun.at,
        y: shore - 0.1,
        radius: look.sun.radius,
        colour: look.sun.colour,
        glow: look.sun.glow,
      },
      clouds: [
        {
          cover: 0.5,
          soft: 0.55,
          scale: 0.42,
          stretch: 1.8,
          strength: 0.85,
          lit: look.lit,
          shadow: look.cloud,
        },
      ],
    },
    noise,
    shore + 0.02,
  );
  for (let layer = 0; layer < 3; layer += 1) {
    const parts: string[] = [];
    const size = mix(46, 135, layer / 2);
    const step = size * 0.17;
    for (let x = -20; x < wide * 1000 + 20; x += step * random.between(0.5, 1.4)) {
      const stand = noise.fbm(x / 420 + layer * 9, layer * 5, 3);
      if (layer === 2 && stand < -0.02) continue;
      const tall = size * (0.62 + stand * 0.7 + random.between(-0.16, 0.2));
      if (tall < 12) continue;
      parts.push(
        random.next() < 0.7 || layer === 0
          ? conifer(x, shore * 1000, tall, random)
          : broadleaf(x, shore * 1000, tall * 0.9, { depth: 4, spread: 0.45, leaves: 0.1 }, random),
      );
    }
    parts.push(
      `<rect x="0" y="${shore * 1000 - size * 0.06}" width="${wide * 1000}" height="60"/>`,
    );
    const colour = mixRgb(look.mist, look.wood, mix(0.32, 0.92, layer / 2));
    paintMask(canvas, await drawMask(canvas, parts.join('')), (x, y, out) => {
      const low = smooth(shore - size / 1000, shore, y + noise.fbm(x * 3, layer, 2) * 0.02);
      for (let c = 0; c < 3; c += 1) out[c] = mix(colour[c] ?? 0, look.mist[c] ?? 0, low * 0.55);
    });
  }
  shade(
    canvas,
    (x, y, out) => {
      const band = smooth(shore - 0.07, shore, y) * (0.45 + 0.5 * noise.fbm(x * 2.5, y * 16, 3));
      tint(out, look.mist, Math.max(0, band));
    },
    shore - 0.08,
    shore + 0.01,
  );
  const above = copyCanvas(canvas);
  shade(
    canvas,
    (x, y, out) => {
      const down = y - shore;
      const near = 0.012 + down * 1.9;
      const wave = noise.fbm((x * 3.2) / near ** 0.5, 14 / near + y * 8, 3);
      const swell = noise.at(x * 2 + 50, 3 / near) * 0.6;
      const push = (wave + swell) * look.ripple * near * 0.034;
      sample(above, x + push * 0.5, Math.max(0.001, shore - down * 1.03 - 0.004 + push * 2.2), out);
      const fade = mix(0.92, 0.66, smooth(0, 0.5, down));
      for (let c = 0; c < 3; c += 1)
        out[c] = (out[c] ?? 0) * fade * (1 + wave * look.ripple * 0.12);
      tint(out, look.mist, smooth(0.05, 0, down) * 0.4);
    },
    shore,
    1,
  );
  const front = await drawMask(
    canvas,
    reeds(-40, wide * 260, 1030, 250, 46, random) +
      reeds(wide * 900, wide * 1000 + 30, 1030, 180, 22, random),
    0.0006,
  );
  paintMask(canvas, front, mixRgb(look.wood, look.mist, 0.04));
  return {
    contrast: 0.5,
    saturation: 1.02,
    bloom: 0.25,
    shadows: [0, 0.004, 0.015],
    lights: [0.015, 0.005, -0.012],
  };
};
