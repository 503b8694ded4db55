/** The order in which books have birds, mammals, reptiles, amphibians, dragonflies and butterflies (README.md beside it). */
import { readFileSync } from 'node:fs';

let places: ReadonlyMap<string, number> | undefined;

/** Places of species, of the names they had, and of genera: where their first species stands. */
function readPlaces(): ReadonlyMap<string, number> {
  const text = readFileSync(new URL('systematic-order.txt', import.meta.url), 'utf8');
  const found = new Map<string, number>();
  for (const [place, line] of text.trimEnd().split('\n').entries()) {
    const names = line.split('|');
    const [genus = ''] = (names[0] ?? '').split(' ');
    if (!found.has(genus)) found.set(genus, place);
    for (const name of names) found.set(name, place);
  }
  return found;
}

/** Place of a species in the order of books; behind all others where it has none. */
export function systematicPlace(scientificName: string): number {
  places ??= readPlaces();
  const [genus = ''] = scientificName.split(' ');
  return places.get(scientificName) ?? places.get(genus) ?? Number.MAX_SAFE_INTEGER;
}
