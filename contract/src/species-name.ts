/** How species are called and found; without zod, for the pages of visitors. */
import { foldName } from './name.ts';
import type { SpeciesName } from './species.ts';

/** As people compare names while they type: without case and accents. */
export function foldForSearch(text: string): string {
  return foldName(text).normalize('NFKD').replace(/\p{M}/gu, '');
}

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
