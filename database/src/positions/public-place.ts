/** What visitors may read about a place. */
import { cacheOf } from '@veldlicht/contract/cache';
import { areaNamed, BLOCK_KM, type GridArea } from '@veldlicht/contract/grid-area';
import type { Precision } from '@veldlicht/contract/guard';
import { nearestSettlement } from '../settlement.ts';
import { type Area, type AreaSize, areaOf, gridCentre, inDegrees } from './area.ts';
import { onePosition } from './position.ts';

export interface PublicPlace {
  words: string;
  /** The centre of the area, when the words name something near it. */
  degrees: string | null;
  /** What a map shows: of an exact position too it is a block. Null outside the Dutch grid, and for words. */
  grid: GridArea | null;
}

/** What visitors read before the name of a settlement. */
const about: Record<AreaSize, string> = { block: 'omgeving', region: 'regio' };

/** By area, of which an owner has some hundreds. */
const places = cacheOf<string, PublicPlace>(2000);

/** Derived from the centre alone, so that it tells the area and nothing of the position. */
function placeOfArea({ centre, grid }: Area, size: AreaSize): PublicPlace {
  const degrees = inDegrees(centre);
  return places(`${size} ${degrees}`, () => {
    const name = nearestSettlement(centre);
    return { words: `${about[size]} ${name ?? degrees}`, degrees: name && degrees, grid };
  });
}

/** What is read of the area of an outing. */
export function placeOfStored(
  { lat, lon, grid }: { lat: number; lon: number; grid: GridArea | null },
  size: AreaSize,
): PublicPlace {
  return placeOfArea({ centre: { lat, lon }, grid }, size);
}

/**
 * What a visitor may read, or null for nothing: 52.1312, 5.8604 told as a `block` reads
 * "omgeving Hoenderloo". What is no single position is told only when it is `exact`.
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
