/** What can be proposed of the words of a photo (pure). */
import type { ItemSpecies, Species } from '@veldlicht/contract/species';
import { type SpeciesByName, speciesNamedIn } from '@veldlicht/contract/species-words';

/** A species, and the word that names it. */
export interface NamedSpecies {
  species: Species;
  word: string;
  /** Of how many photos. */
  count: number;
}

/** Species that the words of a photo name and that it does not show yet. */
export function namedSpecies(
  known: { species: SpeciesByName<Species>; declined: readonly string[] },
  words: { keywords: readonly string[]; title: string },
  shown: readonly ItemSpecies[],
): NamedSpecies[] {
  const named = speciesNamedIn(known.species, { ...words, declined: known.declined });
  return [...named]
    .filter(([one]) => !shown.some(({ scientificName }) => scientificName === one.scientificName))
    .map(([species, word]) => ({ species, word, count: 1 }));
}
