import { addDisc } from '../bokeh.ts';
import { paintMask } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { createRamp, rgb } from '../palette.ts';
import { paintSky } from '../sky.ts';
import type { Scene } from '../stage.ts';
import { broadleaf, conifer } from '../trees.ts';

/** A cloud of starlings over the edge of a wood, at dusk. */
export const starlings: Scene = async ({ canvas, noise, random }) => {
  const wide = canvas.aspect;
  paintSky(
    canvas,
    {
      ramp: createRamp(['#4a5f84', '#8d8799', '#e0a489', '#fbd19a']),
      horizon: 0.92,
      sun: { x: wide * 0.3, y: 0.86, radius: 0, colour: [1, 0.58, 0.28], glow: 0.6 },
      clouds: [
        {
          cover: 0.45,
          soft: 0.8,
          scale: 0.5,
          stretch: 3.4,
          strength: 0.5,
          lit: rgb('#ffd2a6'),
          shadow: rgb('#746a85'),
        },
      ],
    },
    noise,
  );
  // The flock follows a bent ribbon; where it folds, birds stand closer and the cloud is darker.
  const turn = random.between(0, 6);
  const count = 26000;
  for (let i = 0; i < count; i += 1) {
    const t = random.next();
    const along = t * 2 - 1;
    const centreX = wide * 0.56 + along * wide * 0.3 + Math.sin(t * 5.2 + turn) * 0.09;
    const centreY = 0.42 + Math.sin(t * 4.1 + turn * 0.7) * 0.15 - along * 0.05;
    const thick =
      0.014 + 0.082 * Math.sin(Math.PI * t) ** 1.4 * (0.65 + 0.35 * Math.sin(t * 9 + turn));
    const x = centreX + random.normal() * thick * 0.72;
    const y = centreY + random.normal() * thick * 0.62;
    if (noise.fbm(x * 4.5, y * 4.5, 3) + 0.5 < random.next() * 0.7) continue;
    const size = random.between(0.0011, 0.0019);
    addDisc(canvas, x, y, size, [-0.5, -0.48, -0.42], random.between(0.3, 0.72), 0.7);
  }
  const parts: string[] = [];
  for (let x = -20; x < wide * 1000 + 20; x += random.between(7, 26)) {
    const tall = 74 * (0.7 + noise.fbm(x / 240, 3, 3) * 1.3);
    parts.push(
      random.next() < 0.3
        ? broadleaf(x, 965, tall * 1.1, { depth: 5, spread: 0.5, leaves: 0.06 }, random)
        : conifer(x, 965, tall * 0.8, random),
    );
  }
  parts.push(`<rect x="0" y="948" width="${wide * 1000}" height="80"/>`);
  paintMask(canvas, await drawMask(canvas, parts.join('')), rgb('#211b26'));
  return {
    contrast: 0.45,
    saturation: 0.95,
    bloom: 0.3,
    shadows: [0.004, 0, 0.014],
    lights: [0.018, 0.006, -0.014],
  };
};
