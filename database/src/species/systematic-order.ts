/** Systematic order of birds, mammals, reptiles, amphibians, dragonflies and butterflies (README.md). */
import { readFileSync } from 'node:fs';

let places: ReadonlyMap<string, number> | undefined;

/** Reads the places of species by current and former name, and of genera: that of their first species. */
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

/** Returns the place of a species in systematic order; unknown ones come last. */
export function systematicPlace(scientificName: string): number {
  places ??= readPlaces();
  const [genus = ''] = scientificName.split(' ');
  return places.get(scientificName) ?? places.get(genus) ?? Number.MAX_SAFE_INTEGER;
}
