import sharp from 'sharp';
import type { Canvas, Mask } from './canvas.ts';

/**
 * Draws SVG shapes into a mask of the canvas's size. Coordinates are those of the canvas (x 0 to
 * aspect, y 0 to 1) times 1000; `blur` is a share of the height, for what is out of focus.
 */
export async function drawMask(canvas: Canvas, shapes: string, blur = 0): Promise<Mask> {
  const { width, height } = canvas;
  const box = `0 0 ${canvas.aspect * 1000} 1000`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" fill="#fff" stroke-linecap="round" stroke-linejoin="round"><rect width="100%" height="100%" fill="#000"/>${shapes}</svg>`;
  const image = sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true });
  if (blur * height > 0.3) image.blur(blur * height);
  return await image.resize(width, height, { fit: 'fill' }).extractChannel(0).raw().toBuffer();
}

/** A number for an SVG path, short. */
export function num(value: number): string {
  return value.toFixed(1);
}

/** A closed polygon of x, y pairs in canvas units times 1000. */
export function polygon(points: readonly number[], fill = '#fff'): string {
  return `<polygon points="${points.map(num).join(' ')}" fill="${fill}"/>`;
}

/** A stroke that narrows from `wide` to `thin` along its points, as one polygon. */
export function taper(
  points: readonly (readonly [number, number])[],
  wide: number,
  thin: number,
): string {
  const left: number[] = [];
  const right: number[] = [];
  const last = points.length - 1;
  points.forEach(([x, y], i) => {
    const before = points[Math.max(0, i - 1)] ?? [x, y];
    const after = points[Math.min(last, i + 1)] ?? [x, y];
    const dx = after[0] - before[0];
    const dy = after[1] - before[1];
    const length = Math.hypot(dx, dy) || 1;
    const half = (wide + (thin - wide) * (i / Math.max(1, last))) / 2;
    left.push(x - (dy / length) * half, y + (dx / length) * half);
    right.unshift(x + (dy / length) * half, y - (dx / length) * half);
  });
  return polygon([...left, ...right]);
}
