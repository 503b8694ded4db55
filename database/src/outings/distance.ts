/** How far apart two positions are. Pure. */
import type { GuardLevel } from '@veldlicht/contract/guard';
import type { Coordinates } from '@veldlicht/contract/location';

/** Kilometres in a degree of latitude. */
export const DEGREE_KM = 111.2;

/** In kilometres, along a plane: right for what is near. */
export function kmBetween(a: Coordinates, b: Coordinates): number {
  const across = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * across) * DEGREE_KM;
}

/** Side of the area of a level, in kilometres: the company of a source is no further away. Hidden counts as a region. */
export const WIDTH_KM: Record<GuardLevel, number> = { block: 5, region: 20, hidden: 20 };

/** The surroundings of a nest or den, and of a place whose area is known already. */
export const SITE_KM = 1;
