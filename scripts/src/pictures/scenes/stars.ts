import { addDisc } from '../bokeh.ts';
import { paintMask, shade } from '../canvas.ts';
import { drawMask } from '../drawing.ts';
import { bell, clamp, mix, smooth } from '../maths.ts';
import { addLight, createRamp, type Rgb, readRamp } from '../palette.ts';
import type { Scene } from '../stage.ts';
import { broadleaf, conifer } from '../trees.ts';

/** The milky way over a dark edge of trees. */
export const stars: Scene = async ({ canvas, noise, random, mood }) => {
  const wide = canvas.aspect;
  const teal = mood === 'teal';
  const ramp = createRamp(
    teal
      ? ['#04101c', '#0b2a3c', '#2c6268', '#b7a06a']
      : ['#050816', '#101a3a', '#33355f', '#c07a58'],
    [0, 0.5, 0.82, 1],
  );
  const horizon = 0.9;
  const lean = teal ? -0.35 : 0.55;
  const middle = wide * (teal ? 0.4 : 0.56);
  const core: Rgb = teal ? [0.75, 0.85, 0.8] : [0.92, 0.74, 0.66];
  shade(canvas, (x, y, out) => {
    readRamp(ramp, (y / horizon) ** 1.5, out);
    const across = (x - middle - (y - 0.5) * lean) / Math.sqrt(1 + lean * lean);
    const along = y + x * 0.2;
    const wander = noise.fbm(along * 2.2, 4, 3) * 0.06;
    const band = bell(across + wander, 0.17);
    const heart = bell(across + wander * 1.6, 0.06) * smooth(0.05, 0.75, y);
    const cloud = 0.5 + 0.75 * noise.fbm(x * 4.5, y * 4.5, 5, 0.6);
    const dust = smooth(
      0.02,
      0.42,
      noise.fbm(x * 5.2 + 20 + across * 2, y * 3.2, 5, 0.58) +
        bell(across + wander + 0.015, 0.035) * 0.42,
    );
    const light = clamp(band * cloud * 0.42 + heart * 0.5 * cloud) * (1 - dust * 0.78 * band);
    addLight(out, core, light * 0.72 * smooth(0.98, 0.6, y));
    addLight(out, [0.25, 0.3, 0.55], band * cloud * 0.16);
    const fine = noise.at(x * 410, y * 410) * noise.at(x * 333 + 7, y * 333);
    if (fine > 0.2)
      addLight(out, [1, 1, 1], (fine - 0.2) * (0.5 + band * 3) * (1 - dust * band * 0.6));
  });
  for (let i = 0; i < 900 * wide; i += 1) {
    const x = random.between(0, wide);
    const y = random.between(0, 0.93);
    const size = random.next() ** 9;
    const heat = random.next();
    const colour: Rgb = [mix(0.75, 1, heat), 0.88, mix(1, 0.72, heat)];
    const low = smooth(0.98, 0.5, y);
    addDisc(canvas, x, y, 0.0011 + size * 0.0021, colour, (0.22 + size * 1.2) * low, 0.9);
    if (size > 0.55) addDisc(canvas, x, y, 0.009, colour, 0.09 * size, 1);
  }
  for (const [layer, tone] of [
    [0, [0.06, 0.07, 0.11]],
    [1, [0.018, 0.022, 0.035]],
  ] as const) {
    const parts: string[] = [];
    const foot = layer === 0 ? 955 : 1020;
    for (let x = -30; x < wide * 1000 + 30; x += random.between(9, 26) * (1 + layer)) {
      const stand =
        noise.fbm(x / 300 + layer * 20, layer, 3) +
        (layer === 1 ? Math.abs(x / 1000 / wide - 0.5) * 0.7 - 0.2 : 0);
      const tall = (layer === 0 ? 60 : 150) * (0.6 + stand * 1.3);
      if (tall > 14) parts.push(conifer(x, foot, tall, random));
    }
    if (layer === 1)
      parts.push(
        broadleaf(
          wide * (teal ? 780 : 230),
          985,
          330,
          { depth: 7, spread: 0.5, leaves: teal ? 0 : 0.05 },
          random,
        ),
      );
    parts.push(`<rect x="0" y="${foot - 18}" width="${wide * 1000}" height="200"/>`);
    paintMask(canvas, await drawMask(canvas, parts.join('')), tone);
  }
  return {
    contrast: 0.45,
    saturation: 1.05,
    bloom: 0.4,
    grain: 0.03,
    fade: 0.02,
    shadows: [0, 0.002, 0.015],
  };
};
