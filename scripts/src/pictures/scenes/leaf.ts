import { shade } from '../canvas.ts';
import { bell, clamp, mix, smooth } from '../maths.ts';
import { createCell } from '../noise.ts';
import { createRamp, readRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

const MOODS: Record<string, { blade: readonly string[]; vein: readonly [number, number, number] }> =
  {
    green: {
      blade: ['#14301a', '#2f5f22', '#5f9432', '#9cc24a', '#d9e88a'],
      vein: [0.87, 0.94, 0.6],
    },
    autumn: {
      blade: ['#3a1410', '#8a2a16', '#cf5a1c', '#eb9a30', '#fbd98a'],
      vein: [1, 0.87, 0.55],
    },
  };

/** A leaf against the light, close enough to see its smallest veins. */
export const leaf: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.green;
  if (look === undefined) return {};
  const ramp = createRamp(look.blade);
  const cell = createCell();
  const fineCell = createCell();
  const turn = random.between(0.42, 0.62) + (canvas.aspect < 1 ? 0.55 : 0);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const cx = canvas.aspect * 0.46;
  const lightX = canvas.aspect * 0.62;
  shade(canvas, (x, y, out) => {
    const px = x - cx;
    const py = y - 0.52;
    // u runs along the middle vein, v across; the vein itself is slightly bent.
    const u = px * cos - py * sin + 1.2;
    const v0 = px * sin + py * cos;
    const v = v0 - Math.sin(u * 1.4) * 0.05 + noise.at(u * 3, 2) * 0.006;
    const side = v < 0 ? -1 : 1;
    const away = Math.abs(v);
    // Side veins leave at an angle and bend towards the tip.
    const bent =
      u - away * 0.78 - away * away * 0.3 + noise.at(u * 2.5 + side * 9, away * 3) * 0.02;
    const spacing = 5.6;
    const phase = bent * spacing + (side > 0 ? 0.43 : 0);
    const index = Math.round(phase);
    const offSide = Math.abs(phase - index) / spacing;
    const cross =
      Math.abs(((away * 15 + noise.at(phase * 1.1, index * 3.3) * 1.6 + index * 0.37) % 1) - 0.5) /
      15;
    noise.cells(u * 19 + noise.at(u * 8, v * 8) * 0.7, v * 19, cell);
    noise.cells(u * 62, v * 62, fineCell);
    const mid = smooth(0.017 - u * 0.003, 0.005, away);
    const sideVein = smooth(0.0075 * (1.15 - away), 0.0012, offSide);
    const third = smooth(0.0042, 0.0006, cross) * 0.4;
    const net = smooth(0.12, 0.015, cell.second - cell.near) * 0.42;
    const fine = smooth(0.16, 0.02, fineCell.second - fineCell.near) * 0.26;
    const puff = smooth(0.0, 0.06, offSide) * 0.18;
    const sun = bell(Math.hypot(x - lightX, (y - 0.38) * 1.1), 0.75);
    const patch = noise.fbm(u * 2, v * 2, 4) * 0.22 + noise.fbm(u * 9, v * 9, 3) * 0.07;
    const speck = noise.at(u * 170, v * 170) * 0.05;
    const tone = clamp(
      0.2 +
        sun * 0.42 +
        patch +
        puff -
        (mood === 'autumn' ? offSide * 1.4 : 0) +
        speck +
        fineCell.id * 0.035 +
        cell.id * 0.05,
    );
    readRamp(ramp, tone, out);
    const vein = clamp(Math.max(mid, sideVein * 0.85, third, net, fine)) * mix(0.42, 0.9, sun);
    // The raised vein throws a thin shade on one side.
    const groove =
      smooth(0.03, 0.012, away) * (1 - mid) * (v > 0 ? 0.36 : 0.12) +
      smooth(0.013, 0.005, offSide) * (1 - sideVein) * 0.22;
    for (let c = 0; c < 3; c += 1) {
      const blade = (out[c] ?? 0) * (1 - groove);
      out[c] = mix(blade, (look.vein[c] ?? 0) * mix(0.75, 1.06, sun), vein * 0.8);
    }
  });
  return {
    contrast: 0.5,
    saturation: 0.92,
    vignette: 0.4,
    bloom: 0.28,
    lights: [0.012, 0.01, -0.01],
    shadows: [-0.004, 0.004, 0.004],
  };
};
