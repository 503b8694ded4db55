/** How species are called and found; without zod, for the pages of visitors. */
import type { SpeciesName } from './species.ts';

/** "Oehoe", or the scientific name of what has no Dutch one. */
export function speciesLabel({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ?? scientificName;
}
