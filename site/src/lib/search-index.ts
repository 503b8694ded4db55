/** The search files of the library in memory: the columns of all chunks, one after the other. */
import type { LibrarySearchChunk } from '@veldlicht/contract/library-index';
import { type FilterColumns, searchText } from './filter-media.ts';
import { storedRatio } from './grid-layout.ts';

export interface SearchIndex extends FilterColumns {
  title: string[];
  place: string[];
  /** Seconds of a film; 0 for a photo. */
  duration: number[];
  /** Height by width of each card. */
  ratio: number[];
  /** Every row, newest first: what shows without a filter. */
  all: number[];
}

export function emptyIndex(): SearchIndex {
  return {
    ...{ category: [], categoryNames: [], tags: [], tagNames: [], text: [] },
    ...{ title: [], place: [], duration: [], ratio: [], all: [] },
  };
}

/** Index of each name among `known`, which grows by those that are new. */
function placesIn(known: string[], names: string[]): number[] {
  return names.map((name) => {
    const place = known.indexOf(name);
    return place < 0 ? known.push(name) - 1 : place;
  });
}

/** Adds the rows of a chunk. Chunks must come in their order, newest first. */
export function addChunk(index: SearchIndex, chunk: LibrarySearchChunk): void {
  const categories = placesIn(
    index.categoryNames,
    chunk.categories.map((name) => name.toLowerCase()),
  );
  const tags = placesIn(index.tagNames, chunk.tags);
  for (const [row, title] of chunk.title.entries()) {
    const place = chunk.place[row] ?? '';
    index.all.push(index.title.length);
    index.title.push(title);
    index.place.push(place);
    index.text.push(searchText(title, chunk.description[row] ?? '', place));
    index.category.push(categories[chunk.category[row] ?? -1] ?? -1);
    index.tags.push((chunk.tag[row] ?? []).map((tag) => tags[tag] ?? -1));
    index.duration.push(chunk.duration[row] ?? 0);
    index.ratio.push(storedRatio(chunk.ratio[row] ?? 100));
  }
}
