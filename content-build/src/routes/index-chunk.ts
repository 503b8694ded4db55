/** Chunks of the library index (contract/library-index). */

import { objectOf } from '@veldlicht/contract/by-name';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type { LibrarySearchChunk, LibraryViewChunk } from '@veldlicht/contract/library-index';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { searchRow, viewRow } from '@veldlicht/database/public/index-rows';
import { sha256 } from '@veldlicht/database/sha256';

/** Key of the slugs in order; both files of a chunk have it. */
const rowsKey = (rows: { slug: string }[]) =>
  sha256(rows.map(({ slug }) => slug).join('\n')).slice(0, 8);

function indexer(names: string[]): (name: string) => number {
  const places = new Map<string, number>();
  return (name) => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, names.length);
    names.push(name);
    return names.length - 1;
  };
}

/** Columns for searching; items newest first. */
export function searchChunk(items: PublicItem[]): LibrarySearchChunk {
  const rows = items.map(searchRow);
  const categories: string[] = [];
  const tags: string[] = [];
  const category = indexer(categories);
  const tag = indexer(tags);
  const speciesNames: string[] = [];
  const oneSpecies = indexer(speciesNames);
  return {
    rows: rowsKey(rows),
    ...objectOf(searchedTexts, (name) => rows.map((row) => row[name])),
    place: rows.map((row) => row.place),
    category: rows.map((row) => category(row.category)),
    tag: rows.map((row) => row.tag.map(tag)),
    species: rows.map((row) => row.species.map(oneSpecies)),
    duration: rows.map((row) => row.duration),
    ratio: rows.map((row) => row.ratio),
    taken: rows.map((row) => row.taken),
    categories,
    tags,
    speciesNames,
  };
}

/** Columns for the grid; items newest first. */
export function viewChunk(items: PublicItem[]): LibraryViewChunk {
  const rows = items.map(viewRow);
  return {
    rows: rowsKey(rows),
    slug: rows.map((row) => row.slug),
    hash: rows.map((row) => row.hash),
    width: rows.map((row) => row.width),
    height: rows.map((row) => row.height),
    color: rows.map((row) => row.color),
    alt: rows.map((row) => row.alt),
    placeholder: rows.map((row) => row.placeholder),
    focus: rows.map((row) => row.focus),
  };
}
