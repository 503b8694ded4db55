/** What visitors may read about a place. */
import type { Coordinates, LocationPrivacy } from '@veldlicht/contract/location';
import { areaCentre, inDegrees } from './area.ts';
import { onePosition } from './position.ts';
import { nearestSettlement } from './settlement.ts';

export interface PublicPlace {
  words: string;
  /** The centre of the area, when the words name something near it. */
  degrees: string | null;
}

/** Areas that are remembered; an owner has some hundreds. */
const MOST_REMEMBERED = 2000;
const remembered = new Map<string, PublicPlace>();

/** Everything here is made of the centre: who reads it learns the area and nothing of the position. */
function placeOfArea(centre: Coordinates): PublicPlace {
  const degrees = inDegrees(centre);
  const known = remembered.get(degrees);
  if (known) return known;
  const name = nearestSettlement(centre);
  const place = { words: `omgeving ${name ?? degrees}`, degrees: name && degrees };
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(degrees, place);
  return place;
}

/**
 * What a visitor may read, or null for nothing: 52.1312, 5.8604 with `approximate` reads
 * "omgeving Hoenderloo". What is no single position is told only when it is `exact`.
 */
export function publicPlace(location: string | null, privacy: LocationPrivacy): PublicPlace | null {
  if (!location || privacy === 'hidden') return null;
  if (privacy === 'exact') return { words: location, degrees: null };
  const point = onePosition(location);
  return point && placeOfArea(areaCentre(point));
}
