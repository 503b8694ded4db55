/** The bundled list of species (README.md beside it, decision 022); a test checks every line. */
import { readFileSync } from 'node:fs';
import type { SpeciesGroup } from '@veldlicht/contract/species-groups';

/** In the format of its row in the database. */
export interface ListedSpecies {
  scientificName: string;
  /** Other scientific names. */
  synonyms: string[];
  dutchName: string;
  englishName: string | null;
  groupName: SpeciesGroup;
  family: string;
}

/** All species, sorted by group and scientific name: 4,779 in about 10 ms. */
export function readSpeciesList(): ListedSpecies[] {
  const text = readFileSync(new URL('species.csv', import.meta.url), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [scientificName = '', synonyms, dutchName = '', englishName, group, family = ''] =
      line.split(',');
    return {
      scientificName,
      dutchName,
      family,
      synonyms: synonyms ? synonyms.split('|') : [],
      englishName: englishName || null,
      groupName: group as SpeciesGroup, // a test checks each line
    };
  });
}

let byName: ReadonlyMap<string, ListedSpecies> | undefined;

/** All species by scientific name, read once. */
export function listedSpecies(): ReadonlyMap<string, ListedSpecies> {
  byName ??= new Map(readSpeciesList().map((one) => [one.scientificName, one]));
  return byName;
}
