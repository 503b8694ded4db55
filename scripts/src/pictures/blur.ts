import { type Canvas, createCanvas } from './canvas.ts';

/** One running-mean pass along lines of `length` steps of `stride`. */
function boxLine(
  from: Float32Array,
  to: Float32Array,
  start: number,
  length: number,
  stride: number,
  radius: number,
): void {
  const scale = 1 / (radius * 2 + 1);
  const end = start + (length - 1) * stride;
  const first = from[start] ?? 0;
  let sum = first * radius;
  for (let k = 0; k <= radius; k += 1) sum += from[Math.min(start + k * stride, end)] ?? 0;
  for (let k = 0; k < length; k += 1) {
    const i = start + k * stride;
    to[i] = sum * scale;
    const enter = Math.min(i + (radius + 1) * stride, end);
    const leave = Math.max(i - radius * stride, start);
    sum += (from[enter] ?? 0) - (from[leave] ?? 0);
  }
}

/** Blurs in place, close to a Gaussian; `sigma` in units of the canvas's height. */
export function blurCanvas(canvas: Canvas, sigma: number): void {
  const radius = Math.round(sigma * canvas.height);
  if (radius < 1) return;
  const { width, height, data } = canvas;
  const other = new Float32Array(data.length);
  for (let pass = 0; pass < 3; pass += 1) {
    for (let row = 0; row < height; row += 1) {
      for (let c = 0; c < 3; c += 1) boxLine(data, other, row * width * 3 + c, width, 3, radius);
    }
    for (let column = 0; column < width * 3; column += 1) {
      boxLine(other, data, column, height, width * 3, radius);
    }
  }
}

/** A smaller copy, every pixel the mean of a block of `factor` pixels square. */
export function shrink(canvas: Canvas, factor: number): Canvas {
  const width = Math.max(1, Math.floor(canvas.width / factor));
  const height = Math.max(1, Math.floor(canvas.height / factor));
  const small = createCanvas(width, height);
  const scale = 1 / (factor * factor);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        for (let j = 0; j < factor; j += 1) {
          const line = (row * factor + j) * canvas.width + column * factor;
          for (let i = 0; i < factor; i += 1) sum += canvas.data[(line + i) * 3 + c] ?? 0;
        }
        small.data[(row * width + column) * 3 + c] = sum * scale;
      }
    }
  }
  return small;
}
