/** The area that an approximate place is told as: the same for every position in it (decision 040). */
import type { Coordinates } from '@veldlicht/contract/location';
import { rdGrid } from './position.ts';

/** Side of a block of the Dutch grid, in metres. */
const BLOCK = 5000;
/** Size of a cell elsewhere in degrees: about 5 km from north to south. */
const CELL_LAT = 0.05;
const CELL_LON = 0.075;

/** The Netherlands and Flanders, with some of what lies around them. */
function isInLowCountries({ lat, lon }: Coordinates): boolean {
  return lat > 50.65 && lat < 53.8 && lon > 2.5 && lon < 7.3;
}

const middle = (value: number, size: number) => (Math.floor(value / size) + 0.5) * size;

function blockCentre({ lat, lon }: Coordinates): Coordinates {
  const [x = 0, y = 0] = rdGrid.forward([lon, lat]);
  const [east = 0, north = 0] = rdGrid.inverse([middle(x, BLOCK), middle(y, BLOCK)]);
  return { lat: north, lon: east };
}

/**
 * Centre of the area a position lies in. Where blocks and cells meet they are never cut to a strip, which would
 * say more than either: a block is a block as a whole, and a cell counts with the block that has its middle.
 */
export function areaCentre(point: Coordinates): Coordinates {
  const cell = { lat: middle(point.lat, CELL_LAT), lon: middle(point.lon, CELL_LON) };
  return [point, cell].map(blockCentre).find(isInLowCountries) ?? cell;
}

function dutchDegrees(value: number, positive: string, negative: string): string {
  const digits = Math.abs(value).toFixed(2).replace('.', ',');
  return `${digits}° ${value < 0 ? negative : positive}`;
}

/** 52.1312, 5.8604 → "52,13° N 5,86° O". */
export function inDegrees({ lat, lon }: Coordinates): string {
  return `${dutchDegrees(lat, 'N', 'Z')} ${dutchDegrees(lon, 'O', 'W')}`;
}
