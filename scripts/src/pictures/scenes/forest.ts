import { paintMask, shade } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { softField } from '../field.ts';
import { bell, clamp, mix, smooth } from '../maths.ts';
import {
  addLight,
  createRamp,
  mixRgb,
  type Rgb,
  rampRgb,
  readRamp,
  rgb,
  tint,
} from '../palette.ts';
import type { Scene } from '../stage.ts';
import { conifer, trunk } from '../trees.ts';

interface Mood {
  air: readonly string[];
  wood: Rgb;
  floor: Rgb;
  leaf: Rgb;
  beam: Rgb;
  rays: number;
}

const GREEN: Mood = {
  air: ['#eef0d2', '#c3cfab', '#7e9a80', '#46645a'],
  wood: rgb('#10191a'),
  floor: rgb('#3d4a26'),
  leaf: rgb('#86a04a'),
  beam: [1, 0.93, 0.66],
  rays: 0.55,
};

const MOODS: Record<string, Mood> = {
  green: GREEN,
  autumn: {
    air: ['#fbe6b4', '#eabf7e', '#b98054', '#6a4a3c'],
    wood: rgb('#1c1210'),
    floor: rgb('#8a4a1c'),
    leaf: rgb('#e08a2c'),
    beam: [1, 0.8, 0.46],
    rays: 0.5,
  },
  fog: {
    air: ['#dfe5e4', '#bfcaca', '#94a5a8', '#66797d'],
    wood: rgb('#1a2427'),
    floor: rgb('#46524c'),
    leaf: rgb('#6f807a'),
    beam: [0.9, 0.95, 1],
    rays: 0.12,
  },
};

/** Inside a wood in the morning: trunk behind trunk, light falling through the mist. */
export const forest: Scene = async ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? GREEN;
  const wide = canvas.aspect;
  const lightX = wide * random.between(0.52, 0.68);
  const lightY = 0.3;
  const ramp = createRamp(look.air);
  shade(canvas, (x, y, out) => {
    const away = Math.hypot((x - lightX) * 0.8, y - lightY);
    readRamp(ramp, clamp(away * 0.85 + noise.fbm(x * 2, y * 2, 3) * 0.16), out);
  });
  const ground = 0.72;
  const mist = rampRgb(ramp, 0.12);
  const layers = 6;
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    const foot = mix(ground - 0.06, 0.98, near ** 1.5);
    const width = mix(7, 62, near ** 1.6);
    const count = Math.round(mix(46, 5, near ** 0.6) * Math.max(0.6, wide / 1.5));
    const parts: string[] = [];
    for (let i = 0; i < count; i += 1) {
      const x = ((i + random.between(0.05, 0.95)) / count) * wide * 1000;
      // The middle stays open near by, so that the light has room.
      if (near > 0.5 && Math.abs(x / 1000 - lightX) < 0.3 * near) continue;
      parts.push(
        trunk(x, foot * 1000 + random.between(-12, 12), width * random.between(0.6, 1.2), random),
      );
      if (layer < 4 && random.next() < 0.16)
        parts.push(conifer(x + random.between(-60, 60), foot * 1000, mix(60, 170, near), random));
    }
    const floorTop = foot;
    const tone = mixRgb(rampRgb(ramp, 0.35), look.wood, mix(0.16, 0.96, near ** 0.9));
    const mask = await drawMask(canvas, parts.join(''), near > 0.95 ? 0.001 : 0.0004);
    const floorTone = mixRgb(rampRgb(ramp, 0.4), look.floor, mix(0.25, 0.9, near));
    const offset = random.between(0, 80);
    shade(
      canvas,
      (x, y, out) => {
        const edge = floorTop + noise.fbm(x * 3 + offset, layer, 3) * 0.02;
        const cover = smooth(
          edge - 0.006,
          edge + 0.012,
          y + Math.abs(noise.at(x * mix(160, 50, near), y * 60)) * 0.012,
        );
        if (cover <= 0) return;
        const lit = bell((x - lightX) / (0.25 + y * 0.3), 1) * 0.9;
        const speck = 0.75 + 0.5 * noise.fbm(x * mix(90, 40, near), y * mix(200, 90, near), 3);
        for (let c = 0; c < 3; c += 1) {
          const colour =
            (floorTone[c] ?? 0) * speck * mix(0.6, 1.25, lit) +
            (look.leaf[c] ?? 0) * lit * 0.22 * speck;
          out[c] = mix(out[c] ?? 0, colour, cover);
        }
      },
      floorTop - 0.04,
      layer === layers - 1
        ? 1
        : mix(ground - 0.06, 0.98, ((layer + 1) / (layers - 1)) ** 1.5) + 0.05,
    );
    paintMask(canvas, mask, (x, y, out) => {
      const rim = bell(x - lightX, 0.35) * (1 - near) * 0.35;
      const bark = 1 + noise.fbm(x * 120, y * 14, 2) * 0.22 * near;
      const glow = bell(Math.hypot(x - lightX, y - lightY), 0.42) * mix(0.5, 0.16, near);
      for (let c = 0; c < 3; c += 1) {
        out[c] = mix((tone[c] ?? 0) * bark, look.beam[c] ?? 0, clamp(rim * 0.5 + glow));
      }
    });
    const drift = softField(
      canvas,
      (x, y) =>
        smooth(0.34, 0.0, Math.abs(y - foot + 0.08)) *
        clamp(0.42 + noise.fbm(x * 1.8 + offset, y * 5, 3) * 0.7) *
        mix(0.5, 0.16, near),
      6,
    );
    shade(
      canvas,
      (x, y, out) => tint(out, mist, drift(x, y)),
      Math.max(0, foot - 0.42),
      foot + 0.27,
    );
  }
  const rays = softField(
    canvas,
    (x, y) => {
      const dx = x - lightX;
      const dy = y - lightY + 0.62;
      const angle = Math.atan2(dx, Math.max(0.05, dy));
      const ray = smooth(0.05, 0.5, noise.fbm(angle * 15, 2.7, 3, 0.6) + 0.08);
      const fall = smooth(1.25, 0.2, dy) * bell(angle, 0.6);
      return (ray * fall * 0.5 + bell(Math.hypot(dx, y - lightY), 0.3) * 0.3) * look.rays;
    },
    3,
  );
  shade(canvas, (x, y, out) => addLight(out, look.beam, rays(x, y)));
  return {
    contrast: 0.55,
    saturation: 1,
    bloom: 0.3,
    fade: 0.02,
    shadows: [-0.004, 0.006, 0.008],
    lights: [0.02, 0.012, -0.02],
  };
};
