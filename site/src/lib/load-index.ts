/** Loads the files of the library index; which file holds which row. */
import type { LibrarySearchChunk, LibraryViewChunk } from '@veldlicht/contract/library-index';
import { addChunk, emptyIndex, type SearchIndex } from './search-index.ts';

type Fetch = (url: string) => Promise<Response>;

/** How many rows each chunk has. */
type ChunkSizes = readonly { items: number }[];

async function loadJson(url: string, fetchFile: Fetch): Promise<unknown> {
  const response = await fetchFile(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** The whole search index. Throws when one of its files cannot be had. */
export async function loadSearchIndex(
  urls: string[],
  fetchFile: Fetch = fetch,
): Promise<SearchIndex> {
  const index = emptyIndex();
  const files = urls.map((url) => loadJson(url, fetchFile));
  // One that fails while an earlier one is awaited must not count as unhandled.
  for (const file of files) file.catch(() => undefined);
  for (const file of files) {
    // The file comes from the same release as this script, so its shape needs no second check.
    addChunk(index, (await file) as LibrarySearchChunk);
  }
  return index;
}

/** What the cards of one chunk need. Throws when the file cannot be had. */
export async function loadView(url: string, fetchFile: Fetch = fetch): Promise<LibraryViewChunk> {
  // As above: from the same release.
  return (await loadJson(url, fetchFile)) as LibraryViewChunk;
}

/** Chunk of a row of the library, and its row there. */
export function placeOfRow(chunks: ChunkSizes, row: number): { chunk: number; at: number } {
  let first = 0;
  for (const [chunk, { items }] of chunks.entries()) {
    if (row < first + items) return { chunk, at: row - first };
    first += items;
  }
  return { chunk: -1, at: -1 };
}
