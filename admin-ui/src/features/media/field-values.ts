/** What people say of a photo or video: the same in its form and in the bulk upload (pure). */
import { type DraftFields, nameWithoutExtension } from '@veldlicht/contract/draft';
import type { Precision } from '@veldlicht/contract/guard';
import { itemFields, typedFields } from '@veldlicht/contract/item-fields';
import { VISIBLE } from '@veldlicht/contract/name';
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

/** Whether a title is still the name of its file. */
export const isFileName = (title: string, fileName: string | null): boolean =>
  fileName !== null && VISIBLE.test(title) && title.trim() === nameWithoutExtension(fileName);

/** The same of what visitors get of a place. */
export const precisionTexts = {
  exact: 'privacyExact',
  block: 'privacyApproximate',
  region: 'level:region',
  hidden: 'privacyHidden',
} as const satisfies Record<Precision, string>;
