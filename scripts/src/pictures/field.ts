import type { Canvas } from './canvas.ts';

/** A soft value over the canvas that is cheap to read. */
export type Field = (x: number, y: number) => number;

/**
 * Works a smooth value out at a fraction of the canvas's resolution; reading it back interpolates.
 * For mist, light and patches, where full resolution shows nothing more.
 */
export function softField(canvas: Canvas, value: Field, factor = 4): Field {
  const width = Math.ceil(canvas.width / factor) + 2;
  const height = Math.ceil(canvas.height / factor) + 2;
  const step = factor / canvas.height;
  const data = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      data[row * width + column] = value(column * step, row * step);
    }
  }
  return (x, y) => {
    const px = x / step;
    const py = y / step;
    const column = px | 0;
    const row = py | 0;
    const i = row * width + column;
    const fx = px - column;
    const a = data[i] ?? 0;
    const b = data[i + width] ?? 0;
    const top = a + ((data[i + 1] ?? 0) - a) * fx;
    return top + (b + ((data[i + width + 1] ?? 0) - b) * fx - top) * (py - row);
  };
}
