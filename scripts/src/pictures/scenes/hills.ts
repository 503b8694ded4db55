import { shade } from '../canvas.ts';
import { softField } from '../field.ts';
import { bell, clamp, mix, smooth } from '../maths.ts';
import { createRamp, mixRgb, type Rgb, rampRgb, rgb, tint } from '../palette.ts';
import { addGlow, paintSky, type Sky } from '../sky.ts';
import type { Scene } from '../stage.ts';

interface Mood {
  sky: readonly string[];
  /** Colours of the land from far to near. */
  land: readonly string[];
  mist: Rgb;
  sun: { x: number; y: number; colour: Rgb; glow: number; radius: number };
  layers: number;
  horizon: number;
}

const DAWN: Mood = {
  sky: ['#5f7f9c', '#a9b3b4', '#e8c9a0', '#f8d9a4'],
  land: ['#d9b78f', '#a59a85', '#66716a', '#35463f', '#15221d'],
  mist: rgb('#f6d8ae'),
  sun: { x: 0.62, y: 0.36, colour: [0.9, 0.62, 0.28], glow: 0.6, radius: 0.028 },
  layers: 8,
  horizon: 0.44,
};

const MOODS: Record<string, Mood> = {
  dawn: DAWN,
  blue: {
    sky: ['#31506f', '#6f93ad', '#b9cdd3', '#e3ddd0'],
    land: ['#aac0ca', '#7d9cae', '#4d718a', '#264b62', '#0d2433'],
    mist: rgb('#d3dfe0'),
    sun: { x: 2.1, y: 0.4, colour: [0.7, 0.55, 0.38], glow: 0.35, radius: 0 },
    layers: 9,
    horizon: 0.42,
  },
  dusk: {
    sky: ['#2d2f55', '#6b4f7b', '#c9788a', '#f4b183'],
    land: ['#b97d8d', '#835f80', '#523f66', '#2c2648', '#100f22'],
    mist: rgb('#e3a193'),
    sun: { x: 0.36, y: 0.5, colour: [0.9, 0.42, 0.22], glow: 0.5, radius: 0.022 },
    layers: 8,
    horizon: 0.5,
  },
};

/** Hills behind hills with mist between them. */
export const hills: Scene = ({ canvas, noise, random, mood }) => {
  const look = MOODS[mood] ?? DAWN;
  const sky: Sky = {
    ramp: createRamp(look.sky),
    horizon: look.horizon + 0.06,
    sun: {
      ...look.sun,
      x: look.sun.x * Math.min(1, canvas.aspect / 1.5) + random.between(-0.06, 0.06),
    },
    clouds: [
      {
        cover: 0.34,
        soft: 0.9,
        scale: 0.55,
        stretch: 3.2,
        strength: 0.4,
        lit: mixRgb(look.mist, [1, 1, 1], 0.25),
        shadow: rgb(look.sky[1] ?? '#888888'),
      },
    ],
  };
  paintSky(canvas, sky, noise, look.horizon + 0.3);
  const land = createRamp(look.land);
  const layerBase = (layer: number): number =>
    mix(look.horizon, 1.02, (layer / (look.layers - 1)) ** 1.35);
  for (let layer = 0; layer < look.layers; layer += 1) {
    const near = layer / (look.layers - 1);
    const base = layerBase(layer);
    const size = mix(0.055, 0.15, near);
    const wave = mix(2.6, 0.85, near);
    const offset = random.between(0, 90);
    const colour = rampRgb(land, near);
    const misty = mixRgb(colour, look.mist, mix(0.75, 0.5, near));
    const trees = mix(0.0025, 0.03, near ** 1.8);
    const treeScale = mix(300, 46, near ** 0.7);
    const depth = mix(0.09, 0.26, near);
    const drift = softField(
      canvas,
      (x, y) => noise.fbm(x * 2.2 + offset, y * 9 + layer, 3) * 0.5,
      8,
    );
    const crest = new Float32Array(canvas.width);
    for (let column = 0; column < canvas.width; column += 1) {
      const x = (column + 0.5) / canvas.height;
      const hill = noise.fbm(x * wave + offset, layer * 7.7, 5, 0.42);
      const wood = smooth(-0.25, 0.35, noise.at(x * 3.3 + offset, layer + 40));
      const spikes =
        Math.abs(noise.at(x * treeScale + offset, layer)) +
        0.5 * Math.abs(noise.at(x * treeScale * 2.3, layer + 9));
      crest[column] = base - hill * size - spikes * trees * wood;
    }
    const soft = mix(0.0022, 0.0014, near);
    const lit = look.sun;
    shade(
      canvas,
      (x, y, out) => {
        const top = crest[(x * canvas.height) | 0] ?? 1;
        if (y < top - soft) return;
        const cover = smooth(top - soft, top + soft, y);
        const below = y - top;
        const fog = clamp(smooth(0, depth, below + drift(x, y) * depth * 0.5) * mix(1, 0.62, near));
        const texture =
          noise.fbm(x * mix(60, 26, near) + offset, y * mix(110, 50, near), 3) * 0.055 * near;
        const warm = bell(Math.hypot(x - lit.x, (y - lit.y) * 1.2), 0.5) * (1 - near) * 0.4;
        for (let c = 0; c < 3; c += 1) {
          const ground = (colour[c] ?? 0) * (1 + texture * 3);
          const shown =
            ground + ((misty[c] ?? 0) - ground) * fog + (lit.colour[c] ?? 0) * warm * 0.35;
          out[c] = (out[c] ?? 0) * (1 - cover) + shown * cover;
        }
      },
      Math.max(0, base - size * 1.1 - trees * 1.6),
      // What the next layer hides for certain is not painted.
      layerBase(layer + 1) + mix(0.055, 0.15, (layer + 1) / (look.layers - 1)) * 1.1,
    );
  }
  // A last veil of light over the land towards the sun.
  const veil = sky.sun;
  if (veil !== undefined) {
    const haze = { ...veil, y: veil.y + 0.06, radius: 0, glow: veil.glow * 0.22 };
    shade(canvas, (x, y, out) => {
      addGlow(haze, x, y, out);
      tint(out, look.mist, 0.05 * smooth(1, 0.4, y));
    });
  }
  return {
    contrast: 0.5,
    saturation: 1.05,
    bloom: 0.3,
    fade: 0.02,
    shadows: [-0.005, 0.004, 0.02],
    lights: [0.02, 0.008, -0.015],
  };
};
