import type { Rgb } from './palette.ts';

/** A float picture: three numbers a pixel, y runs 0 to 1 downwards, x runs 0 to `aspect`. */
export interface Canvas {
  width: number;
  height: number;
  aspect: number;
  data: Float32Array;
}

/** Computes the colour at a place into `out`, which holds the colour that is there. */
export type Shader = (x: number, y: number, out: Float32Array) => void;

/** A coverage picture of the canvas's size, 0 to 255. */
export type Mask = Uint8Array;

/** Makes a black canvas. */
export function createCanvas(width: number, height: number): Canvas {
  return { width, height, aspect: width / height, data: new Float32Array(width * height * 3) };
}

/** Runs a shader over the canvas, or over the rows between two heights. */
export function shade(canvas: Canvas, shader: Shader, from = 0, to = 1): void {
  const { width, height, data } = canvas;
  const out = new Float32Array(3);
  const last = Math.min(height, Math.ceil(to * height));
  for (let row = Math.max(0, Math.floor(from * height)); row < last; row += 1) {
    const y = (row + 0.5) / height;
    let i = row * width * 3;
    for (let column = 0; column < width; column += 1) {
      out[0] = data[i] ?? 0;
      out[1] = data[i + 1] ?? 0;
      out[2] = data[i + 2] ?? 0;
      shader((column + 0.5) / height, y, out);
      data[i] = out[0] ?? 0;
      data[i + 1] = out[1] ?? 0;
      data[i + 2] = out[2] ?? 0;
      i += 3;
    }
  }
}

/** Paints through a mask; the shader gives the colour where the mask covers. */
export function paintMask(canvas: Canvas, mask: Mask, paint: Shader | Rgb, opacity = 1): void {
  const { width, height, data } = canvas;
  const out = new Float32Array(3);
  const shader: Shader | null = typeof paint === 'function' ? paint : null;
  if (typeof paint !== 'function') out.set(paint);
  const scale = opacity / 255;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const place = row * width + column;
      const cover = mask[place] ?? 0;
      if (cover === 0) continue;
      const i = place * 3;
      if (shader !== null) {
        for (let c = 0; c < 3; c += 1) out[c] = data[i + c] ?? 0;
        shader((column + 0.5) / height, (row + 0.5) / height, out);
      }
      for (let c = 0; c < 3; c += 1) {
        const was = data[i + c] ?? 0;
        data[i + c] = was + ((out[c] ?? 0) - was) * cover * scale;
      }
    }
  }
}

/** Reads the colour at a place, bilinear, edges held. */
export function sample(canvas: Canvas, x: number, y: number, out: Float32Array): void {
  const { width, height, data } = canvas;
  const px = Math.min(Math.max(x * height - 0.5, 0), width - 1.001);
  const py = Math.min(Math.max(y * height - 0.5, 0), height - 1.001);
  const column = px | 0;
  const row = py | 0;
  const fx = px - column;
  const fy = py - row;
  const i = (row * width + column) * 3;
  const below = i + width * 3;
  for (let c = 0; c < 3; c += 1) {
    const top = (data[i + c] ?? 0) * (1 - fx) + (data[i + c + 3] ?? 0) * fx;
    const low = (data[below + c] ?? 0) * (1 - fx) + (data[below + c + 3] ?? 0) * fx;
    out[c] = top * (1 - fy) + low * fy;
  }
}

/** A copy of the canvas, to read from while the canvas is painted. */
export function copyCanvas(canvas: Canvas): Canvas {
  return { ...canvas, data: canvas.data.slice() };
}

/** Fills the canvas from a smaller one of the same shape. */
export function enlarge(small: Canvas, canvas: Canvas): void {
  shade(canvas, (x, y, out) => sample(small, x, y, out));
}
