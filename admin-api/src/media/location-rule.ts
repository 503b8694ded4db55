import {
  defaultLocationPrivacy,
  findCoordinates,
  type LocationPrivacy,
} from '@veldlicht/contract/location';

interface Place {
  location: string | null;
  locationPrivacy: LocationPrivacy;
}

function holdsPair(location: string | null): boolean {
  return location !== null && findCoordinates(location) !== null;
}

/**
 * How exactly visitors may know the place after a write (product decisions §4). A choice that was
 * given counts. Without one a new item gets the default, and an edit that turns text into a
 * coordinate pair becomes `approximate` (what was hidden stays hidden).
 */
export function placeAfter(
  before: Place | null,
  change: { location?: string | null | undefined; locationPrivacy?: LocationPrivacy | undefined },
): Place {
  const location = change.location === undefined ? (before?.location ?? null) : change.location;
  if (change.locationPrivacy) return { location, locationPrivacy: change.locationPrivacy };
  if (!before) return { location, locationPrivacy: defaultLocationPrivacy(location) };
  const becamePair = holdsPair(location) && !holdsPair(before.location);
  const isOpen = before.locationPrivacy === 'exact';
  return {
    location,
    locationPrivacy: becamePair && isOpen ? 'approximate' : before.locationPrivacy,
  };
}
