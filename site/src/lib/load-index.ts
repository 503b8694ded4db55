import type { LibraryIndexChunk } from '@veldlicht/contract/library-index';
import { type GridItem, gridItemsOfChunk } from './grid-item.ts';

type Fetch = (url: string) => Promise<Response>;

/** The items of one file of the library index. Throws when it cannot be had. */
export async function loadIndexChunk(url: string, fetchFile: Fetch = fetch): Promise<GridItem[]> {
  const response = await fetchFile(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  // The file comes from the same release as this script, so its shape needs no second check.
  return gridItemsOfChunk((await response.json()) as LibraryIndexChunk);
}
