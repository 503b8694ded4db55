import { paintBackdrop } from '../bokeh.ts';
import { copyCanvas, paintMask } from '../canvas.ts';
import { drawMask, num } from '../drawing.ts';
import { paintDrop } from '../droplets.ts';
import { createRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

/** A spider's web hung with dew. */
export const web: Scene = async ({ canvas, noise, random }) => {
  const wide = canvas.aspect;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(['#0b1216', '#1f2b2f', '#4d5047', '#a8946c', '#e6cb96']),
      light: { x: wide * 0.74, y: 0.2 },
      discs: 50,
      disc: [0.7, 0.58, 0.38],
      from: 0.02,
      to: 0.07,
      strength: 0.32,
    },
    noise,
    random,
  );
  const behind = copyCanvas(canvas);
  const cx = wide * 430;
  const cy = 520;
  const spokes = 25;
  const angles = Array.from(
    { length: spokes },
    (_, i) => ((i + random.between(-0.22, 0.22)) / spokes) * Math.PI * 2,
  );
  const threads: string[] = [];
  const beads: { x: number; y: number; size: number }[] = [];
  const reach = angles.map(() => random.between(620, 1200));
  angles.forEach((angle, i) => {
    const far = reach[i] ?? 800;
    threads.push(
      `M${num(cx)} ${num(cy)}L${num(cx + Math.cos(angle) * far)} ${num(cy + Math.sin(angle) * far)}`,
    );
    for (let d = 60; d < 700; d += random.between(20, 62)) {
      beads.push({
        x: cx + Math.cos(angle) * d,
        y: cy + Math.sin(angle) * d,
        size: random.between(1.4, 2.8),
      });
    }
  });
  for (let turn = 0; turn < 23; turn += 1) {
    for (let i = 0; i < spokes; i += 1) {
      const from = angles[i] ?? 0;
      const to = (angles[(i + 1) % spokes] ?? 0) + (i === spokes - 1 ? Math.PI * 2 : 0);
      const growth = (k: number): number =>
        (26 + (turn + k / spokes) * 21) * (1 + Math.sin(k * 1.7) * 0.02 + Math.sin(from) * 0.12);
      const r1 = growth(i);
      const r2 = growth(i + 1);
      const x1 = cx + Math.cos(from) * r1;
      const y1 = cy + Math.sin(from) * r1;
      const x2 = cx + Math.cos(to) * r2;
      const y2 = cy + Math.sin(to) * r2;
      const length = Math.hypot(x2 - x1, y2 - y1);
      // The thread sags towards the middle and, with the weight of the dew, downwards.
      const mx = (x1 + x2) / 2 - Math.cos((from + to) / 2) * length * 0.07;
      const my = (y1 + y2) / 2 - Math.sin((from + to) / 2) * length * 0.07 + length * 0.11;
      threads.push(`M${num(x1)} ${num(y1)}Q${num(mx)} ${num(my)} ${num(x2)} ${num(y2)}`);
      const count = Math.round(length / 8.2);
      for (let b = 1; b < count; b += 1) {
        const t = b / count;
        const u = 1 - t;
        beads.push({
          x: u * u * x1 + 2 * u * t * mx + t * t * x2,
          y: u * u * y1 + 2 * u * t * my + t * t * y2,
          size: random.next() < 0.12 ? random.between(4.2, 6.2) : random.between(2, 3.6),
        });
      }
    }
  }
  const mask = await drawMask(
    canvas,
    `<path d="${threads.join('')}" fill="none" stroke="#fff" stroke-width="1"/>`,
    0.0003,
  );
  paintMask(canvas, mask, [1.1, 1.04, 0.92], 0.75);
  for (const bead of beads) {
    if (bead.x < 0 || bead.y < 0 || bead.y > 1000 || bead.x > wide * 1000) continue;
    paintDrop(canvas, behind, bead.x / 1000, bead.y / 1000, bead.size / 1000, 1);
  }
  return {
    contrast: 0.5,
    saturation: 0.9,
    bloom: 0.4,
    vignette: 0.32,
    lights: [0.014, 0.006, -0.01],
    shadows: [-0.004, 0.002, 0.014],
  };
};
