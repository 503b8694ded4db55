/** What the keywords of files are compared with: tags, species, and words that were turned down. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Category } from '@veldlicht/contract/category';
import type { Species } from '@veldlicht/contract/species';
import { useMemo } from 'react';
import { speciesIndex, speciesQuery } from '#features/species/species-search.ts';
import { declinedQuery } from '#lib/declined-keywords.ts';
import { categoriesQuery } from '#lib/queries.ts';
import type { KnownWords } from './file-words.ts';

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
