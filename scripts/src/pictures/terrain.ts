import type { Canvas } from './canvas.ts';

/** A point of land as the painter of {@link renderTerrain} sees it. */
export interface LandPoint {
  x: number;
  z: number;
  height: number;
  /** Slope of the ground: the upward normal, length 1. */
  nx: number;
  ny: number;
  nz: number;
  /** Light of the sun on the slope, 0 (turned away or in shadow) to 1. */
  light: number;
}

/** Land seen from a standpoint; x to the right, z away, height up, all in one unit. */
export interface Terrain {
  height: (x: number, z: number) => number;
  eye: number;
  /** Where the horizon lies in the picture, 0 top to 1 bottom. */
  horizon: number;
  /** Long lens above 1. */
  lens: number;
  near: number;
  far: number;
  /** Direction towards the sun. */
  sun: readonly [number, number, number];
  /** Step for slopes, in units per unit of distance. */
  fine?: number;
  /** Reach of cast shadows, 0 for none. */
  shadow?: number;
  paint: (point: LandPoint, out: Float32Array) => void;
}

function lightOf(land: Terrain, p: LandPoint): number {
  const [sx, sy, sz] = land.sun;
  const facing = p.nx * sx + p.ny * sy + p.nz * sz;
  if (facing <= 0) return 0;
  const reach = land.shadow ?? 0;
  let open = 1;
  for (let i = 1; i <= 6 && reach > 0; i += 1) {
    const d = (reach * i * i) / 36;
    const above = p.height + sy * d - land.height(p.x + sx * d, p.z + sz * d);
    open = Math.min(open, 1 + above / (0.06 * d + 0.002));
    if (open <= 0) return 0;
  }
  return facing * open;
}

/** Renders land over what the canvas holds, nearest first, column by column. */
export function renderTerrain(canvas: Canvas, land: Terrain): void {
  const { width, height, data, aspect } = canvas;
  const point: LandPoint = { x: 0, z: 0, height: 0, nx: 0, ny: 1, nz: 0, light: 0 };
  const out = new Float32Array(3);
  const fine = land.fine ?? 0.002;
  const steps = 900;
  const growth = (land.far / land.near) ** (1 / steps);

  const colourAt = (x: number, z: number, dx: number): void => {
    const e = fine * z + 0.0004;
    const h = land.height(x, z);
    const sx = (land.height(x + e, z) - h) / e;
    const sz = (land.height(x, z + e) - h) / e;
    const length = Math.sqrt(sx * sx + sz * sz + 1);
    point.x = x;
    point.z = z;
    point.height = h;
    point.nx = -sx / length;
    point.ny = 1 / length;
    point.nz = -sz / length;
    point.light = lightOf(land, point);
    out[0] = dx;
    land.paint(point, out);
  };

  for (let column = 0; column < width; column += 1) {
    const across = ((column + 0.5) / height - aspect / 2) / land.lens;
    let z = land.near;
    let lastZ = z;
    let top = height;
    let lastY = height * 4;
    let cover = 0;
    const edge = [0, 0, 0];
    for (let step = 0; step < steps && top > 0; step += 1) {
      const h = land.height(across * z, z);
      const y = (land.horizon + ((land.eye - h) / z) * land.lens) * height;
      if (y < top) {
        const first = Math.max(0, Math.floor(y));
        for (let row = Math.ceil(top) - 1; row >= first; row -= 1) {
          const t = Math.min(1, Math.max(0, (lastY - row - 0.5) / Math.max(0.001, lastY - y)));
          const at = lastZ + (z - lastZ) * t;
          colourAt(across * at, at, across);
          const i = (row * width + column) * 3;
          // The highest row of a crest is covered in part: what lies behind shows through.
          const half = row === first && y > 0;
          const before = row === Math.ceil(top) - 1 ? cover : 0;
          for (let c = 0; c < 3; c += 1) {
            const colour = before > 0 ? mixEdge(edge[c] ?? 0, out[c] ?? 0, before) : (out[c] ?? 0);
            if (half) {
              const part = row + 1 - y;
              edge[c] = colour;
              data[i + c] = (data[i + c] ?? 0) * (1 - part) + colour * part;
            } else data[i + c] = colour;
          }
        }
        cover = first + 1 - y;
        if (cover > 0.999) cover = 0;
        top = y;
      }
      lastY = y;
      lastZ = z;
      z *= growth;
    }
  }
}

function mixEdge(front: number, behind: number, cover: number): number {
  return front * cover + behind * (1 - cover);
}
