import { shade } from '../canvas.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createCell } from '../noise.ts';
import { createRamp, readRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

const MOODS: Record<
  string,
  { leaves: readonly string[]; gap: string; path: readonly [number, number, number]; mist: number }
> = {
  autumn: {
    leaves: ['#3f4a26', '#7d6a24', '#c8791d', '#d9a032', '#a8431c', '#55602b'],
    gap: '#171410',
    path: [0.62, 0.53, 0.42],
    mist: 0.1,
  },
  summer: {
    leaves: ['#24401f', '#3d6130', '#567b37', '#6f8c42', '#2f5434', '#84954c'],
    gap: '#0b140d',
    path: [0.74, 0.68, 0.55],
    mist: 0.08,
  },
  winter: {
    leaves: ['#9aa9b0', '#c7d0d4', '#e4e8ea', '#b3bfc6', '#7f9097', '#d5dcdf'],
    gap: '#2a3840',
    path: [0.93, 0.95, 0.97],
    mist: 0.2,
  },
};

/** Treetops from above with a path that bends through them. */
export const canopy: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.autumn;
  if (look === undefined) return {};
  const ramp = createRamp(look.leaves);
  const gap = createRamp([look.gap]);
  const scale = 17;
  const cell = createCell();
  const small = createCell();
  const ground = new Float32Array(3);
  readRamp(gap, 0, ground);
  const shift = random.between(0, 50);
  const middle = canvas.aspect * 0.5;
  shade(canvas, (x, y, out) => {
    const bend = Math.sin(y * 4.4 + shift) * 0.16 + noise.at(y * 2.1, shift) * 0.12;
    const off = x - middle - bend * Math.min(1, canvas.aspect) - (y - 0.5) * 0.3;
    const open = 0.034 + noise.at(y * 7, 3) * 0.008;
    const wx = x + noise.at(x * 24, y * 24) * 0.012;
    const wy = y + noise.at(x * 24 + 9, y * 24) * 0.012;
    noise.cells(wx * scale, wy * scale, cell);
    noise.cells(x * scale * 4.6, y * scale * 4.6, small);
    const size = 0.62 + cell.id * 0.3;
    const dome = Math.sqrt(Math.max(0, 1 - (cell.near / size) ** 2));
    const tufts = 1 - small.near * 0.9;
    const side = clamp(0.55 - (cell.dx * 0.75 + cell.dy * 0.6) / size);
    const leaf = noise.fbm(x * 130, y * 130, 3, 0.6);
    const light = clamp(0.16 + side * dome * 0.95 + (tufts - 0.45) * 0.32 + leaf * 0.25);
    const stand = noise.fbm(x * 1.7 + shift, y * 1.7, 3);
    readRamp(ramp, clamp(cell.id * 0.72 + stand * 0.5 + 0.16 + leaf * 0.05), out);
    const canopyEdge = smooth(0.0, 0.3, dome);
    for (let c = 0; c < 3; c += 1) {
      out[c] = mix(
        (ground[c] ?? 0) * (1 + leaf * 0.4),
        (out[c] ?? 0) * (0.22 + light * 1.3),
        canopyEdge,
      );
    }
    const onPath =
      smooth(open, open * 0.72, Math.abs(off)) *
      (1 - smooth(0.25, 0.75, dome) * smooth(open * 0.35, open, Math.abs(off)));
    const treeShade = smooth(-open * 0.6, open * 0.5, off + noise.fbm(x * 20, y * 20, 2) * 0.02);
    for (let c = 0; c < 3; c += 1) {
      const sand = (look.path[c] ?? 0) * mix(0.42, 0.98, treeShade) * (1 + leaf * 0.16);
      out[c] = mix(out[c] ?? 0, sand, onPath);
    }
    const mist = smooth(0.1, 0.75, noise.fbm(x * 1.3 + 8, y * 1.6 + shift, 4)) * look.mist * 2.4;
    for (let c = 0; c < 3; c += 1) out[c] = mix(out[c] ?? 0, 0.86, mist);
  });
  return {
    contrast: 0.45,
    saturation: 1.02,
    vignette: 0.2,
    bloom: 0.12,
    lights: [0.02, 0.008, -0.015],
    shadows: [-0.005, 0, 0.012],
  };
};
