/** Public words and areas of places. */
import { cacheOf } from '@veldlicht/contract/cache';
import { areaNamed, BLOCK_KM, type GridArea } from '@veldlicht/contract/grid-area';
import type { Precision } from '@veldlicht/contract/guard';
import { nearestSettlement } from '../settlement.ts';
import { type Area, type AreaSize, areaOf, gridCentre, inDegrees } from './area.ts';
import { onePosition } from './position.ts';

export interface PublicPlace {
  words: string;
  /** Centre of the area, when the words name a settlement. */
  degrees: string | null;
  /** Area on the map, a block even for an exact position. Null outside the Dutch grid, and for words. */
  grid: GridArea | null;
}

/** Words before the name of a settlement. */
const about: Record<AreaSize, string> = { block: 'omgeving', region: 'regio' };

/** By area; an owner has a few hundred. */
const places = cacheOf<string, PublicPlace>(2000);

/** Derived from the centre alone, so that it reveals the area and nothing more about the position. */
function placeOfArea({ centre, grid }: Area, size: AreaSize): PublicPlace {
  const degrees = inDegrees(centre);
  return places(`${size} ${degrees}`, () => {
    const name = nearestSettlement(centre);
    return { words: `${about[size]} ${name ?? degrees}`, degrees: name && degrees, grid };
  });
}

/** Public place for the stored area of an outing. */
export function placeOfStored(
  { lat, lon, grid }: { lat: number; lon: number; grid: GridArea | null },
  size: AreaSize,
): PublicPlace {
  return placeOfArea({ centre: { lat, lon }, grid }, size);
}

/**
 * Public place of a location, null for none: 52.1312, 5.8604 as a `block` is "omgeving Hoenderloo". A location that is
 * not one position is public only when `exact`.
 */
export function publicPlace(location: string | null, precision: Precision): PublicPlace | null {
  const point = location && precision !== 'hidden' ? onePosition(location) : null;
  const size = precision === 'region' ? 'region' : 'block';
  const area = point && areaOf(point, size);
  if (location && precision === 'exact')
    return { words: location, degrees: null, grid: area?.grid ?? null };
  return area && placeOfArea(area, size);
}

const wordsByName = cacheOf<string, string>(2000);

/** Public words of an area of the Dutch grid, by its name (contract/grid-area). */
export function areaWords(name: string): string {
  return wordsByName(name, () => {
    const grid = areaNamed(name);
    const size = grid.side === BLOCK_KM ? 'block' : 'region';
    return placeOfArea({ centre: gridCentre(grid), grid }, size).words;
  });
}
