/** What many drafts have in common, and what their files propose (pure). */
import { foldName } from '@veldlicht/contract/name';
import type { ItemSpecies, Species } from '@veldlicht/contract/species';
import { asSeen, type NamedSpecies, namedSpecies } from '#features/species/species-search.ts';
import type { FieldValues } from '../field-values.ts';
import type { KnownWords } from '../upload/file-words.ts';
import { type Column, columns } from './columns.ts';
import { changeSpecies, changeTags, type Draft, editAmongMany } from './draft.ts';
import type { CellValues } from './field-cells.tsx';

/** What tells an entry of a list from the others. */
const keyOf = (entry: string | ItemSpecies) =>
  typeof entry === 'string' ? entry : entry.scientificName;

/** What is in the lists of all. */
function inAll<Entry extends string | ItemSpecies>(lists: Entry[][]): Entry[] {
  const [first = [], ...others] = lists;
  return others.reduce((left, list) => {
    const isHere = (entry: Entry) => list.some((other) => keyOf(other) === keyOf(entry));
    return left.every(isHere) ? left : left.filter(isHere);
  }, first);
}

/** The value of each column that all have; undefined where they differ. Of tags and species, those that all have. */
export function commonValues(drafts: readonly Draft[]): CellValues {
  const [first, ...others] = drafts;
  const common = (column: Column) => {
    const value = first?.fields[column];
    return others.every(({ fields }) => fields[column] === value) ? value : undefined;
  };
  // Cast: `fromEntries` forgets the names.
  const values = Object.fromEntries(
    columns.map((column) => [column, common(column)]),
  ) as CellValues;
  const tags = inAll(drafts.map(({ fields }) => fields.tags));
  return { ...values, tags, species: inAll(drafts.map(({ fields }) => fields.species)) };
}

/** How one draft of many changes; of tags and species only those come and go that `common` did not have or lost. */
export function changeOneOfMany(
  change: Partial<FieldValues>,
  common: Partial<Pick<FieldValues, 'tags' | 'species'>>,
) {
  const { tags, species, ...others } = change;
  const lost = (before: FieldValues['tags' | 'species'] = [], now: readonly string[]) =>
    before.map(keyOf).filter((key) => !now.includes(key));
  return (draft: Draft): Draft => {
    if (tags) return changeTags(draft, tags, lost(common.tags, tags));
    if (species) return changeSpecies(draft, species, lost(common.species, species.map(keyOf)));
    return editAmongMany(draft, others);
  };
}

/** Keywords of all files that are no tags yet, each once; in the order of the files, so that none moves away under a hand. */
export function proposedKeywords(drafts: readonly Draft[]): string[] {
  const words = new Map<string, string>();
  // Of a thousand files most words are alike, and folding takes its time.
  for (const word of new Set(drafts.flatMap(({ notes }) => notes.keywords))) {
    const key = foldName(word);
    if (!words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

/** Looked for once for each change: at every key, a thousand drafts are asked. */
const namedIn = new WeakMap<FieldValues, { known: KnownWords; named: NamedSpecies[] }>();

/** What the title and the keywords of a draft name and it does not show yet. */
function speciesNamedBy({ fields, notes }: Draft, known: KnownWords): readonly NamedSpecies[] {
  const before = namedIn.get(fields);
  if (before?.known === known) return before.named;
  const { title, tags, species } = fields;
  const words = { title, keywords: [...notes.keywords, ...tags] };
  const named = namedSpecies(known, words, species);
  namedIn.set(fields, { known, named });
  return named;
}

/** Species that drafts name and do not show, with how many do; in the order of the files. */
export function proposedSpecies(drafts: readonly Draft[], known: KnownWords): NamedSpecies[] {
  const found = new Map<Species, NamedSpecies>();
  for (const draft of drafts)
    for (const { species, word } of speciesNamedBy(draft, known))
      found.set(species, { species, word, count: (found.get(species)?.count ?? 0) + 1 });
  return [...found.values()];
}

/** Gives a species to a draft that names it. */
export function takeSpecies(draft: Draft, taken: Species, known: KnownWords): Draft {
  const isNamed = speciesNamedBy(draft, known).some(({ species }) => species === taken);
  return isNamed ? changeSpecies(draft, [asSeen(taken)], []) : draft;
}
