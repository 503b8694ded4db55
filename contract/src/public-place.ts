/** What visitors may read about a place. Loads the parser: not for the first bytes of a browser. */
import type { Coordinates, LocationPrivacy } from './location.ts';
import { onePosition } from './position.ts';

/** Size of a grid cell in degrees, about 5 × 5 km in the Netherlands. */
const CELL_LAT = 0.05;
const CELL_LON = 0.075;

/** Centre of the grid cell a point lies in, rounded to two decimals: the same every time. */
export function cellCentre({ lat, lon }: Coordinates): Coordinates {
  const centre = (value: number, size: number) =>
    Math.round((Math.floor(value / size) + 0.5) * size * 100) / 100;
  return { lat: centre(lat, CELL_LAT), lon: centre(lon, CELL_LON) };
}

function dutchDegrees(value: number, positive: string, negative: string): string {
  const digits = Math.abs(value).toFixed(2).replace('.', ',');
  return `${digits}° ${value < 0 ? negative : positive}`;
}

/**
 * What a visitor may read about the place, or null for nothing.
 * 52.1312, 5.8604 with `approximate` reads "omgeving 52,13° N 5,89° O".
 */
export function publicPlace(location: string | null, privacy: LocationPrivacy): string | null {
  if (!location || privacy === 'hidden') return null;
  if (privacy === 'exact') return location;
  const point = onePosition(location);
  if (!point) return null;
  const { lat, lon } = cellCentre(point);
  return `omgeving ${dutchDegrees(lat, 'N', 'Z')} ${dutchDegrees(lon, 'O', 'W')}`;
}
