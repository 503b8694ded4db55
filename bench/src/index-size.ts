/** What the library index weighs as it was published, beside plain JSON objects of the same facts. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import {
  type LibrarySearchChunk,
  type LibraryViewChunk,
  librarySearchChunk,
  libraryViewChunk,
} from '@veldlicht/contract/library-index';

function brotli(text: string, quality: number): number {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
  };
  return brotliCompressSync(text, { params }).length;
}

/** Rows of columns, each as an object with these keys. */
function objectsOf(columns: Record<string, unknown[]>, rows: number): object[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Object.entries(columns).map(([key, values]) => [key, values[row]])),
  );
}

/** As an API would list the searched facts: names instead of numbers, one object per item. */
function searchObjects({ categories, tags, ...columns }: LibrarySearchChunk): object[] {
  const named = {
    ...columns,
    category: columns.category.map((i) => categories[i]),
    tag: columns.tag.map((list) => list.map((i) => tags[i])),
  };
  return objectsOf(named, columns.title.length);
}

/** `folder` holds the index of one release and nothing else. */
export function measureIndex(folder: string) {
  const search: LibrarySearchChunk[] = [];
  const view: LibraryViewChunk[] = [];
  const published = { search: 0, view: 0 };
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const json: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const bytes = readFileSync(path.join(folder, `${name}.br`)).length;
    const asSearch = librarySearchChunk.safeParse(json);
    if (asSearch.success) search.push(asSearch.data);
    else view.push(libraryViewChunk.parse(json));
    published[asSearch.success ? 'search' : 'view'] += bytes;
  }
  const items = search.reduce((sum, chunk) => sum + chunk.title.length, 0);
  const total = (chunks: object[], quality: number) =>
    chunks.reduce((sum, chunk) => sum + brotli(JSON.stringify(chunk), quality), 0);
  // Both kinds come in chunks of the same sizes; which of them belong together does not matter here.
  const whole = search.map((chunk, i) => {
    const cards = objectsOf(view[i] ?? {}, chunk.title.length);
    return searchObjects(chunk).map((facts, row) => ({ ...facts, ...cards[row] }));
  });
  const plain = total(whole, 5);
  return {
    items,
    chunks: search.length,
    searchBytesPerItem: published.search / items,
    searchBytesPerItemAtBrotli11: total(search, 11) / items,
    goalSearchBytesPerItem: 30,
    viewBytesPerItem: published.view / items,
    plainObjectsBytesPerItem: plain / items,
    searchToPlainObjects: published.search / plain,
    goalSearchToPlainObjects: 0.45,
    searchToPlainObjectsAtBrotli11: total(search, 11) / total(whole, 11),
    searchToPlainObjectsOfTheSameFacts: published.search / total(search.map(searchObjects), 5),
  };
}
