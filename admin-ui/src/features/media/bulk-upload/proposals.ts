/** Tags and species that the files of many drafts propose (pure). */
import { foldName } from '@veldlicht/contract/name';
import type { Species } from '@veldlicht/contract/species';
import type { KnownWords } from '#features/species/known-words.ts';
import { asSeen, type NamedSpecies, namedSpecies } from '#features/species/species-search.ts';
import type { FieldValues } from '../field-values.ts';
import { changeDraft, type Draft } from './draft.ts';

/** Returns distinct keywords that name nothing yet, in the order of the files, so that none moves under the pointer. */
export function proposedKeywords(drafts: readonly Draft[]): string[] {
  const words = new Map<string, string>();
  // Folding is slow, and most words of a thousand files are the same.
  for (const word of new Set(drafts.flatMap(({ notes }) => notes.keywords))) {
    const key = foldName(word);
    if (!words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

/** Cached by the fields: each key press checks a thousand drafts. */
const namedIn = new WeakMap<FieldValues, { known: KnownWords; named: NamedSpecies[] }>();

/** Species in the title and the keywords of a draft that it lacks. */
function speciesNamedBy({ fields, notes }: Draft, known: KnownWords): readonly NamedSpecies[] {
  const before = namedIn.get(fields);
  if (before?.known === known) return before.named;
  const { title, tags, species } = fields;
  const words = { title, keywords: [...notes.keywords, ...tags] };
  const named = namedSpecies(known, words, species);
  namedIn.set(fields, { known, named });
  return named;
}

/** Species that drafts name but lack, with their counts, in the order of the files. */
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
  return isNamed ? changeDraft(draft, { addSpecies: [asSeen(taken)] }) : draft;
}
