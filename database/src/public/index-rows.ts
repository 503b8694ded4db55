/** Rows of an item in the files of the library index (contract, library-index). */
import { objectOf } from '@veldlicht/contract/by-name';
import { objectPosition } from '@veldlicht/contract/focus';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import { ladderKey } from '@veldlicht/contract/ladder';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { ratioOf } from './to-public-item.ts';

function speciesWords({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ? `${dutchName} ${scientificName}` : scientificName;
}

/** A date in the format of the index. */
function digitsOf(date: string | null): number {
  return Number((date ?? '').replaceAll('-', '').padEnd(8, '0'));
}

/** Row of an item in a search file. */
export function searchRow(item: PublicItem) {
  return {
    slug: item.slug,
    ...objectOf(searchedTexts, (name) => item[name] ?? ''),
    place: item.place ?? '',
    category: item.category,
    tag: item.tags,
    species: item.species.map(speciesWords),
    duration: item.type === 'video' ? Math.max(1, Math.round(item.duration ?? 0)) : 0,
    ratio: ratioOf(item),
    taken: digitsOf(item.date),
  };
}

/** Row of an item in a view file; holds nothing that links to the item do not. */
export function viewRow(item: PublicItem) {
  return {
    slug: item.slug,
    hash: ladderKey(item.sources[0]?.url ?? ''),
    width: item.width,
    height: item.height,
    color: item.color.slice(1),
    alt: item.alt === item.title ? '' : item.alt,
    placeholder: item.placeholder ?? '',
    focus: objectPosition(item.focus),
  };
}
