/** Places of the Dutch grid's areas on the map: kilometres from its north-west corner. */
import type { GridArea } from '@veldlicht/contract/grid-area';

/** Extent of the map's picture (assets/low-countries.svg), in kilometres of the grid. */
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

/** Margin around the areas, to recognise where they are. */
const ROOM = 25;
const LEAST_SIDE = 200;

/** Start of one side of the frame: centres the range, and keeps the frame within the map. */
function begin(from: number, to: number, side: number): number {
  const centred = (from + to - side) / 2;
  return Math.min(Math.max(centred, 0), LAND.side - side);
}

/** The part of the map to show for these squares. */
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

/** Least number of items for each shade of an area. */
export const SHADES = [1, 2, 5, 20] as const;

/** 1 to 4; 0 for none. */
export function shadeOf(count: number): number {
  return SHADES.filter((from) => count >= from).length;
}
