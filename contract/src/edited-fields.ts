/** Changes the fields of an item by hand and by its file, in its form and in a draft alike (pure). */
import { type DraftFields, type FileWords, nameWithoutExtension } from './draft.ts';
import { type LocationPrivacy, stricterPrivacy } from './location.ts';
import type { MediaItem } from './media.ts';
import { defaultLocationPrivacy, isWordsOnly } from './position-shapes.ts';
import type { ItemSpeciesInput } from './species.ts';

/** Fields, and the names of those that somebody chose: a file fills these no more. */
export interface EditedFields<Fields extends DraftFields = DraftFields> {
  fields: Fields;
  edited: string[];
}

type Placed = Pick<MediaItem, 'location' | 'locationPrivacy'>;

/** The privacy of a location for which nobody chose one: by rule, but never less strict than that of `item`. */
function suggestedPrivacy(item: Placed | null, location: string): LocationPrivacy {
  if (!item) return defaultLocationPrivacy(location);
  if (location === (item.location ?? '')) return item.locationPrivacy;
  return stricterPrivacy(item.locationPrivacy, defaultLocationPrivacy(location));
}

/** Suggests a privacy for the new location, unless one was chosen; "exact" was chosen for the text before. */
function withPrivacy<Fields extends DraftFields>(
  { fields, edited }: EditedFields<Fields>,
  item: Placed | null,
): EditedFields<Fields> {
  const { location, locationPrivacy } = fields;
  const holds = locationPrivacy !== 'exact' || isWordsOnly(location);
  if (holds && edited.includes('locationPrivacy')) return { fields, edited };
  return {
    fields: { ...fields, locationPrivacy: suggestedPrivacy(item, location) },
    edited: edited.filter((name) => name !== 'locationPrivacy'),
  };
}

/** Changes fields by hand. `item` is null for what is new. */
export function editFields<Fields extends DraftFields>(
  { fields, edited }: EditedFields<Fields>,
  change: Partial<Fields>,
  item: Placed | null,
): EditedFields<Fields> {
  const added = Object.keys(change).filter((name) => !edited.includes(name));
  const next = {
    fields: { ...fields, ...change },
    edited: added.length > 0 ? [...edited, ...added] : edited,
  };
  const isPlaceAlone = change.location !== undefined && change.locationPrivacy === undefined;
  if (!isPlaceAlone) return next;
  // A new place typed or pasted over another is not to be shown more exactly than that.
  const isOver = !isEmptyField(fields.location) && !isEmptyField(next.fields.location);
  return withPrivacy(next, item ?? (isOver ? fields : null));
}

/** The fields that a file fills. */
export const filledNames = [
  'title',
  'description',
  'date',
  'location',
  'category',
  'tags',
  'species',
] as const;
type FilledName = (typeof filledNames)[number];

export type FillingWords = Pick<FileWords, FilledName>;

export const NO_WORDS: FillingWords = {
  title: null,
  description: null,
  date: null,
  location: null,
  category: null,
  tags: [],
  species: [],
};

/** The words of a file, with its name as the title where they have none; null: it was not read yet. */
export function wordsOfFile(fileName: string, words: FillingWords | null): FillingWords {
  const read = words ?? NO_WORDS;
  return { ...read, title: read.title ?? nameWithoutExtension(fileName) };
}

export const isEmptyField = (value: string | readonly unknown[]): boolean =>
  typeof value === 'string' ? value.trim() === '' : value.length === 0;

/** A form's or file's values; species with or without defaults. */
type SaidFields = Record<FilledName, string | null | ItemSpeciesInput>;

/** Normalises a value for comparison: lists are equal in any order. */
function comparable(value: SaidFields[FilledName]): string {
  if (value === null || typeof value === 'string') return (value ?? '').trim();
  const texts = value.map((one) =>
    typeof one === 'string' ? one : [one.scientificName, one.kind, one.lifeStage, one.nest].join(),
  );
  return JSON.stringify(texts.sort());
}

/** Names of the fields that hold what a file said. */
export function fieldsSaid(fields: SaidFields, said: SaidFields): FilledName[] {
  return filledNames.filter((name) => comparable(fields[name]) === comparable(said[name]));
}

/**
 * Fills what is empty, and what an earlier file `filled`, with the words of a file; what somebody edited stays.
 * Returns the names that this file filled too.
 */
export function fillFields<Fields extends DraftFields>(
  last: EditedFields<Fields> & { filled: readonly string[] },
  words: FillingWords,
  item: Placed | null,
): EditedFields<Fields> & { filled: string[] } {
  const { fields, edited, filled } = last;
  const isOpen = (name: FilledName) =>
    !edited.includes(name) && (isEmptyField(fields[name]) || filled.includes(name));
  const open = filledNames.filter(isOpen);
  const change: Partial<DraftFields> = Object.fromEntries(
    open.map((name) => [name, words[name] ?? '']),
  );
  const next = { fields: { ...fields, ...change }, edited };
  const isMoved = next.fields.location !== fields.location;
  return { ...(isMoved ? withPrivacy(next, item) : next), filled: open };
}
