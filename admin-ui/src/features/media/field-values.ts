/** What people say of a photo or video: the same in its form and in the bulk upload (pure). */
import type { DraftFields } from '@veldlicht/contract/draft';
import type { Precision } from '@veldlicht/contract/guard';
import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import type { MediaItem } from '@veldlicht/contract/media';
import { VISIBLE } from '@veldlicht/contract/name';
import { defaultLocationPrivacy, isWordsOnly } from '@veldlicht/contract/position-shapes';
import { reason } from '@veldlicht/contract/reason';

export type FieldValues = DraftFields;

/** Why the server would refuse a text, as reasons by the names of the fields. */
export type Faults = Record<string, string | undefined>;

export function textFaults(values: FieldValues): Faults {
  const faults: Faults = {};
  for (const name of typedFields) {
    const n = itemFields[name].longest;
    if (n !== null && values[name].trim().length > n) faults[name] = reason('too_long', { n });
  }
  if (!VISIBLE.test(values.title)) faults.title = reason('required_fields');
  return faults;
}

/** The same of what visitors get of a place. */
export const precisionTexts = {
  exact: 'privacyExact',
  block: 'privacyApproximate',
  region: 'level:region',
  hidden: 'privacyHidden',
} as const satisfies Record<Precision, string>;

type Placed = Pick<MediaItem, 'location' | 'locationPrivacy'>;

/**
 * The privacy to show after the location was edited and the person has chosen none by hand.
 * A new item follows the rule of product decisions §4; for an existing one it only gets stricter.
 */
export function suggestedPrivacy(item: Placed | null, location: string): LocationPrivacy {
  if (!item) return defaultLocationPrivacy(location);
  if (location === (item.location ?? '')) return item.locationPrivacy;
  return stricterPrivacy(item.locationPrivacy, defaultLocationPrivacy(location));
}

interface Edited<Values> {
  values: Values;
  /** The privacy was chosen or copied; another location leaves it alone. */
  privacyIsChosen: boolean;
}

/**
 * Changes fields by hand. A location suggests its privacy, unless one has been chosen; "exact" was
 * chosen for the text before.
 */
export function editValues<Values extends FieldValues>(
  last: Edited<Values>,
  change: Partial<Values>,
  item: Placed | null,
): Edited<Values> {
  const values = { ...last.values, ...change };
  const { location } = change;
  const isForOther =
    location !== undefined && values.locationPrivacy === 'exact' && !isWordsOnly(location);
  const privacyIsChosen =
    change.locationPrivacy !== undefined || (last.privacyIsChosen && !isForOther);
  if (location !== undefined && !privacyIsChosen)
    values.locationPrivacy = suggestedPrivacy(item, location);
  return { values, privacyIsChosen };
}
