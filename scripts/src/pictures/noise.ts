import { createRandom } from './random.ts';

/** Coherent noise of one seed; coordinates in any unit, one feature per unit. */
export interface Noise {
  /** Gradient noise, about -1 to 1. */
  at: (x: number, y: number) => number;
  /** Sum of octaves, about -1 to 1. */
  fbm: (x: number, y: number, octaves: number, gain?: number) => number;
  /** Ridges: 0 to 1, sharp crests near 1. */
  ridged: (x: number, y: number, octaves: number) => number;
  /** Cells: distance to the nearest and second nearest point, and an id of 0 to 1 per cell. */
  cells: (x: number, y: number, out: Cell) => void;
}

/** What {@link Noise.cells} fills in; `dx`, `dy` point from the cell's centre to the place. */
export interface Cell {
  near: number;
  second: number;
  id: number;
  dx: number;
  dy: number;
}

/** An empty cell to hand to {@link Noise.cells}. */
export function createCell(): Cell {
  return { near: 0, second: 0, id: 0, dx: 0, dy: 0 };
}

/** Makes the noise functions of a seed. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed ^ 0x9e3779b9);
  const size = 256;
  const table = new Uint8Array(size * 2);
  const gradX = new Float32Array(size);
  const gradY = new Float32Array(size);
  const jitterX = new Float32Array(size);
  const jitterY = new Float32Array(size);
  for (let i = 0; i < size; i += 1) table[i] = i;
  for (let i = size - 1; i > 0; i -= 1) {
    const j = random.whole(0, i);
    const kept = table[i] ?? 0;
    table[i] = table[j] ?? 0;
    table[j] = kept;
  }
  for (let i = 0; i < size; i += 1) {
    table[i + size] = table[i] ?? 0;
    const angle = (i / size) * Math.PI * 2;
    gradX[i] = Math.cos(angle);
    gradY[i] = Math.sin(angle);
    jitterX[i] = random.next();
    jitterY[i] = random.next();
  }

  const corner = (hash: number, x: number, y: number): number =>
    (gradX[hash] ?? 0) * x + (gradY[hash] ?? 0) * y;

  const at = (x: number, y: number): number => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const dx = x - fx;
    const dy = y - fy;
    const ix = fx & 255;
    const iy = fy & 255;
    const a = (table[ix] ?? 0) + iy;
    const b = (table[(ix + 1) & 255] ?? 0) + iy;
    const u = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const v = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const top = corner(table[a] ?? 0, dx, dy);
    const low = corner(table[a + 1] ?? 0, dx, dy - 1);
    const left = top + (corner(table[b] ?? 0, dx - 1, dy) - top) * u;
    const right = low + (corner(table[b + 1] ?? 0, dx - 1, dy - 1) - low) * u;
    return (left + (right - left) * v) * 1.41;
  };

  const fbm = (x: number, y: number, octaves: number, gain = 0.5): number => {
    let sum = 0;
    let size = 1;
    let total = 0;
    let px = x;
    let py = y;
    for (let i = 0; i < octaves; i += 1) {
      sum += at(px, py) * size;
      total += size;
      size *= gain;
      // Turning every octave hides the grid of the noise.
      const tx = px * 1.6 - py * 1.2;
      py = px * 1.2 + py * 1.6 + 17.3;
      px = tx + 5.1;
    }
    return sum / total;
  };

  const ridged = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let size = 0.5;
    let weight = 1;
    let px = x;
    let py = y;
    for (let i = 0; i < octaves; i += 1) {
      const ridge = 1 - Math.abs(at(px, py));
      const sharp = ridge * ridge * weight;
      weight = sharp > 1 ? 1 : sharp;
      sum += sharp * size;
      size *= 0.5;
      const tx = px * 1.6 - py * 1.2;
      py = px * 1.2 + py * 1.6 + 9.7;
      px = tx + 3.3;
    }
    return sum;
  };

  const cells = (x: number, y: number, out: Cell): void => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    let near = 9;
    let second = 9;
    for (let j = -1; j <= 1; j += 1) {
      for (let i = -1; i <= 1; i += 1) {
        const hash = table[(table[(fx + i) & 255] ?? 0) + ((fy + j) & 255)] ?? 0;
        const dx = x - (fx + i + (jitterX[hash] ?? 0));
        const dy = y - (fy + j + (jitterY[hash] ?? 0));
        const distance = dx * dx + dy * dy;
        if (distance < near) {
          second = near;
          near = distance;
          out.id = hash / 255;
          out.dx = dx;
          out.dy = dy;
        } else if (distance < second) second = distance;
      }
    }
    out.near = Math.sqrt(near);
    out.second = Math.sqrt(second);
  };

  return { at, fbm, ridged, cells };
}
