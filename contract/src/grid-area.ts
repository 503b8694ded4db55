/** An area of the Dutch grid, and its address on the map. */

/** A block or region by its south-west corner and its side, in kilometres of the grid. */
export interface GridArea {
  east: number;
  north: number;
  side: number;
}

export const MAP_PATH = '/kaart';
export const BLOCK_KM = 5;

/**
 * "185/460" of a block by its corner, "180/460-20" of a region; west of the grid's origin "w45/370".
 */
export function areaName({ east, north, side }: GridArea): string {
  const corner = `${east < 0 ? 'w' : ''}${Math.abs(east)}/${north}`;
  return side === BLOCK_KM ? corner : `${corner}-${side}`;
}

/** The area of a name. Throws on what `areaName` never makes. */
export function areaNamed(name: string): GridArea {
  const [, west, east, north, side = BLOCK_KM] = /^(w?)(\d+)\/(\d+)(?:-(\d+))?$/.exec(name) ?? [];
  if (east === undefined) throw new Error(`No area is called ${name}`);
  return { east: west ? -Number(east) : Number(east), north: Number(north), side: Number(side) };
}

/** The page with what was photographed in an area. */
export function areaPath(area: GridArea): string {
  return `${MAP_PATH}/${areaName(area)}`;
}
