/** The library index, cut into chunks by age (contract/library-index). */
import type { LibraryIndexChunk } from '@veldlicht/contract/library-index';
import { INDEX_CHUNK_ITEMS } from '@veldlicht/contract/snapshot';
import type { ContentSource, Entry } from './content-source.ts';

/** Chunk of an item: fixed for ever by its age. */
export function chunkNumber(seq: number): number {
  return Math.floor((seq - 1) / INDEX_CHUNK_ITEMS);
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

/** The columns of one chunk; `entries` newest first. */
export function indexChunk(source: ContentSource, entries: Entry[]): LibraryIndexChunk {
  const chunk: LibraryIndexChunk = {
    slug: [],
    title: [],
    description: [],
    place: [],
    category: [],
    tag: [],
    video: [],
    width: [],
    height: [],
    duration: [],
    color: [],
    hash: [],
    alt: [],
    categories: [],
    tags: [],
  };
  const category = indexer(chunk.categories);
  const tag = indexer(chunk.tags);
  const items = source.items(entries);
  for (const [i, entry] of entries.entries()) {
    const item = items[i];
    if (!item) throw new Error(`item ${entry.seq} is not published`);
    chunk.slug.push(item.slug);
    chunk.title.push(item.title);
    chunk.description.push(item.description ?? '');
    chunk.place.push(item.place ?? '');
    chunk.category.push(category(item.category));
    chunk.tag.push(item.tags.map(tag));
    chunk.video.push(item.type === 'video' ? 1 : 0);
    chunk.width.push(item.width);
    chunk.height.push(item.height);
    chunk.duration.push(item.duration ?? 0);
    chunk.color.push(item.color.slice(1));
    chunk.hash.push(entry.hash);
    chunk.alt.push(item.alt === item.title ? '' : item.alt);
  }
  return chunk;
}
