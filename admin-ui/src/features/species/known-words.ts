/** Species and declined keywords, for proposals while somebody types. */
import { useQuery } from '@tanstack/react-query';
import type { Species } from '@veldlicht/contract/species';
import type { SpeciesByName } from '@veldlicht/contract/species-words';
import { useMemo } from 'react';
import { speciesIndex, speciesQuery } from '#features/species/species-search.ts';
import { declinedQuery } from '#lib/declined-keywords.ts';

export interface KnownWords {
  species: SpeciesByName<Species>;
  /** Folded. */
  declined: readonly string[];
}

const nothing: readonly Species[] = [];

/** Proposes nothing until the declined words are loaded. */
export function useKnownWords(): KnownWords {
  const { data: species = nothing } = useQuery(speciesQuery);
  const { data: declined } = useQuery(declinedQuery);
  return useMemo(
    () => ({
      species: speciesIndex(declined ? species : nothing).byName,
      declined: declined ?? [],
    }),
    [species, declined],
  );
}
