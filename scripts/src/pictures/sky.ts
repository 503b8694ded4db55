import { type Canvas, createCanvas, sample, shade } from './canvas.ts';
import { bell, clamp, smooth } from './maths.ts';
import type { Noise } from './noise.ts';
import { addLight, type Ramp, type Rgb, readRamp } from './palette.ts';

/** A sun (or moon) in canvas coordinates. */
export interface Sun {
  x: number;
  y: number;
  /** Radius of the disc, 0 for none. */
  radius: number;
  colour: Rgb;
  /** Strength of the glow around. */
  glow: number;
}

/** A layer of clouds on a plane above the land. */
export interface Clouds {
  /** Share of the sky, about 0 to 1. */
  cover: number;
  /** 0 hard edges, 1 veils. */
  soft: number;
  /** Clouds per canvas height at the top of the picture. */
  scale: number;
  lit: Rgb;
  shadow: Rgb;
  /** Longer sideways than deep when above 1. */
  stretch?: number;
  strength?: number;
}

/** What a sky is made of; the ramp runs from the top to the horizon. */
export interface Sky {
  ramp: Ramp;
  horizon: number;
  sun?: Sun;
  clouds?: readonly Clouds[];
}

/** Adds the glow of a sun at a place. */
export function addGlow(sun: Sun, x: number, y: number, out: Float32Array): void {
  const distance = Math.hypot(x - sun.x, y - sun.y);
  const near = bell(distance, 0.1 + sun.radius);
  const wide = bell(distance, 0.42);
  addLight(out, sun.colour, sun.glow * (near * 0.42 + wide * 0.32));
}

/** Paints the disc: warm at the edge and towards the horizon, as a low sun is. */
function paintDisc(canvas: Canvas, sun: Sun): void {
  const reach = sun.radius * 1.15;
  const [r, g, b] = sun.colour;
  const paint = (x: number, y: number, out: Float32Array): void => {
    const distance = Math.hypot(x - sun.x, y - sun.y);
    if (distance > reach) return;
    const disc = smooth(sun.radius * 1.12, sun.radius * 0.86, distance);
    const low = clamp(0.5 + (y - sun.y) / (sun.radius * 2.2));
    const core: Rgb = [1.3 + r * 0.2, 1.16 + g * 0.2 - low * 0.08, 0.86 + b * 0.3 - low * 0.2];
    for (let c = 0; c < 3; c += 1) {
      const was = out[c] ?? 0;
      out[c] = was + Math.max(0, (core[c] ?? 0) - was) * disc;
    }
  };
  shade(canvas, paint, sun.y - reach, sun.y + reach);
}

function paintClouds(
  sky: Sky,
  clouds: Clouds,
  noise: Noise,
  x: number,
  y: number,
  out: Float32Array,
): void {
  const rise = sky.horizon - y;
  const depth = 1 / (rise + 0.12);
  const px = ((x - 0.75) * depth * clouds.scale) / (clouds.stretch ?? 1);
  const py = depth * clouds.scale * 1.3;
  const bend = noise.at(px * 0.7 + 31, py * 0.7) * 0.5;
  const here = noise.fbm(px + bend, py + bend, 6, 0.52);
  const from = 0.36 - clouds.cover * 0.95;
  const cover = smooth(from, from + 0.12 + clouds.soft * 0.5, here) * smooth(-0.01, 0.1, rise);
  if (cover <= 0) return;
  const sun = sky.sun;
  const side = sun ? clamp((sun.x - x) * 1.6, -1, 1) * 0.14 : 0.1;
  const toward = noise.fbm(px + bend + side, py + bend + 0.16, 4, 0.52);
  const light = clamp(0.5 + (here - toward) * 1.5 - (here - from) * 0.35);
  const sunny = sun ? bell(Math.hypot(x - sun.x, y - sun.y), 0.7) : 0.4;
  const bright = clamp(light * 0.85 + sunny * 0.35);
  const amount = cover * (clouds.strength ?? 0.9);
  for (let c = 0; c < 3; c += 1) {
    const dark = clouds.shadow[c] ?? 0;
    const colour = dark + ((clouds.lit[c] ?? 0) - dark) * bright;
    const was = out[c] ?? 0;
    out[c] = was + (colour - was) * amount;
  }
}

function skyAt(sky: Sky, noise: Noise, x: number, y: number, out: Float32Array): void {
  readRamp(sky.ramp, clamp(y / sky.horizon), out);
  if (sky.clouds !== undefined && y < sky.horizon) {
    for (const clouds of sky.clouds) paintClouds(sky, clouds, noise, x, y, out);
  }
  if (sky.sun !== undefined) addGlow(sky.sun, x, y, out);
}

/** Paints the sky from the top to `to`. Air is soft: it is worked out at half resolution. */
export function paintSky(canvas: Canvas, sky: Sky, noise: Noise, to = 1): void {
  const half = createCanvas(Math.ceil(canvas.width / 2), Math.ceil(canvas.height / 2));
  shade(half, (x, y, out) => skyAt(sky, noise, x, y, out), 0, to + 0.01);
  shade(canvas, (x, y, out) => sample(half, x, y, out), 0, to);
  if (sky.sun !== undefined && sky.sun.radius > 0) paintDisc(canvas, sky.sun);
}
