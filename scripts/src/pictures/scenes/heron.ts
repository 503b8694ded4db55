import { HERON, placed } from '../animals.ts';
import { copyCanvas, paintMask, sample, shade } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { bell, mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rgb, tint } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { reeds } from '../trees.ts';

interface Mood {
  sky: readonly string[];
  dark: Rgb;
  haze: Rgb;
  glow: Rgb;
}

const BLUE: Mood = {
  sky: ['#5e7b90', '#93aab5', '#c9d2d0', '#e9e1d2'],
  dark: rgb('#18252e'),
  haze: rgb('#c8d2d2'),
  glow: [0.55, 0.5, 0.4],
};

const MOODS: Record<string, Mood> = {
  blue: BLUE,
  gold: {
    sky: ['#8a6f56', '#c99a62', '#f0c27c', '#fbdfa4'],
    dark: rgb('#22160f'),
    haze: rgb('#f2c888'),
    glow: [1, 0.66, 0.3],
  },
};

/** A heron that waits in shallow water. */
export const heron: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? BLUE;
  const wide = canvas.aspect;
  const shore = 0.6;
  const heronX = wide * (wide < 1 ? 0.54 : 0.37);
  const foot = 0.76;
  const sunX = wide * 0.66;
  paintSky(
    canvas,
    {
      ramp: createRamp(look.sky),
      horizon: shore,
      sun: { x: sunX, y: 0.4, radius: 0, colour: look.glow, glow: 0.5 },
    },
    noise,
  );
  for (let row = 0; row < 3; row += 1) {
    const size = mix(60, 210, row / 2);
    const parts = reeds(
      -30,
      wide * 1000 + 30,
      shore * 1000 + 6,
      size,
      Math.round(mix(420, 190, row / 2) * wide),
      random,
    );
    const colour = mixRgb(look.haze, look.dark, mix(0.1, 0.42, row / 2));
    const mask = await drawMask(
      canvas,
      parts +
        `<rect x="0" y="${shore * 1000 - size * 0.25}" width="${wide * 1000}" height="${size * 0.3}"/>`,
      mix(0.0018, 0.0034, row / 2),
    );
    paintMask(canvas, mask, (x, y, out) => {
      const clearing = bell((x - sunX) / 0.3, 1) * 0.5;
      const low = smooth(shore - size / 1000, shore, y) * 0.55;
      for (let c = 0; c < 3; c += 1)
        out[c] = mix(out[c] ?? 0, mix(colour[c] ?? 0, look.haze[c] ?? 0, low), 0.9 - clearing);
    });
  }
  shade(
    canvas,
    (x, y, out) => {
      tint(
        out,
        look.haze,
        smooth(shore - 0.14, shore, y) * (0.4 + 0.5 * noise.fbm(x * 2, y * 12, 3)),
      );
    },
    shore - 0.16,
    shore,
  );
  const bird = await drawMask(canvas, placed(HERON, heronX * 1000, foot * 1000, 4.3), 0.0004);
  const above = copyCanvas(canvas);
  // Water first: the shore mirrored at the shore, the heron mirrored at its feet.
  shade(
    canvas,
    (x, y, out) => {
      const down = y - shore;
      const near = 0.03 + down * 1.4;
      const wave = noise.fbm((x * 3) / near ** 0.5, 9 / near + y * 9, 3);
      const ring = Math.hypot(x - heronX - 0.04, (y - foot) * 3.2);
      const rings = Math.sin(ring * 95) * bell(ring - 0.1, 0.16) * smooth(0.02, 0.06, ring);
      const push = wave * near * 0.028 + rings * 0.006;
      sample(above, x + push * 0.4, Math.max(0.002, shore - down * 1.05 - 0.004 + push * 2), out);
      for (let c = 0; c < 3; c += 1)
        out[c] =
          (out[c] ?? 0) * mix(0.96, 0.74, smooth(0, 0.4, down)) * (1 + wave * 0.08 + rings * 0.16);
      tint(out, look.haze, smooth(0.06, 0, down) * 0.5);
      const mirrorY = foot * 2 - y - 0.004 + push * 1.4;
      if (y > foot - 0.005 && mirrorY > 0) {
        const column = Math.min(
          canvas.width - 1,
          Math.max(0, Math.round((x + push * 0.9) * canvas.height)),
        );
        const row = Math.min(canvas.height - 1, Math.max(0, Math.round(mirrorY * canvas.height)));
        tint(out, look.dark, ((bird[row * canvas.width + column] ?? 0) / 255) * 0.72);
      }
    },
    shore,
    1,
  );
  paintMask(canvas, bird, (x, y, out) => {
    const rim = smooth(0.2, -0.3, y - foot) * 0.1;
    const feather = noise.fbm(x * 60, y * 30, 3) * 0.05;
    for (let c = 0; c < 3; c += 1)
      out[c] = mix((look.dark[c] ?? 0) * (1 + feather * 4), look.haze[c] ?? 0, 0.08 + rim);
  });
  const front = await drawMask(
    canvas,
    reeds(-20, wide * 150, 1040, 300, 16, random) +
      reeds(wide * 880, wide * 1000 + 30, 1040, 420, 18, random),
    0.006,
  );
  paintMask(canvas, front, mixRgb(look.dark, look.haze, 0.14), 0.92);
  return {
    contrast: 0.42,
    saturation: 0.92,
    bloom: 0.3,
    shadows: [0, 0.002, 0.012],
    lights: [0.016, 0.006, -0.012],
  };
};
