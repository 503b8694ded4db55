/** Values of the fields of an item, their checks and their patch (pure). */
import { blankFields, type DraftFields, nameWithoutExtension } from '@veldlicht/contract/draft';
import type { Precision } from '@veldlicht/contract/guard';
import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import type { MediaItem, MediaPatch, NewMedia } from '@veldlicht/contract/media';
import { VISIBLE } from '@veldlicht/contract/name';
import { reason } from '@veldlicht/contract/reason';
import { changedOf } from '#lib/save-merged.ts';

export type FieldValues = DraftFields;

/** Reasons of the server by names of fields. */
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

export const isFileName = (title: string, fileName: string | null): boolean =>
  fileName !== null && VISIBLE.test(title) && title.trim() === nameWithoutExtension(fileName);

/** Labels of the published precision. */
export const precisionTexts = {
  exact: 'privacyExact',
  block: 'privacyApproximate',
  region: 'level:region',
  hidden: 'privacyHidden',
} as const satisfies Record<Precision, string>;

const blank = {
  ...blankFields,
  status: 'published' as MediaItem['status'],
  publishFrom: null as string | null,
  publishUntil: null as string | null,
  featured: false,
  imageUrl: '',
  focus: { x: 0.5, y: 0.5 },
  originalName: null as string | null,
};
export type FormValues = typeof blank;

/** Values of an item for its form, or the defaults of a new one. */
export function initialValues(item: MediaItem | null): FormValues {
  const own = new Map(Object.entries(item ?? {}));
  // Cast: `fromEntries` forgets the names.
  return Object.fromEntries(
    Object.entries(blank).map(([name, value]) => [name, own.get(name) ?? value]),
  ) as FormValues;
}

/** Builds the patch of an item. Location and privacy go together, as a choice holds for one text only. */
export function patchOf(item: MediaItem, values: NewMedia): MediaPatch {
  const patch: MediaPatch = changedOf(item, values);
  const { location, locationPrivacy } = values;
  const isPlace = 'location' in patch || 'locationPrivacy' in patch;
  return isPlace ? { ...patch, location, locationPrivacy } : patch;
}
