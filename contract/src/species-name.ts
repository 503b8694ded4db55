/** How species are called and found; without zod, for the pages of visitors. */
import { foldForSearch } from './name.ts';
import type { SpeciesName } from './species.ts';

/** "Oehoe", or the scientific name of what has no Dutch one. */
export function speciesLabel({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ?? scientificName;
}

/** The last part of the address of a species. */
export function speciesSlug(scientificName: string): string {
  return foldForSearch(scientificName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
