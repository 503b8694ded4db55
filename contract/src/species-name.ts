/** Names of species; without zod, since scripts of the site load it. */
import type { SpeciesName } from './species.ts';

/** The Dutch name, else the scientific one. */
export function speciesLabel({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ?? scientificName;
}
