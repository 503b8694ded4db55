import { createCanvas, sample, shade } from '../canvas.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, readRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

const MOODS: Record<string, { land: readonly string[]; water: readonly string[] }> = {
  silt: {
    land: ['#6e5c49', '#a58a68', '#cdb48c', '#e6d5b3', '#9c9b78'],
    water: ['#89a9a8', '#3f7480', '#163f52'],
  },
  copper: {
    land: ['#5b3a2e', '#a5613c', '#d79a5d', '#ecc690', '#7f6a45'],
    water: ['#9db5b5', '#4b7d8c', '#1a3a4e'],
  },
  green: {
    land: ['#3c4a2e', '#66753f', '#94975a', '#c3b984', '#52623a'],
    water: ['#a9b8ae', '#5c8078', '#21454a'],
  },
};

/** Tidal land from above: creeks that branch through sand and silt. */
export const delta: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.silt;
  if (look === undefined) return {};
  const land = createRamp(look.land);
  const water = createRamp(look.water);
  const shift = random.between(0, 70);
  // The bed is worked out coarsely first: every channel is a valley in warped noise.
  const bed = createCanvas(Math.round(canvas.width / 2), Math.round(canvas.height / 2));
  shade(bed, (x, y, out) => {
    const wx = x + noise.fbm(x * 1.5 + shift, y * 1.5, 3) * 0.34;
    const wy = y + noise.fbm(x * 1.5, y * 1.5 + shift, 3) * 0.34;
    const main = Math.abs(noise.at(wx * 0.9 + shift, wy * 1.25 + 2)) * 1.15;
    const side = Math.abs(noise.at(wx * 2.6 + 9, wy * 2.9 + shift)) * 0.62 + main * 0.25;
    const twig = Math.abs(noise.fbm(wx * 7 + 3, wy * 7.6 + shift, 2)) * 0.46 + side * 0.35;
    const thread = Math.abs(noise.fbm(wx * 17 + 3, wy * 17 + shift, 2)) * 0.36 + twig * 0.5;
    out[0] = Math.min(main, side + 0.025, twig + 0.052, thread + 0.06);
    out[1] = main;
    out[2] = noise.fbm(wx * 2.2 + 40, wy * 2.2, 4);
  });
  const here = new Float32Array(3);
  const there = new Float32Array(3);
  const wet = new Float32Array(3);
  shade(canvas, (x, y, out) => {
    sample(bed, x, y, here);
    sample(bed, x - 0.005, y - 0.004, there);
    const height = here[0] ?? 0;
    const slope = (height - (there[0] ?? 0)) * 4.5;
    const patch = here[2] ?? 0;
    const fine = noise.fbm(x * 70, y * 70, 3, 0.6);
    const bands = Math.sin((height * 0.9 + patch * 0.25) * 120 + fine * 1.5) * 0.5;
    const grown = smooth(0.1, 0.5, patch + height * 0.7);
    readRamp(land, clamp(0.18 + height * 1.15 + patch * 0.3 + bands * 0.035), out);
    const light = 1 + clamp(slope, -0.5, 0.5) * 0.7 + fine * (0.06 + grown * 0.22);
    const depth = clamp(1 - height / 0.085);
    const ripple = Math.sin((x * 0.7 + y) * 300 + fine * 5 + patch * 20) * 0.02;
    readRamp(
      water,
      clamp(depth * 0.95 + noise.fbm(x * 6, y * 6, 3) * 0.07 + smooth(0.05, 0, here[1] ?? 0) * 0.2),
      wet,
    );
    const under = smooth(0.088, 0.074, height);
    const damp = smooth(0.17, 0.08, height) * 0.36;
    for (let c = 0; c < 3; c += 1) {
      const dry = (out[c] ?? 0) * light * (1 - damp);
      out[c] = mix(dry, (wet[c] ?? 0) + ripple, under);
    }
    const foam =
      smooth(0.012, 0, Math.abs(height - 0.082)) * 0.07 +
      smooth(0.5, 0.8, noise.at(x * 2 + y, y * 2.4 + shift)) * under * 0.3;
    for (let c = 0; c < 3; c += 1) out[c] = (out[c] ?? 0) + foam * (c === 2 ? 0.85 : 1);
  });
  return {
    contrast: 0.5,
    saturation: 1,
    vignette: 0.22,
    bloom: 0.14,
    lights: [0.015, 0.005, -0.008],
    shadows: [-0.006, 0.002, 0.015],
  };
};
