/** The species that every installation begins with (README.md beside it, decision 070); a test looks at every line. */
import { readFileSync } from 'node:fs';
import type { SpeciesGroup } from '@veldlicht/contract/species-groups';

/** As its row in the database. */
export interface ListedSpecies {
  scientificName: string;
  /** Other scientific names it is known by, which keywords may hold. */
  synonyms: string[];
  dutchName: string;
  englishName: string | null;
  groupName: SpeciesGroup;
  family: string;
}

/** All of them, by group and scientific name: 4,779 in about 10 ms. */
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
      groupName: group as SpeciesGroup, // the test knows each line
    };
  });
}

let byName: ReadonlyMap<string, ListedSpecies> | undefined;

/** All of them by scientific name, read once. */
export function listedSpecies(): ReadonlyMap<string, ListedSpecies> {
  byName ??= new Map(readSpeciesList().map((one) => [one.scientificName, one]));
  return byName;
}
