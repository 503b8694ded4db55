import { type Canvas, sample } from './canvas.ts';
import { clamp, mix, smooth } from './maths.ts';

/** Paints a drop of water that shows what lies behind it, upside down, with its lights. */
export function paintDrop(
  canvas: Canvas,
  behind: Canvas,
  x: number,
  y: number,
  radius: number,
  squeeze = 1,
): void {
  const { width, height, data } = canvas;
  const out = new Float32Array(3);
  const reach = radius * 1.35;
  const left = Math.max(0, Math.floor((x - reach) * height));
  const right = Math.min(width - 1, Math.ceil((x + reach) * height));
  const low = Math.min(height - 1, Math.ceil((y + reach) * height));
  const pixel = 1.2 / (radius * height);
  for (let row = Math.max(0, Math.floor((y - reach) * height)); row <= low; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const dx = ((column + 0.5) / height - x) / radius;
      const dy = ((row + 0.5) / height - y) / (radius * squeeze);
      const d = Math.hypot(dx, dy);
      const i = (row * width + column) * 3;
      if (d > 1.3) continue;
      const cover = smooth(1 + pixel, 1 - pixel, d);
      const shade = smooth(1.3, 0.9, Math.hypot(dx, dy - 0.12)) * 0.28 * (1 - cover);
      const bulge = d * d * 0.9 + 0.25;
      sample(behind, x - dx * bulge * radius * 5, y - dy * bulge * radius * 5, out);
      const rim = smooth(0.62, 1, d);
      const upper = clamp(-dy * 0.8 - dx * 0.3);
      const lower = clamp(dy * 0.75 + dx * 0.35);
      const light =
        mix(1.12, 0.42, rim * (0.45 + upper * 0.75)) + lower * smooth(0.25, 0.9, d) * 0.62;
      const spark = smooth(0.2, 0.08, Math.hypot(dx + 0.36, (dy + 0.44) * 1.25));
      const glint = smooth(0.09, 0.03, Math.hypot(dx - 0.42, dy - 0.5)) * 0.6;
      for (let c = 0; c < 3; c += 1) {
        const was = (data[i + c] ?? 0) * (1 - shade);
        const water = (out[c] ?? 0) * light + (spark + glint) * 1.2;
        data[i + c] = was + (water - was) * cover;
      }
    }
  }
}
