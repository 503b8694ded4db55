import { paintBackdrop } from '../bokeh.ts';
import { paintMask } from '../canvas.ts';
import { drawMask, num, taper } from '../drawing.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rgb } from '../palette.ts';
import type { Scene, Stage } from '../stage.ts';

const CAP_DARK = rgb('#5a2a14');
const CAP_LIT = rgb('#f0b469');
const STEM_DARK = rgb('#5d4a36');
const STEM_LIT = rgb('#f6e4c2');

/** One mushroom in units of the canvas: foot, height, width of the cap, blur. */
async function paintMushroom(
  stage: Stage,
  x: number,
  foot: number,
  tall: number,
  cap: number,
  blur: number,
): Promise<void> {
  const { canvas, noise } = stage;
  const top = foot - tall;
  const rim = top + cap * 0.42;
  const half = cap / 2;
  const lean = tall * 0.05;
  const stem = taper(
    [
      [x + lean, foot + 30],
      [x + lean * 0.4, foot - tall * 0.45],
      [x, rim - 6],
    ],
    cap * 0.15,
    cap * 0.09,
  );
  paintMask(canvas, await drawMask(canvas, stem, blur), (px, py, out) => {
    const across = clamp((px * 1000 - x) / (cap * 0.15) + 0.5);
    const fibre = noise.fbm(px * 190, py * 14, 2) * 0.14;
    const under = smooth(rim / 1000 + 0.11 * (cap / 300), rim / 1000, py) * 0.5;
    const light = clamp(across * 0.95 + fibre - under);
    for (let c = 0; c < 3; c += 1) out[c] = mix(STEM_DARK[c] ?? 0, STEM_LIT[c] ?? 0, light);
  });
  const gills = `<path d="M${num(x - half * 0.97)} ${num(rim - 3)} Q${num(x)} ${num(rim + cap * 0.13)} ${num(x + half * 0.97)} ${num(rim - 3)} Q${num(x)} ${num(rim - cap * 0.12)} ${num(x - half * 0.97)} ${num(rim - 3)} Z"/>`;
  paintMask(canvas, await drawMask(canvas, gills, blur), (px, py, out) => {
    const turn = (px * 1000 - x) / half / (1.2 + (py * 1000 - rim) / cap);
    const line = 0.5 + 0.5 * Math.sin(Math.asin(clamp(turn, -0.999, 0.999)) * 60);
    const light = clamp(0.25 + line * 0.36 + turn * 0.26);
    for (let c = 0; c < 3; c += 1) out[c] = mix(STEM_DARK[c] ?? 0, STEM_LIT[c] ?? 0, light) * 0.88;
  });
  const dome = `<path d="M${num(x - half)} ${num(rim)} C${num(x - half * 1.02)} ${num(top + cap * 0.1)} ${num(x - half * 0.45)} ${num(top)} ${num(x)} ${num(top)} C${num(x + half * 0.45)} ${num(top)} ${num(x + half * 1.02)} ${num(top + cap * 0.1)} ${num(x + half)} ${num(rim)} Q${num(x)} ${num(rim + cap * 0.055)} ${num(x - half)} ${num(rim)} Z"/>`;
  paintMask(canvas, await drawMask(canvas, dome, blur), (px, py, out) => {
    const u = (px * 1000 - x) / half;
    const v = (py * 1000 - top) / (rim - top);
    const light = clamp(0.3 + u * 0.32 + (1 - v) * 0.42 + noise.fbm(px * 30, py * 30, 3) * 0.14);
    const streak = noise.at(Math.atan2(u, v + 0.25) * 26, 3) * 0.07 * smooth(0.2, 1, v);
    const shine = smooth(0.26, 0.02, Math.hypot((u - 0.28) * 0.8, v - 0.24)) * 0.4;
    const glow = smooth(0.82, 1.03, v) * 0.26;
    for (let c = 0; c < 3; c += 1) {
      out[c] = mix(CAP_DARK[c] ?? 0, CAP_LIT[c] ?? 0, clamp(light + streak + glow)) + shine * 0.62;
    }
  });
}

/** Small mushrooms in moss, an ant's view. */
export const mushroom: Scene = async (stage) => {
  const { canvas, noise, random } = stage;
  const wide = canvas.aspect;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(['#0d120c', '#29301a', '#6f6330', '#d69f4e', '#f6d694']),
      light: { x: wide * 0.72, y: 0.2 },
      discs: 80,
      disc: [1, 0.76, 0.36],
      from: 0.014,
      to: 0.06,
      strength: 0.4,
    },
    noise,
    random,
  );
  const moss = async (foot: number, size: number, blur: number, tone: number): Promise<void> => {
    const parts: string[] = [];
    for (let i = 0; i < 620 * wide; i += 1) {
      const x = random.between(-20, wide * 1000 + 20);
      const hump = noise.fbm(x / 200, foot, 3) * 60;
      const y = foot + hump + random.between(0, 60);
      const lean = random.between(-0.5, 0.5) * size;
      parts.push(
        taper(
          [
            [x, y + 20],
            [x + lean * 0.4, y - size * 0.5],
            [x + lean, y - size * random.between(0.7, 1.2)],
          ],
          size * 0.16,
          0.6,
        ),
      );
    }
    parts.push(`<rect x="0" y="${foot + 60}" width="${wide * 1000}" height="600"/>`);
    const dark: Rgb = [0.05, 0.08, 0.03];
    const lit = mixRgb(rgb('#8f9a3a'), rgb('#d8c25e'), tone);
    paintMask(canvas, await drawMask(canvas, parts.join(''), blur), (x, y, out) => {
      const light = clamp(
        0.75 -
          (y * 1000 - foot + 50) / 160 +
          noise.fbm(x * 90, y * 90, 2) * 0.42 +
          (x / wide - 0.6) * 0.4,
      );
      for (let c = 0; c < 3; c += 1) out[c] = mix(dark[c] ?? 0, lit[c] ?? 0, light * 0.85);
    });
  };
  await moss(770, 46, 0.01, 0.5);
  const cx = wide * 1000;
  await paintMushroom(stage, cx * 0.84, 830, 210, 130, 0.007);
  await moss(830, 40, 0.004, 0.3);
  await paintMushroom(stage, cx * 0.25, 872, 250, 170, 0.0022);
  await paintMushroom(stage, cx * 0.52, 900, 480, 330, 0.0004);
  await paintMushroom(stage, cx * 0.73, 905, 235, 150, 0.0005);
  await moss(880, 44, 0.0006, 0.1);
  await moss(985, 90, 0.011, 0);
  return {
    contrast: 0.5,
    saturation: 0.92,
    bloom: 0.32,
    vignette: 0.36,
    lights: [0.016, 0.008, -0.014],
    shadows: [-0.004, 0.003, 0.004],
  };
};
