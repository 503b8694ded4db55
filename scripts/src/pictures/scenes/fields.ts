import { shade } from '../canvas.ts';
import { clamp, mix, smooth } from '../maths.ts';
import { type Rgb, rgb } from '../palette.ts';
import type { Random } from '../random.ts';
import type { Scene } from '../stage.ts';

interface Strip {
  to: number;
  colour: Rgb;
  rows: number;
  tone: number;
}

const MOODS: Record<string, { crops: readonly [string, ...string[]]; ditch: Rgb; rows: number }> = {
  tulips: {
    crops: ['#c9273a', '#e8b02e', '#d9567f', '#7b3f8c', '#e7772f', '#efe3d2', '#577239', '#b01e4c'],
    ditch: rgb('#2f4a55'),
    rows: 250,
  },
  polder: {
    crops: ['#5f7a3d', '#7f9348', '#a3a05a', '#4c6a3c', '#8b9a62', '#6b8347', '#b5a768'],
    ditch: rgb('#8fb2bb'),
    rows: 120,
  },
};

function strips(
  crops: readonly [string, ...string[]],
  from: number,
  until: number,
  random: Random,
): Strip[] {
  const list: Strip[] = [];
  let at = from;
  let before = '';
  while (at < until) {
    let crop = random.pick(crops);
    while (crop === before) crop = random.pick(crops);
    before = crop;
    at += random.between(0.05, 0.17);
    list.push({
      to: at,
      colour: rgb(crop),
      rows: random.between(0.7, 1.3),
      tone: random.between(0.85, 1.1),
    });
  }
  return list;
}

/** Farmland from above: strips of crops, ditches, a row of trees with long shadows. */
export const fields: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? MOODS.tulips;
  if (look === undefined) return {};
  const turn = random.between(-0.6, -0.35);
  const cos = Math.cos(turn);
  const sin = Math.sin(turn);
  const blocks = [0, 1, 2].map(() => strips(look.crops, -1.6, 3.4, random));
  const cuts = [random.between(0.22, 0.34), random.between(0.86, 1)];
  const trees: { v: number; size: number; tone: number }[] = [];
  for (let v = -2; v < 3; v += random.between(0.028, 0.075)) {
    trees.push({ v, size: random.between(0.014, 0.026), tone: random.between(0.75, 1.2) });
  }
  const lane = cuts[1] ?? 1;
  shade(canvas, (x, y, out) => {
    const wobble = noise.at(x * 1.1, y * 1.1) * 0.012;
    const u = x * cos - y * sin + wobble;
    const v = x * sin + y * cos + wobble;
    const block = u < (cuts[0] ?? 0) ? 0 : u < lane ? 1 : 2;
    const list = blocks[block] ?? [];
    let index = 0;
    while (index < list.length - 1 && v > (list[index]?.to ?? 9)) index += 1;
    const strip = list[index];
    const edge = Math.min((strip?.to ?? 9) - v, v - (list[index - 1]?.to ?? -9));
    const fine = noise.fbm(x * 60, y * 60, 3, 0.6);
    const grow = noise.fbm(x * 4 + index * 7, y * 4, 3);
    const row = Math.sin(
      (v + noise.at(u * 2, index) * 0.004) * look.rows * Math.PI * (strip?.rows ?? 1) * 0.8,
    );
    const speck = noise.at(x * 260, y * 260) * 0.14;
    const light = (strip?.tone ?? 1) * (0.86 + row * 0.13 + fine * 0.12 + grow * 0.2 + speck);
    for (let c = 0; c < 3; c += 1) out[c] = (strip?.colour[c] ?? 0) * light;
    const track = Math.abs(((u * 3.1 + index * 0.37 + 40) % 1) - 0.5);
    const wheel = smooth(0.008, 0.003, Math.abs(track - 0.02)) * 0.25;
    const grass = smooth(0.0075, 0.0045, edge);
    const water = smooth(0.0042, 0.003, edge) * (index % 2 === 0 ? 1 : 0);
    const gapTo = Math.min(Math.abs(u - (cuts[0] ?? 0)), Math.abs(u - lane));
    const verge = smooth(0.022, 0.017, gapTo + fine * 0.004);
    const road = smooth(0.0085, 0.0072, gapTo);
    for (let c = 0; c < 3; c += 1) {
      const green = (c === 1 ? 0.4 : c === 0 ? 0.31 : 0.17) * (0.9 + fine * 0.4);
      let value = (out[c] ?? 0) * (1 - wheel);
      value = mix(value, green, Math.max(grass, verge));
      value = mix(value, (look.ditch[c] ?? 0) * (1 + noise.at(x * 9, y * 9) * 0.3), water);
      out[c] = mix(value, c === 2 ? 0.5 : 0.56, road * 0.85);
    }
    if (Math.abs(u - lane) < 0.17) {
      for (const tree of trees) {
        if (Math.abs(v - tree.v) > 0.11) continue;
        const du = u - lane + 0.024;
        const dv = v - tree.v;
        // The low sun draws every crown out into a long shadow.
        const along = clamp((du * 0.9 + dv * 0.42) / 0.13);
        const away = Math.hypot(du - along * 0.13 * 0.9, dv - along * 0.13 * 0.42) + fine * 0.005;
        const shadow = smooth(tree.size, tree.size * 0.75, away) * 0.55;
        for (let c = 0; c < 3; c += 1) out[c] = (out[c] ?? 0) * (1 - shadow * (c === 2 ? 0.8 : 1));
        const crown = smooth(tree.size, tree.size * 0.8, Math.hypot(du, dv) + fine * 0.007);
        const lit =
          (0.55 - ((du * 0.9 + dv * 0.42) / tree.size) * 0.4 + fine * 0.4 + speck) * tree.tone;
        for (let c = 0; c < 3; c += 1) {
          out[c] = mix(out[c] ?? 0, (c === 1 ? 0.42 : c === 0 ? 0.33 : 0.15) * lit * 1.3, crown);
        }
      }
    }
    const cloud = smooth(0.05, 0.4, noise.fbm(x * 0.9 + 5, y * 0.9, 3)) * 0.3;
    for (let c = 0; c < 3; c += 1) out[c] = (out[c] ?? 0) * (1.08 - cloud) + 0.02;
  });
  return {
    contrast: 0.4,
    saturation: 0.95,
    vignette: 0.2,
    bloom: 0.1,
    lights: [0.02, 0.01, -0.015],
    shadows: [-0.005, 0, 0.015],
  };
};
