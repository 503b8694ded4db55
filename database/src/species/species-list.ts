/** The species that every installation begins with (README.md beside it, decision 070). */
import { readFileSync } from 'node:fs';
import { type SpeciesGroup, speciesGroups } from '@veldlicht/contract/species-groups';
import { oneOf } from './one-of.ts';

const COLUMNS = 'scientificName,synonyms,dutchName,englishName,group,family,source';

/** `inbo`: a checklist of INBO has it, under this name or a synonym. `veldlicht`: the project added it. */
const sources = ['inbo', 'veldlicht'] as const;

export interface ListedSpecies {
  scientificName: string;
  /** Other scientific names it is known by, which keywords may hold. */
  synonyms: string[];
  dutchName: string;
  englishName: string | null;
  group: SpeciesGroup;
  family: string;
  source: (typeof sources)[number];
}

function parseLine(line: string): ListedSpecies | null {
  const [scientificName, synonyms, dutchName, englishName, ...rest] = line.split(',');
  const [groupName, family, sourceName, more] = rest;
  const [group, source] = [oneOf(speciesGroups, groupName), oneOf(sources, sourceName)];
  if (!scientificName || !dutchName || !group || !family || !source || more !== undefined)
    return null;
  return {
    scientificName,
    synonyms: synonyms ? synonyms.split('|') : [],
    dutchName,
    englishName: englishName || null,
    group,
    family,
    source,
  };
}

/** Species of a list without quotes. Throws on a line that is none, and on a scientific name given twice. */
export function parseSpeciesList(text: string): ListedSpecies[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== COLUMNS) throw new Error(`A list of species has the columns ${COLUMNS}`);
  const taken = new Set<string>();
  return lines.map((line, i) => {
    const species = parseLine(line);
    if (!species) throw new Error(`Line ${i + 2} is no species: ${line}`);
    for (const name of [species.scientificName, ...species.synonyms]) {
      if (taken.has(name)) throw new Error(`Line ${i + 2} names ${name} again`);
      taken.add(name);
    }
    return species;
  });
}

/** All of them, by group and scientific name: 4,779 in about 10 ms. */
export function readSpeciesList(): ListedSpecies[] {
  return parseSpeciesList(readFileSync(new URL('species.csv', import.meta.url), 'utf8'));
}

let byName: ReadonlyMap<string, ListedSpecies> | undefined;

/** All of them by scientific name, read once. */
export function listedSpecies(): ReadonlyMap<string, ListedSpecies> {
  byName ??= new Map(readSpeciesList().map((one) => [one.scientificName, one]));
  return byName;
}
