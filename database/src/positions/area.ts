/** Areas shown for approximate places: the same for every position in them (decision 020). */
import type { GridArea } from '@veldlicht/contract/grid-area';
import type { Coordinates } from '@veldlicht/contract/location';
import { rdGrid } from './position.ts';

/** Side in metres of a block of the Dutch grid, and of a region of sixteen blocks. */
const sides = { block: 5000, region: 20_000 } as const;
export type AreaSize = keyof typeof sides;
/** Size of a cell elsewhere, in degrees per metre of a side: 0.05 by 0.075 for a block. */
const CELL_LAT = 0.05 / sides.block;
const CELL_LON = 0.075 / sides.block;

/** Whether a point is in or around the Netherlands and Flanders. */
function isInLowCountries({ lat, lon }: Coordinates): boolean {
  return lat > 50.65 && lat < 53.8 && lon > 2.5 && lon < 7.3;
}

const middle = (value: number, size: number) => (Math.floor(value / size) + 0.5) * size;

export interface Area {
  centre: Coordinates;
  /** Null outside the Netherlands and Flanders. */
  grid: GridArea | null;
}

/** Centre of an area of the grid. */
export function gridCentre({ east, north, side }: GridArea): Coordinates {
  const half = side / 2;
  const [lon = 0, lat = 0] = rdGrid.inverse([(east + half) * 1000, (north + half) * 1000]);
  return { lat, lon };
}

const corner = (value: number, size: number) => (Math.floor(value / size) * size) / 1000;

function gridAreaOf({ lat, lon }: Coordinates, side: number): Area {
  const [x = 0, y = 0] = rdGrid.forward([lon, lat]);
  const grid = { east: corner(x, side), north: corner(y, side), side: side / 1000 };
  return { centre: gridCentre(grid), grid };
}

/**
 * The area of a position. Where blocks and cells meet, none is cut to a strip, which would be more precise than either:
 * a cell belongs to the block that contains its centre.
 */
export function areaOf(point: Coordinates, size: AreaSize = 'block'): Area {
  const side = sides[size];
  const cell = {
    lat: middle(point.lat, CELL_LAT * side),
    lon: middle(point.lon, CELL_LON * side),
  };
  const areas = [point, cell].map((one) => gridAreaOf(one, side));
  return areas.find(({ centre }) => isInLowCountries(centre)) ?? { centre: cell, grid: null };
}

function dutchDegrees(value: number, positive: string, negative: string): string {
  const digits = Math.abs(value).toFixed(2).replace('.', ',');
  return `${digits}° ${value < 0 ? negative : positive}`;
}

/** 52.1312, 5.8604 → "52,13° N 5,86° O". */
export function inDegrees({ lat, lon }: Coordinates): string {
  return `${dutchDegrees(lat, 'N', 'Z')} ${dutchDegrees(lon, 'O', 'W')}`;
}
