/** What a file fills in: its facts, and the tags and species that its keywords name (pure). */
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { foldName } from '@veldlicht/contract/name';
import { type ItemSpecies, MAX_ITEM_SPECIES, type Species } from '@veldlicht/contract/species';
import { type SpeciesByName, speciesOfKeyword } from '@veldlicht/contract/species-words';
import { asSeen } from '#features/species/species-search.ts';

/** Keywords are those that nothing is called by yet. */
export interface FileWords extends FileFacts {
  tags: string[];
  species: ItemSpecies[];
}

/** What keywords may be. */
export interface KnownWords {
  /** Names of all tags. */
  tags: readonly string[];
  species: SpeciesByName<Species>;
  /** Folded words that somebody turned down. */
  declined: readonly string[];
}

/** Tells keywords that are tags or species, whatever their case, from those that are neither; a place in words stands in for a position. */
export function wordsOf(facts: FileFacts, known: KnownWords): FileWords {
  const byName = new Map(known.tags.map((name) => [foldName(name), name]));
  const tagOf = (word: string) => byName.get(foldName(word));
  const speciesOf = (word: string) => speciesOfKeyword(known.species, word, known.declined);
  const named = new Set(facts.keywords.flatMap((word) => speciesOf(word) ?? []));
  return {
    ...facts,
    location: facts.location ?? facts.city,
    tags: facts.keywords.flatMap((word) => tagOf(word) ?? []),
    species: [...named].slice(0, MAX_ITEM_SPECIES).map(asSeen),
    keywords: facts.keywords.filter((word) => !tagOf(word) && !speciesOf(word)),
  };
}
