import { placed } from '../animals.ts';
import { paintBackdrop } from '../bokeh.ts';
import { copyCanvas, paintMask } from '../canvas.ts';
import { drawMask, num, taper } from '../drawing.ts';
import { paintDrop } from '../droplets.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createCell } from '../noise.ts';
import { createRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';

const FORE_WING = 'M2 -8 C30 -26 90 -44 150 -40 C172 -38 176 -26 158 -20 C110 -6 50 0 2 2 Z';
const HIND_WING = 'M2 -2 C40 -4 96 -2 136 14 C154 22 150 36 132 38 C84 42 30 28 2 10 Z';

/** A dragonfly at rest on a stalk, wings against the light. */
export const dragonfly: Scene = async ({ canvas, noise, random }) => {
  const wide = canvas.aspect;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(['#12231d', '#2f5140', '#84935a', '#ecc877', '#fff0bf']),
      light: { x: wide * 0.7, y: 0.2 },
      discs: 60,
      disc: [1, 0.88, 0.5],
      from: 0.03,
      to: 0.095,
      strength: 0.34,
    },
    noise,
    random,
  );
  for (let i = 0; i < 5; i += 1) {
    const x = random.between(0, wide * 1000);
    const mask = await drawMask(
      canvas,
      taper(
        [
          [x, 1040],
          [x + random.between(-90, 90), 480],
          [x + random.between(-200, 200), random.between(-60, 300)],
        ],
        20,
        8,
      ),
      0.014,
    );
    paintMask(canvas, mask, [0.1, 0.16, 0.09], 0.5);
  }
  const behind = copyCanvas(canvas);
  const stalk: [number, number][] = Array.from({ length: 15 }, (_, i) => {
    const t = i / 14;
    return [wide * 440 + 150 * t + 40 * t * t, 1040 - 1120 * t];
  });
  paintMask(canvas, await drawMask(canvas, taper(stalk, 21, 11), 0.0005), (x, y, out) => {
    const light = clamp(0.3 + noise.fbm(x * 120, y * 10, 2) * 0.4 + (1 - y) * 0.4);
    for (let c = 0; c < 3; c += 1)
      out[c] = mix([0.13, 0.17, 0.07][c] ?? 0, [0.74, 0.68, 0.34][c] ?? 0, light);
  });
  const at = { x: wide * 528, y: 436 };
  const scale = 2.25;
  const turn = 12;
  const wings = [
    { path: FORE_WING, mirror: true, turn: turn + 6, lift: -14 },
    { path: HIND_WING, mirror: true, turn: turn + 2, lift: 12 },
    { path: FORE_WING, mirror: false, turn: turn - 6, lift: -14 },
    { path: HIND_WING, mirror: false, turn: turn - 2, lift: 12 },
  ];
  const cell = createCell();
  for (const wing of wings) {
    const y = at.y + wing.lift;
    const fill = placed(`<path d="${wing.path}"/>`, at.x, y, scale, wing);
    const edge = placed(
      `<path d="${wing.path}" fill="none" stroke="#fff" stroke-width="1.5"/>`,
      at.x,
      y,
      scale,
      wing,
    );
    paintMask(canvas, await drawMask(canvas, fill, 0.0005), (px, py, out) => {
      noise.cells(px * 74, py * 74, cell);
      const vein = smooth(0.13, 0.03, cell.second - cell.near);
      const sheen = clamp(0.4 + noise.fbm(px * 7, py * 7, 3) * 0.8);
      for (let c = 0; c < 3; c += 1) {
        const glass = mix(out[c] ?? 0, [1, 0.93, 0.72][c] ?? 0, 0.2 + sheen * 0.34);
        out[c] = mix(glass, [0.2, 0.15, 0.08][c] ?? 0, vein * 0.62);
      }
    });
    paintMask(canvas, await drawMask(canvas, edge, 0.0003), [0.16, 0.11, 0.06], 0.85);
  }
  const segments: string[] = [];
  for (let i = 0; i < 9; i += 1) {
    const y = 26 + i * 15.5;
    const half = 5.6 - i * 0.25 + (i === 8 ? 0.8 : 0);
    segments.push(
      `<rect x="${num(-half)}" y="${num(y)}" width="${num(half * 2)}" height="15" rx="3.6"/>`,
    );
  }
  const body = `${segments.join('')}<ellipse cx="0" cy="6" rx="12.5" ry="24"/><ellipse cx="0" cy="-24" rx="8" ry="7"/><ellipse cx="-7" cy="-25" rx="8" ry="8.6"/><ellipse cx="7" cy="-25" rx="8" ry="8.6"/><path d="M-8 8 L-20 22 L-12 34 M8 8 L18 22 L10 36 M-6 -6 L-22 -12 L-16 -26 M6 -6 L20 -10 L18 -24" fill="none" stroke="#fff" stroke-width="1.6"/>`;
  const lean = (turn * Math.PI) / 180;
  paintMask(
    canvas,
    await drawMask(canvas, placed(body, at.x, at.y, scale, { turn }), 0.0004),
    (px, py, out) => {
      const dx = px * 1000 - at.x;
      const dy = py * 1000 - at.y;
      const across = (dx * Math.cos(lean) + dy * Math.sin(lean)) / (12 * scale);
      const along = (-dx * Math.sin(lean) + dy * Math.cos(lean)) / scale;
      const light = clamp(0.4 + across * 0.7 + noise.at(px * 120, py * 120) * 0.16);
      const ring =
        along > 26 ? smooth(0.26, 0.05, Math.abs((((along - 26) / 15.5) % 1) - 0.02)) : 0;
      for (let c = 0; c < 3; c += 1) {
        out[c] =
          mix([0.08, 0.07, 0.04][c] ?? 0, [0.86, 0.46, 0.18][c] ?? 0, light) * (1 - ring * 0.6);
      }
    },
  );
  for (let i = 0; i < 36; i += 1) {
    const side = random.next() < 0.5 ? -1 : 1;
    const x = at.x + side * random.between(30, 360);
    const y = at.y + random.between(-75, 70) + side * (x - at.x) * side * 0.14;
    paintDrop(canvas, behind, x / 1000, y / 1000, random.between(0.0022, 0.0058));
  }
  return {
    contrast: 0.48,
    saturation: 0.92,
    bloom: 0.32,
    vignette: 0.32,
    lights: [0.016, 0.008, -0.014],
    shadows: [-0.004, 0.003, 0.006],
  };
};
