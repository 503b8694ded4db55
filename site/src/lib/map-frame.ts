/** Where the areas of the Dutch grid stand on the map: kilometres from the north-west corner of its land. */
import type { GridArea } from '@veldlicht/contract/grid-area';

/** What the picture of the land covers (assets/low-countries.svg), in kilometres of the grid. */
export const LAND = { west: -50, north: 630, side: 340 } as const;

/** Kilometres to the right and down. */
export interface Square {
  x: number;
  y: number;
  side: number;
}

export function squareOf({ east, north, side }: GridArea): Square {
  return { x: east - LAND.west, y: LAND.north - north - side, side };
}

export const wholeLand: Square = { x: 0, y: 0, side: LAND.side };

/** Around what is shown there is room to see where it lies. */
const ROOM = 25;
const LEAST_SIDE = 200;

/** One side of the frame: from where, so that what lies between is in the middle and the land fills it. */
function begin(from: number, to: number, side: number): number {
  const centred = (from + to - side) / 2;
  return Math.min(Math.max(centred, 0), LAND.side - side);
}

/** The part of the land to show for these squares. */
export function frameAround(squares: Square[]): Square {
  const [left, top] = [squares.map(({ x }) => x), squares.map(({ y }) => y)];
  const right = squares.map(({ x, side }) => x + side);
  const bottom = squares.map(({ y, side }) => y + side);
  const [x, y] = [Math.min(...left), Math.min(...top)];
  const [toX, toY] = [Math.max(...right), Math.max(...bottom)];
  const needed = Math.max(toX - x, toY - y) + 2 * ROOM;
  const side = Math.min(Math.max(needed, LEAST_SIDE), LAND.side);
  return { x: begin(x, toX, side), y: begin(y, toY, side), side };
}

/** From how many items an area has each of its shades. */
export const SHADES = [1, 2, 5, 20] as const;

/** 1 to 4; 0 for none. */
export function shadeOf(count: number): number {
  return SHADES.filter((from) => count >= from).length;
}
