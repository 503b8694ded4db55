import { goose, placed } from '../animals.ts';
import { paintMask } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rgb } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { reeds } from '../trees.ts';

interface Mood {
  sky: readonly string[];
  dark: Rgb;
  haze: Rgb;
  lit: Rgb;
  cloud: Rgb;
  sun: { x: number; y: number; radius: number; colour: Rgb; glow: number };
}

const DUSK: Mood = {
  sky: ['#3b3c5e', '#8e5f6c', '#e58a5a', '#fbc476'],
  dark: rgb('#1b1218'),
  haze: rgb('#d97f52'),
  lit: rgb('#ffb070'),
  cloud: rgb('#5c455d'),
  sun: { x: 0.66, y: 0.62, radius: 0.062, colour: [1, 0.52, 0.2], glow: 0.5 },
};

const MOODS: Record<string, Mood> = {
  dusk: DUSK,
  mist: {
    sky: ['#8ea4b0', '#b9c5c6', '#e5dcc9', '#f0dcbc'],
    dark: rgb('#27323a'),
    haze: rgb('#ccd0ca'),
    lit: rgb('#fbf3e4'),
    cloud: rgb('#96a8b3'),
    sun: { x: 0.4, y: 0.5, radius: 0.04, colour: [0.8, 0.62, 0.4], glow: 0.4 },
  },
};

/** Geese on their way over the reed, against the sun. */
export const geese: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? DUSK;
  const wide = canvas.aspect;
  const horizon = 0.84;
  paintSky(
    canvas,
    {
      ramp: createRamp(look.sky),
      horizon,
      sun: { ...look.sun, x: look.sun.x * wide },
      clouds: [
        {
          cover: 0.46,
          soft: 0.6,
          scale: 0.5,
          stretch: 3,
          strength: 0.6,
          lit: look.lit,
          shadow: look.cloud,
        },
      ],
    },
    noise,
  );
  for (let row = 0; row < 3; row += 1) {
    const near = row / 2;
    const foot = mix(860, 1040, near);
    const size = mix(70, 330, near);
    const count = Math.round(mix(260, 80, near) * wide);
    const parts =
      reeds(-40, wide * 1000 + 40, foot, size, count, random) +
      reeds(-40, wide * 1000 + 40, foot + size * 0.1, size * 0.55, count, random) +
      `<rect x="0" y="${foot - size * 0.06}" width="${wide * 1000}" height="400"/>`;
    const colour = mixRgb(look.haze, look.dark, mix(0.42, 1, near));
    paintMask(canvas, await drawMask(canvas, parts, near === 1 ? 0.0012 : 0), (_x, y, out) => {
      const low = smooth((foot - size) / 1000, foot / 1000, y) * mix(0.5, 0, near);
      for (let c = 0; c < 3; c += 1) out[c] = mix(colour[c] ?? 0, look.haze[c] ?? 0, low);
    });
  }
  const leadX = wide * 300;
  const leadY = 250;
  const birds: string[] = [];
  const flock = Math.round(random.between(9, 13));
  for (let i = 0; i < flock; i += 1) {
    const arm = i % 2 === 0 ? 1 : -1;
    const place = Math.ceil(i / 2);
    const x = leadX + place * (wide < 1 ? 62 : 78) * (arm > 0 ? 1 : 0.8) + random.between(-9, 9);
    const y = leadY + place * (arm > 0 ? 31 : -19) + random.between(-9, 9);
    birds.push(
      placed(goose(random.between(-0.85, 1)), x, y, random.between(0.6, 0.72), {
        turn: random.between(-5, 4),
      }),
    );
  }
  paintMask(canvas, await drawMask(canvas, birds.join('')), mixRgb(look.dark, look.haze, 0.12));
  return {
    contrast: 0.45,
    saturation: 0.98,
    bloom: 0.35,
    shadows: [0.004, 0, 0.012],
    lights: [0.02, 0.006, -0.015],
  };
};
