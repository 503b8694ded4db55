/** What visitors may read about a place. */
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

/** Areas that are remembered; an owner has some hundreds. */
const MOST_REMEMBERED = 2000;
const remembered = new Map<string, PublicPlace>();

/** Everything here is made of the centre: who reads it learns the area and nothing of the position. */
function placeOfArea({ centre, grid }: Area, size: AreaSize): PublicPlace {
  const degrees = inDegrees(centre);
  const key = `${size} ${degrees}`;
  const known = remembered.get(key);
  if (known) return known;
  const name = nearestSettlement(centre);
  const place = { words: `${about[size]} ${name ?? degrees}`, degrees: name && degrees, grid };
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(key, place);
  return place;
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
  const area = publicArea(location, precision);
  if (location && precision === 'exact')
    return { words: location, degrees: null, grid: area?.grid ?? null };
  return area && placeOfArea(area, sizeOf(precision));
}

const sizeOf = (precision: Precision): AreaSize => (precision === 'region' ? 'region' : 'block');

function publicArea(location: string | null, precision: Precision): Area | null {
  const point = location && precision !== 'hidden' ? onePosition(location) : null;
  return point && areaOf(point, sizeOf(precision));
}

/** The area of the Dutch grid alone, without looking for the words: a fraction of the time. */
export function publicGrid(location: string | null, precision: Precision): GridArea | null {
  return publicArea(location, precision)?.grid ?? null;
}

const rememberedWords = new Map<string, string>();

/** What visitors read of an area of the Dutch grid, by its name (contract/grid-area). */
export function areaWords(name: string): string {
  const known = rememberedWords.get(name);
  if (known !== undefined) return known;
  const grid = areaNamed(name);
  const size = grid.side === BLOCK_KM ? 'block' : 'region';
  const { words } = placeOfArea({ centre: gridCentre(grid), grid }, size);
  if (rememberedWords.size >= MOST_REMEMBERED) rememberedWords.clear();
  rememberedWords.set(name, words);
  return words;
}
