/** What the files of many drafts propose (pure). */
import { foldName } from '@veldlicht/contract/name';
import type { Species } from '@veldlicht/contract/species';
import { asSeen, type NamedSpecies, namedSpecies } from '#features/species/species-search.ts';
import type { FieldValues } from '../field-values.ts';
import type { KnownWords } from '../upload/file-words.ts';
import { changeDraft, type Draft } from './draft.ts';

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
  return isNamed ? changeDraft(draft, { addSpecies: [asSeen(taken)] }) : draft;
}
