/** Distances between positions. Pure. */
import type { GuardLevel } from '@veldlicht/contract/guard';
import type { Coordinates } from '@veldlicht/contract/location';

/** Kilometres in a degree of latitude. */
export const DEGREE_KM = 111.2;

/** Kilometres on a plane: accurate for short distances. */
export function kmBetween(a: Coordinates, b: Coordinates): number {
  const across = Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.hypot(a.lat - b.lat, (a.lon - b.lon) * across) * DEGREE_KM;
}

/**
 * Side in kilometres of a level's area; items in company of a source are no further away. Hidden counts as a region.
 */
export const WIDTH_KM: Record<GuardLevel, number> = { block: 5, region: 20, hidden: 20 };

/** Radius of a site (sites.ts), and distance within which places share an area. */
export const SITE_KM = 1;
