import { paintBackdrop } from '../bokeh.ts';
import { paintMask, shade } from '../canvas.ts';
import { drawMask, num, taper } from '../drawing.ts';
import { bell, clamp, mix } from '../maths.ts';
import { addLight, createRamp } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../stage.ts';

/** The tuft of one seed at the end of its stalk: a small umbrella of hairs. */
function tuft(
  x: number,
  y: number,
  angle: number,
  size: number,
  flat: number,
  random: Random,
): string {
  const hairs: string[] = [];
  for (let i = 0; i < 17; i += 1) {
    const turn = (i / 16) * 2 - 1;
    const spread = turn * 1.32;
    const long = size * random.between(0.86, 1.08) * (flat + (1 - flat) * Math.abs(turn));
    const ex = x + Math.cos(angle + spread) * long;
    const ey = y + Math.sin(angle + spread) * long;
    const bx = x + Math.cos(angle + spread * 0.8) * long * 0.5;
    const by = y + Math.sin(angle + spread * 0.8) * long * 0.5;
    hairs.push(`M${num(x)} ${num(y)}Q${num(bx)} ${num(by)} ${num(ex)} ${num(ey)}`);
  }
  return `<path d="${hairs.join('')}" stroke="#fff" stroke-width="1.1" fill="none"/>`;
}

/** A dandelion clock against the low sun, a few seeds on their way. */
export const dandelion: Scene = async ({ canvas, noise, random }) => {
  const wide = canvas.aspect;
  const cx = wide * 0.4;
  const cy = 0.46;
  const radius = 262;
  paintBackdrop(
    canvas,
    {
      ramp: createRamp(['#12180f', '#2f351b', '#77602a', '#c08b3c', '#e8bd6a']),
      light: { x: wide * 0.62, y: 0.3 },
      discs: 55,
      disc: [0.9, 0.66, 0.3],
      from: 0.025,
      to: 0.09,
      strength: 0.36,
    },
    noise,
    random,
  );
  shade(canvas, (x, y, out) => {
    addLight(out, [0.26, 0.17, 0.06], bell(Math.hypot(x - wide * 0.62, y - 0.3), 0.28));
  });
  const stalk: [number, number][] = Array.from({ length: 13 }, (_, i) => {
    const t = i / 12;
    return [cx * 1000 + 60 * t * t - 8 * t, cy * 1000 + t * 620];
  });
  paintMask(canvas, await drawMask(canvas, taper(stalk, 13, 19), 0.0006), (x, _y, out) => {
    const across = clamp((x - cx) * 22 + 0.4);
    for (let c = 0; c < 3; c += 1)
      out[c] = mix([0.16, 0.14, 0.06][c] ?? 0, [0.86, 0.62, 0.24][c] ?? 0, across * 0.7);
  });
  const far: string[] = [];
  const near: string[] = [];
  const count = 150;
  for (let i = 0; i < count; i += 1) {
    // Even spread over a ball: what faces away is drawn first and softer.
    const depth = 1 - (2 * (i + 0.5)) / count;
    const ring = Math.sqrt(1 - depth * depth);
    const angle = i * 2.39996;
    const dx = Math.cos(angle) * ring;
    const dy = Math.sin(angle) * ring;
    // Some seeds have left already, on the side of the light.
    if (dx > 0.35 && dy < -0.1 && random.next() < 0.6) continue;
    const reach = radius * random.between(0.68, 0.73);
    const x = cx * 1000 + dx * reach;
    const y = cy * 1000 + dy * reach;
    const seed = `<path d="M${num(cx * 1000 + dx * 24)} ${num(cy * 1000 + dy * 24)}L${num(x)} ${num(y)}" stroke="#bbb" stroke-width="1.3"/>`;
    const drawn = seed + tuft(x, y, Math.atan2(dy, dx), radius * 0.34, 0.35 + ring * 0.65, random);
    if (depth > 0) near.push(drawn);
    else far.push(drawn);
  }
  const glowAt = (x: number, y: number): number =>
    clamp(1.15 - Math.hypot(x - wide * 0.56, y - 0.36) * 1.7);
  paintMask(
    canvas,
    await drawMask(canvas, far.join(''), 0.0022),
    (x, y, out) => {
      for (let c = 0; c < 3; c += 1)
        out[c] = mix(out[c] ?? 0, [1, 0.88, 0.6][c] ?? 0, 0.3 + glowAt(x, y) * 0.6);
    },
    0.75,
  );
  paintMask(
    canvas,
    await drawMask(
      canvas,
      `<circle cx="${num(cx * 1000)}" cy="${num(cy * 1000)}" r="25"/>`,
      0.0015,
    ),
    (x, y, out) => {
      const light = clamp(0.5 + (x - cx) * 14 - (y - cy) * 12) * 0.8;
      for (let c = 0; c < 3; c += 1)
        out[c] = mix(
          [0.14, 0.1, 0.05][c] ?? 0,
          [0.72, 0.5, 0.24][c] ?? 0,
          light * (0.8 + noise.at(x * 220, y * 220) * 0.5),
        );
    },
  );
  paintMask(
    canvas,
    await drawMask(canvas, near.join(''), 0.0003),
    (x, y, out) => {
      for (let c = 0; c < 3; c += 1)
        out[c] = mix(out[c] ?? 0, [1.1, 1, 0.8][c] ?? 0, 0.42 + glowAt(x, y) * 0.58);
    },
    0.9,
  );
  const loose: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const x = wide * 1000 * random.between(0.66, 0.96);
    const y = random.between(90, 480);
    const turn = random.between(-1.2, -0.3);
    loose.push(tuft(x, y, turn, random.between(48, 72), 0.8, random));
    loose.push(
      `<path d="M${num(x)} ${num(y)}l${num(-Math.cos(turn) * 62)} ${num(-Math.sin(turn) * 62)}" stroke="#fff" stroke-width="1.6"/>`,
    );
    loose.push(
      `<circle cx="${num(x - Math.cos(turn) * 64)}" cy="${num(y - Math.sin(turn) * 64)}" r="3.4"/>`,
    );
  }
  paintMask(canvas, await drawMask(canvas, loose.join(''), 0.0014), [1.05, 0.93, 0.68], 0.9);
  return {
    contrast: 0.42,
    saturation: 0.9,
    bloom: 0.35,
    vignette: 0.34,
    lights: [0.016, 0.008, -0.014],
    shadows: [0, 0.002, 0.004],
  };
};
