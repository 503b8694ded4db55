import { shade } from '../canvas.ts';
import { softField } from '../field.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, readRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

const MOODS: Record<string, { sea: readonly string[]; sand: readonly string[] }> = {
  cool: {
    sea: ['#7fb0ac', '#3f8590', '#1f6078', '#123f5a'],
    sand: ['#8d7b66', '#c8b190', '#e6d4b4'],
  },
  grey: {
    sea: ['#9fb1ac', '#6d8a8a', '#47686f', '#2b4753'],
    sand: ['#6f665b', '#a79a86', '#cdc2ad'],
  },
};

/** Breakers running up a beach, straight from above. */
export const surf: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.cool;
  if (look === undefined) return {};
  const sea = createRamp(look.sea);
  const sand = createRamp(look.sand);
  const shift = random.between(0, 60);
  const dry = new Float32Array(3);
  const reach = canvas.aspect;
  const bends = [0, 1, 2, 3].map((k) =>
    softField(
      canvas,
      (x, y) => noise.fbm(y * 2.3 + k * 11, x * 0.8 + shift, 4, 0.5) * (0.05 + k * 0.025),
    ),
  );
  const swells = softField(canvas, (x, y) => noise.fbm(x * 6 + y * 2, y * 3.2 + shift, 4, 0.55), 3);
  const banks = softField(canvas, (x, y) => noise.fbm(x * 3, y * 3, 3));
  const deeps = softField(canvas, (x, y) => noise.fbm(x * 2.2, y * 3.2 + shift, 4));
  shade(canvas, (x, y, out) => {
    const lean = x * 0.62 + (y - 0.5) * 0.34;
    const wave =
      noise.fbm(y * 1.5 + x * 0.25, shift, 4, 0.5) * 0.13 +
      noise.fbm(y * 6, x * 2 + shift, 3) * 0.03;
    // Distance from the water's edge: above zero lies the sea.
    const out0 = lean - 0.36 * 0.62 * reach + wave;
    const fine = noise.fbm(x * 46, y * 46, 4, 0.62);
    const lace = 1 - Math.abs(noise.fbm(x * 17 + fine * 0.5, y * 17 + shift, 4, 0.6)) * 2.6;
    readRamp(sand, clamp(0.95 + out0 * 2.6 + banks(x, y) * 0.2 + fine * 0.1), dry);
    readRamp(sea, clamp(out0 * 1.15 + deeps(x, y) * 0.2), out);
    const swell = swells(x, y);
    const glint = Math.max(0, noise.fbm(x * 36, y * 22, 3, 0.6)) * 0.18;
    const wet = smooth(-0.16, -0.02, out0 + fine * 0.01);
    const covered = smooth(-0.004, 0.05, out0 + fine * 0.012);
    let foam = 0;
    for (let k = 0; k < 4; k += 1) {
      const front = [0.0, 0.13, 0.3, 0.52][k] ?? 0;
      const bend = bends[k]?.(x, y) ?? 0;
      const past = out0 - front + bend;
      const width = [0.05, 0.12, 0.1, 0.05][k] ?? 0.05;
      const breaks = smooth(-0.25, 0.2, noise.at(y * 2 + k * 5, shift + k) + 0.32 - k * 0.16);
      const crest = smooth(0, 0.005, past + fine * 0.008) * smooth(width, 0, past);
      const wash = smooth(0.15, 0.85, lace + crest * 0.75) * crest;
      const rim = smooth(0.011, 0, Math.abs(past - 0.006 + fine * 0.01));
      const behind = smooth(-0.045, -0.004, past) * smooth(0.004, -0.002, past) * 0.34;
      foam = Math.max(foam, (wash * 0.9 + rim * 0.75) * breaks);
      for (let c = 0; c < 3; c += 1) out[c] = (out[c] ?? 0) * (1 - (k === 0 ? 0 : behind * breaks));
    }
    const net = smooth(0.55, 0.95, lace) * 0.34 * smooth(0.62, 0.1, out0) * smooth(0, 0.03, out0);
    for (let c = 0; c < 3; c += 1) {
      const beach = (dry[c] ?? 0) * (1 + fine * 0.1) * mix(1, 0.62 + c * 0.03, wet);
      const water = (out[c] ?? 0) * (1 + swell * 0.26) + glint * 0.4;
      const clear = mix(beach * 0.86 + water * 0.14, water, covered);
      out[c] = mix(clear, 0.96 + fine * 0.1 - (c === 0 ? 0.03 : 0), clamp(foam + net));
    }
  });
  return {
    contrast: 0.4,
    saturation: 1,
    vignette: 0.18,
    bloom: 0.15,
    lights: [0.012, 0.004, -0.006],
    shadows: [-0.008, 0.004, 0.015],
  };
};
