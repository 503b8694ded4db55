/** The library index, cut into chunks by age (contract/library-index). */

import { objectOf } from '@veldlicht/contract/by-name';
import { objectPosition } from '@veldlicht/contract/focus';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import { ladderKey } from '@veldlicht/contract/ladder';
import type { LibrarySearchChunk, LibraryViewChunk } from '@veldlicht/contract/library-index';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { ratioOf } from '@veldlicht/database/public/to-public-item';
import { sha256 } from '@veldlicht/database/sha256';
import { type ContentSource, type Entry, partOfAge } from './content-source.ts';

/** Items per library index chunk, cut by age so that an edit touches one. */
const INDEX_CHUNK_ITEMS = 250;

/** Chunk of an item: fixed for ever by its age. */
export function chunkNumber(entry: Pick<Entry, 'order'>): number {
  return partOfAge(entry, INDEX_CHUNK_ITEMS) - 1;
}

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

function speciesWords({ dutchName, scientificName }: SpeciesName): string {
  return dutchName ? `${dutchName} ${scientificName}` : scientificName;
}

/** A date as the index keeps it. */
function digitsOf(date: string | null): number {
  return Number((date ?? '').replaceAll('-', '').padEnd(8, '0'));
}

function searchChunk(items: PublicItem[]): LibrarySearchChunk {
  const categories: string[] = [];
  const tags: string[] = [];
  const category = indexer(categories);
  const tag = indexer(tags);
  const speciesNames: string[] = [];
  const oneSpecies = indexer(speciesNames);
  return {
    ...objectOf(searchedTexts, (name) => items.map((item) => item[name] ?? '')),
    place: items.map((item) => item.place ?? ''),
    category: items.map((item) => category(item.category)),
    tag: items.map((item) => item.tags.map(tag)),
    species: items.map((item) => item.species.map(speciesWords).map(oneSpecies)),
    duration: items.map(({ type, duration }) =>
      type === 'video' ? Math.max(1, Math.round(duration ?? 0)) : 0,
    ),
    ratio: items.map(ratioOf),
    taken: items.map(({ date }) => digitsOf(date)),
    categories,
    tags,
    speciesNames,
  };
}

function viewChunk(items: PublicItem[]): LibraryViewChunk {
  return {
    slug: items.map((item) => item.slug),
    hash: items.map(({ sources }) => ladderKey(sources[0]?.url ?? '')),
    width: items.map((item) => item.width),
    height: items.map((item) => item.height),
    color: items.map((item) => item.color.slice(1)),
    alt: items.map((item) => (item.alt === item.title ? '' : item.alt)),
    placeholder: items.map((item) => item.placeholder ?? ''),
    focus: items.map((item) => objectPosition(item.focus)),
  };
}

/** A file of the index: its content, and the name that follows from it. */
export interface IndexFile {
  name: string;
  json: Buffer;
}

function indexFile(columns: LibrarySearchChunk | LibraryViewChunk): IndexFile {
  const json = Buffer.from(JSON.stringify(columns));
  return { name: `${sha256(json).slice(0, 16)}.json`, json };
}

/** What is searched in one chunk. */
export function searchFile(source: ContentSource, entries: Entry[]): IndexFile {
  return indexFile(searchChunk(source.items(entries)));
}

/** What the grid shows of it: nothing that a change of tags or descriptions touches (`linkKey`). */
export function viewFile(source: ContentSource, entries: Entry[]): IndexFile {
  return indexFile(viewChunk(source.items(entries)));
}

/** Both files of one chunk; `entries` newest first. */
export function indexFiles(
  source: ContentSource,
  entries: Entry[],
): { search: IndexFile; view: IndexFile } {
  return { search: searchFile(source, entries), view: viewFile(source, entries) };
}
