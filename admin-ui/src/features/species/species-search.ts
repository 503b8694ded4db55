/** Finding species by any part of a name, and in what was typed elsewhere (pure). */
import { foldName } from '@veldlicht/contract/name';
import { type Species, species } from '@veldlicht/contract/species';
import { foldForSearch } from '@veldlicht/contract/species-name';
import { z } from 'zod';
import { apiQuery } from '#lib/queries.ts';

export const speciesQuery = {
  ...apiQuery(z.array(species), '/api/admin/species'),
  staleTime: 5 * 60_000,
};

/** All species, folded once: a search looks at 4,800 names in a millisecond. */
export interface SpeciesIndex {
  list: { species: Species; text: string }[];
  /** By each whole name, also those it went by before. */
  byName: Map<string, Species>;
}

export function speciesIndex(all: readonly Species[]): SpeciesIndex {
  const byName = new Map<string, Species>();
  for (const one of all) {
    const names = [one.scientificName, ...one.synonyms, one.dutchName, one.englishName];
    for (const name of names) {
      const key = name && foldName(name);
      if (key && !byName.has(key)) byName.set(key, one);
    }
  }
  const list = all.map((one) => ({
    species: one,
    text: foldForSearch(`${one.dutchName ?? ''}\n${one.scientificName}\n${one.englishName ?? ''}`),
  }));
  return { list, byName };
}

/** How well a text answers: at its start, at the start of a word, anywhere, nowhere. */
function rankOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at <= 0) return at;
  return /\s/.test(text[at - 1] ?? '') ? 1 : 2;
}

/** The best matches; what the library has already comes first among equals. */
export function findSpecies({ list }: SpeciesIndex, typed: string, limit = 12): Species[] {
  const wanted = foldForSearch(typed).trim();
  if (wanted === '') return [];
  const found = list.flatMap(({ species: one, text }) => {
    const rank = rankOf(text, wanted);
    return rank < 0 ? [] : [{ one, rank, length: text.length }];
  });
  found.sort((a, b) => a.rank - b.rank || b.one.items - a.one.items || a.length - b.length);
  return found.slice(0, limit).map(({ one }) => one);
}

/** Most words of a name. */
const NAME_WORDS = 4;

/** Species that keywords are called by, or whose whole names stand in a title; each once. */
export function speciesNamedIn(
  { byName }: SpeciesIndex,
  keywords: readonly string[],
  title: string,
): Species[] {
  const words = title.split(/[^\p{L}\p{M}'’-]+/u).filter(Boolean);
  const phrases = words.flatMap((_, from) =>
    Array.from({ length: NAME_WORDS }, (_, more) => words.slice(from, from + more + 1).join(' ')),
  );
  const found = [...keywords, ...phrases].flatMap((name) => byName.get(foldName(name)) ?? []);
  return [...new Set(found)];
}
