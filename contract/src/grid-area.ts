/** Areas of the Dutch grid, and their addresses on the map. */

/** Block or region: south-west corner and side, in kilometres of the grid. */
export interface GridArea {
  east: number;
  north: number;
  side: number;
}

export const MAP_PATH = '/kaart';
export const BLOCK_KM = 5;

/** "185/460" for a block, "180/460-20" for a region, "w45/370" west of the grid's origin. */
export function areaName({ east, north, side }: GridArea): string {
  const corner = `${east < 0 ? 'w' : ''}${Math.abs(east)}/${north}`;
  return side === BLOCK_KM ? corner : `${corner}-${side}`;
}

/** Inverse of `areaName`. Throws on any other name. */
export function areaNamed(name: string): GridArea {
  const [, west, east, north, side = BLOCK_KM] = /^(w?)(\d+)\/(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  if (east === undefined) throw new Error(`No area is called ${name}`);
  return { east: west ? -Number(east) : Number(east), north: Number(north), side: Number(side) };
}

/** Path of the page of an area. */
export function areaPath(area: GridArea): string {
  return `${MAP_PATH}/${areaName(area)}`;
}
