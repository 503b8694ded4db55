import { paintMask } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, type Rgb, rgb } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { renderTerrain } from '../terrain.ts';
import { broadleaf } from '../trees.ts';

interface Mood {
  sky: readonly string[];
  ground: Rgb;
  other: Rgb;
  shade: Rgb;
  haze: Rgb;
  lit: Rgb;
  cloud: Rgb;
  sun: Rgb;
  leaves: number;
}

const PURPLE: Mood = {
  sky: ['#7188a8', '#c3b1b0', '#f8cf9c'],
  ground: rgb('#a8688f'),
  other: rgb('#7f7b4c'),
  shade: rgb('#33283c'),
  haze: rgb('#f3cba6'),
  lit: rgb('#ffe3bf'),
  cloud: rgb('#9d90a5'),
  sun: [0.95, 0.66, 0.34],
  leaves: 0.05,
};

const MOODS: Record<string, Mood> = {
  purple: PURPLE,
  winter: {
    sky: ['#7f96ad', '#b8c4cd', '#eddccf'],
    ground: rgb('#eef1f4'),
    other: rgb('#d4dde6'),
    shade: rgb('#8397b2'),
    haze: rgb('#e6dfdc'),
    lit: rgb('#fff3e6'),
    cloud: rgb('#a7b4c3'),
    sun: [0.7, 0.55, 0.4],
    leaves: 0,
  },
  autumn: {
    sky: ['#5c6e80', '#a8a79d', '#eec38a'],
    ground: rgb('#b98a45'),
    other: rgb('#7c6234'),
    shade: rgb('#2c2520'),
    haze: rgb('#e7c191'),
    lit: rgb('#ffdfae'),
    cloud: rgb('#7f8388'),
    sun: [0.95, 0.6, 0.25],
    leaves: 0.055,
  },
};

/** Rolling open land with a lone tree: heath in bloom, snow, or autumn grass. */
export const heath: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? PURPLE;
  const snow = mood === 'winter';
  const horizon = 0.52;
  const sunX = canvas.aspect * 0.68;
  paintSky(
    canvas,
    {
      ramp: createRamp(look.sky),
      horizon: horizon + 0.03,
      sun: { x: sunX, y: horizon - 0.08, radius: snow ? 0 : 0.02, colour: look.sun, glow: 0.55 },
      clouds: [
        {
          cover: 0.42,
          soft: 0.85,
          scale: 0.5,
          stretch: 2.6,
          strength: 0.65,
          lit: look.lit,
          shadow: look.cloud,
        },
      ],
    },
    noise,
    horizon + 0.15,
  );
  const ox = random.between(0, 60);
  const height = (x: number, z: number): number =>
    noise.fbm(x * 0.22 + ox, z * 0.2, 3, 0.4) * 0.75 +
    noise.at(x * 9, z * 9) * (snow ? 0.002 : 0.016);
  const eye = height(0, 1) + 0.55;
  const bushes = snow ? 0.012 : 0.05;
  renderTerrain(canvas, {
    height: (x, z) =>
      height(x, z) + Math.max(0, noise.at(x * 26, z * 26)) * bushes * smooth(14, 2, z),
    eye,
    horizon,
    lens: 1.3,
    near: 0.9,
    far: 40,
    sun: [0.5, 0.26, 0.82],
    shadow: snow ? 0.6 : 0.22,
    fine: 0.004,
    paint: (p, out) => {
      const patch = smooth(-0.2, 0.35, noise.fbm(p.x * 0.9 + ox, p.z * 0.7, 4));
      const tufts = 0.8 + 0.5 * noise.fbm(p.x * 30, p.z * 30, 2) * (snow ? 0.1 : 1);
      const light = clamp(p.light * (snow ? 1.9 : 1.7) + 0.1);
      const far = 1 - Math.exp(-((p.z / 12) ** 1.3));
      const low = smooth(0.15, -0.35, p.height) * smooth(2, 7, p.z) * 0.6;
      const fog = clamp(far + low * (1 - far));
      for (let c = 0; c < 3; c += 1) {
        const cover = mix(look.other[c] ?? 0, look.ground[c] ?? 0, patch) * tufts;
        const colour = mix((look.shade[c] ?? 0) * (0.6 + tufts * 0.4), cover * 1.12, light);
        out[c] = mix(colour, look.haze[c] ?? 0, fog);
      }
    },
  });
  const treeX = canvas.aspect * 0.3;
  const treeZ = 6.5;
  const foot =
    horizon + ((eye - height(((treeX - canvas.aspect / 2) / 1.3) * treeZ, treeZ)) / treeZ) * 1.3;
  const tall = Math.min(330, canvas.aspect * 300);
  const far = await drawMask(
    canvas,
    broadleaf(
      canvas.aspect * 860,
      (horizon + 0.02) * 1000,
      70,
      { depth: 5, spread: 0.55, leaves: 0.09 },
      random,
    ),
    0.0008,
  );
  paintMask(canvas, far, [
    look.shade[0] * 0.5 + look.haze[0] * 0.5,
    look.shade[1] * 0.5 + look.haze[1] * 0.5,
    look.shade[2] * 0.5 + look.haze[2] * 0.5,
  ]);
  const tree = await drawMask(
    canvas,
    broadleaf(
      treeX * 1000,
      foot * 1000 + 6,
      tall,
      { depth: 7, spread: 0.5, leaves: look.leaves },
      random,
    ),
  );
  paintMask(canvas, tree, (_x, y, out) => {
    const fog = smooth(foot - 0.25, foot + 0.02, y) * 0.34 + 0.1;
    for (let c = 0; c < 3; c += 1)
      out[c] = mix((look.shade[c] ?? 0) * 0.62, look.haze[c] ?? 0, fog);
  });
  return {
    contrast: snow ? 0.4 : 0.5,
    saturation: snow ? 0.85 : 1.05,
    bloom: 0.3,
    shadows: [0.0, 0.0, 0.015],
    lights: [0.015, 0.006, -0.012],
  };
};
