import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, type Rgb, rgb } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { renderTerrain } from '../terrain.ts';

interface Mood {
  sky: readonly string[];
  sand: Rgb;
  shade: Rgb;
  haze: Rgb;
  cloud: { lit: Rgb; shadow: Rgb; cover: number };
  sun: readonly [number, number, number];
  glow: Rgb;
}

const GOLD: Mood = {
  sky: ['#4d7ca6', '#96b4c4', '#ecd2ac'],
  sand: rgb('#f2bd78'),
  shade: rgb('#6c4a4c'),
  haze: rgb('#efd0a6'),
  cloud: { lit: rgb('#fff0dc'), shadow: rgb('#a7a3ad'), cover: 0.4 },
  sun: [-0.86, 0.3, 0.41],
  glow: [0.9, 0.62, 0.3],
};

const MOODS: Record<string, Mood> = {
  gold: GOLD,
  dusk: {
    sky: ['#34406b', '#8b7494', '#efae9a'],
    sand: rgb('#e79d87'),
    shade: rgb('#3d3556'),
    haze: rgb('#d9a29c'),
    cloud: { lit: rgb('#ffc3a6'), shadow: rgb('#665a82'), cover: 0.5 },
    sun: [0.8, 0.2, 0.56],
    glow: [0.9, 0.4, 0.25],
  },
  pale: {
    sky: ['#8aa6b8', '#bccbd0', '#e6e2d6'],
    sand: rgb('#e9dcc0'),
    shade: rgb('#7d8188'),
    haze: rgb('#e2e0d6'),
    cloud: { lit: rgb('#ffffff'), shadow: rgb('#a9b4bb'), cover: 0.55 },
    sun: [-0.7, 0.42, 0.57],
    glow: [0.5, 0.45, 0.35],
  },
};

/** Drifting sand in low light: sharp crests, shadow sides, ripples of the wind. */
export const dunes: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? GOLD;
  const horizon = 0.36;
  paintSky(
    canvas,
    {
      ramp: createRamp(look.sky),
      horizon: horizon + 0.03,
      sun: {
        x: look.sun[0] < 0 ? 0.1 : canvas.aspect - 0.2,
        y: 0.3,
        radius: 0,
        colour: look.glow,
        glow: 0.35,
      },
      clouds: [
        {
          cover: look.cloud.cover,
          soft: 0.8,
          scale: 0.42,
          stretch: 2.2,
          strength: 0.7,
          lit: look.cloud.lit,
          shadow: look.cloud.shadow,
        },
      ],
    },
    noise,
    horizon + 0.2,
  );
  const ox = random.between(0, 60);
  const height = (x: number, z: number): number => {
    const bend = noise.at(x * 0.35 + ox, z * 0.3) * 0.9;
    const fold = noise.at((x + bend) * 0.42 + ox, (z + bend * 0.6) * 0.62 + 3);
    const crest = 1 - Math.sqrt(fold * fold + 0.0007);
    const sharp = crest * crest * 0.62;
    return sharp + noise.at(x * 0.2 + ox, z * 0.17) * 0.35;
  };
  renderTerrain(canvas, {
    height,
    eye: standpoint(height),
    horizon,
    lens: 1.25,
    near: 0.75,
    far: 26,
    sun: look.sun,
    shadow: 1.6,
    fine: 0.003,
    paint: (p, out) => {
      const warp = noise.at(p.x * 1.3 + ox, p.z * 1.3) * 2.6 + noise.at(p.x * 5, p.z * 5) * 0.4;
      const near = smooth(9, 1, p.z);
      const phase = (p.x * 0.55 + p.z) * 46 + warp * 5;
      const ripple = Math.sin(phase) * near * smooth(0.35, 0.9, p.ny);
      const grain = noise.fbm(p.x * 40, p.z * 40, 2) * 0.06 * near;
      const light = clamp(p.light * 1.55 + ripple * 0.13 * (0.25 + p.light));
      const far = 1 - Math.exp(-((p.z / 13) ** 1.6));
      for (let c = 0; c < 3; c += 1) {
        const shadow = (look.shade[c] ?? 0) * (0.8 + 0.3 * p.ny + ripple * 0.06);
        const colour = mix(shadow, (look.sand[c] ?? 0) * 1.08, light) * (1 + grain);
        out[c] = mix(colour, look.haze[c] ?? 0, far);
      }
    },
  });
  return {
    contrast: 0.55,
    saturation: 1.02,
    bloom: 0.25,
    shadows: [0, 0, 0.015],
    lights: [0.015, 0.005, -0.01],
  };
};

/** A height to stand at from which nothing near hides the view. */
function standpoint(height: (x: number, z: number) => number): number {
  let top = -9;
  for (let z = 0.7; z < 2.4; z += 0.1) {
    for (let x = -0.6; x <= 0.6; x += 0.1) top = Math.max(top, height(x * z, z));
  }
  return Math.max(top + 0.32, height(0, 0.6) + 0.55);
}
