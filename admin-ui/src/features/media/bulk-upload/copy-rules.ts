/** What the first draft gives to the others (spec §4 Copy-from-first options). */
import { stricterPrivacy } from '@veldlicht/contract/location';
import type { Draft, DraftFields } from './draft.ts';

/** The choices of 'Confirm Upload' that go on. */
export type CopyChoice = 'fill-empty' | 'replace-all' | 'as-is';

function isEmpty(value: string | string[]): boolean {
  return typeof value === 'string' ? value.trim() === '' : value.length === 0;
}

/** The names and values that go over; a type is never empty, so filling leaves it alone. */
function copiedFields(first: DraftFields, target: DraftFields, choice: CopyChoice) {
  const { description, location, date, category, type } = first;
  const all = { description, location, date, category, tags: [...first.tags], type };
  if (choice === 'replace-all') return all;
  // Cast: the entries are those of `all`.
  const entries = Object.entries(all) as Array<[keyof typeof all, string | string[]]>;
  return Object.fromEntries(
    entries.filter(([name, value]) => !isEmpty(value) && isEmpty(target[name])),
  ) as Partial<typeof all>;
}

/**
 * Copies from the first draft to one other. A location brings its privacy along, the stricter of
 * the two (product decisions §2), which later edits of the place then leave alone.
 */
export function copyTo(target: Draft, first: Draft, choice: CopyChoice): Draft {
  if (choice === 'as-is') return target;
  const copied = copiedFields(first.fields, target.fields, choice);
  const fields = { ...target.fields, ...copied };
  const dateIsChosen = target.dateIsChosen || copied.date !== undefined;
  if (isEmpty(copied.location ?? '')) return { ...target, fields, dateIsChosen };
  const { locationPrivacy } = fields;
  fields.locationPrivacy = stricterPrivacy(first.fields.locationPrivacy, locationPrivacy);
  return { ...target, fields, dateIsChosen, privacyIsChosen: true };
}

/** Copies from the first draft to all others; titles stay what they are. */
export function copyFromFirst(drafts: readonly Draft[], choice: CopyChoice): Draft[] {
  const [first, ...others] = drafts;
  return first ? [first, ...others.map((draft) => copyTo(draft, first, choice))] : [];
}
