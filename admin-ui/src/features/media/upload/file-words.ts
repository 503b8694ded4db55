/** What a file fills in: its facts, and the tags and species that its keywords name. */

import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Category } from '@veldlicht/contract/category';
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { foldName } from '@veldlicht/contract/name';
import { type ItemSpecies, MAX_ITEM_SPECIES, type Species } from '@veldlicht/contract/species';
import { type SpeciesByName, speciesOfKeyword } from '@veldlicht/contract/species-words';
import { useMemo } from 'react';
import { asSeen, speciesIndex, speciesQuery } from '#features/species/species-search.ts';
import { declinedQuery } from '#lib/declined-keywords.ts';
import { categoriesQuery } from '#lib/queries.ts';

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

/** What the keywords of files are compared with: tags, species, and words that were turned down. */
interface Lists {
  entries: readonly Category[] | undefined;
  species: readonly Species[] | undefined;
  declined: readonly string[] | undefined;
}

const nothing: readonly Species[] = [];

/** What is not known is proposed rather than filled in; without the words that were turned down, so is every species. */
function knownWords({ entries = [], species = nothing, declined }: Lists): KnownWords {
  return {
    tags: entries.filter(({ type }) => type === 'tag').map(({ name }) => name),
    species: speciesIndex(declined ? species : nothing).byName,
    declined: declined ?? [],
  };
}

export function useKnownWords(): KnownWords {
  const { data: entries } = useQuery(categoriesQuery);
  const { data: species } = useQuery(speciesQuery);
  const { data: declined } = useQuery(declinedQuery);
  return useMemo(() => knownWords({ entries, species, declined }), [entries, species, declined]);
}

/** The same outside of a component; waits for what is not loaded yet. */
export async function readKnownWords(client: QueryClient): Promise<KnownWords> {
  const [entries, species, declined] = await Promise.all([
    client.ensureQueryData(categoriesQuery).catch(() => undefined),
    client.ensureQueryData(speciesQuery).catch(() => undefined),
    client.ensureQueryData(declinedQuery).catch(() => undefined),
  ]);
  return knownWords({ entries, species, declined });
}
