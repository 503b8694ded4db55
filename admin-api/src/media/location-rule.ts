import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';

interface Place {
  location: string | null;
  locationPrivacy: LocationPrivacy;
}

/**
 * How exactly visitors may know the place after a write (decision 039). A choice that was given in
 * the call counts. Without one a new item gets the default, and an edited location at most as much
 * as before: "exact" that was chosen for one text does not hold for the next.
 */
export function placeAfter(
  before: Place | null,
  change: { location?: string | null | undefined; locationPrivacy?: LocationPrivacy | undefined },
): Place {
  const location = change.location === undefined ? (before?.location ?? null) : change.location;
  if (change.locationPrivacy) return { location, locationPrivacy: change.locationPrivacy };
  const standard = defaultLocationPrivacy(location);
  if (!before) return { location, locationPrivacy: standard };
  const isKept = location === before.location;
  const locationPrivacy = isKept
    ? before.locationPrivacy
    : stricterPrivacy(before.locationPrivacy, standard);
  return { location, locationPrivacy };
}
