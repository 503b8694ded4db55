/** What the words of files are compared with, for proposals while somebody types; what is sure the server fills in. */

import { useQuery } from '@tanstack/react-query';
import type { Species } from '@veldlicht/contract/species';
import type { SpeciesByName } from '@veldlicht/contract/species-words';
import { useMemo } from 'react';
import { speciesIndex, speciesQuery } from '#features/species/species-search.ts';
import { declinedQuery } from '#lib/declined-keywords.ts';

export interface KnownWords {
  species: SpeciesByName<Species>;
  /** Folded words that somebody turned down. */
  declined: readonly string[];
}

const nothing: readonly Species[] = [];

/** Without the words that were turned down nothing is proposed. */
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
