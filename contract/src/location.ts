/**
 * Where a picture was taken, and how much of it visitors may know. Exact places of nests, dens and orchids stay private
 *.
 */
import { z } from 'zod';

export const locationPrivacies = ['exact', 'approximate', 'hidden'] as const;
export const locationPrivacy = z.enum(locationPrivacies);
export type LocationPrivacy = z.infer<typeof locationPrivacy>;

/** Degrees; north and east are positive. */
export interface Coordinates {
  lat: number;
  lon: number;
}

/** The privacy that reveals less. */
export function stricterPrivacy(a: LocationPrivacy, b: LocationPrivacy): LocationPrivacy {
  return locationPrivacies.indexOf(a) > locationPrivacies.indexOf(b) ? a : b;
}

/** "lat, lon" with six decimals, as the form fills it in (spec §3). */
export function formatCoordinates({ lat, lon }: Coordinates): string {
  return `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
}
