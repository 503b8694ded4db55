/** Items that a file may belong to (pure). */
import type { MediaItem, MediaType } from '@veldlicht/contract/media';
import { sameName } from '@veldlicht/contract/name';

export interface StoredFile {
  name: string;
  type: MediaType;
  /** Where the server keeps it: the same bytes, the same path; null until it is there. */
  objectPath: string | null;
}

/** Cameras begin their numbers anew: more items of one name than this are of no help. */
const MOST_NAMED = 3;

/** Items with the very same file; without any, those whose other file had the same name. */
export function matchesOf(items: readonly MediaItem[], { name, type, objectPath }: StoredFile) {
  const same = items.filter(({ imageUrl }) => imageUrl === objectPath);
  if (same.length > 0) return { same, named: [] };
  const isNamed = (item: MediaItem) =>
    item.type === type && item.originalName !== null && sameName(item.originalName, name);
  return { same, named: items.filter(isNamed).slice(0, MOST_NAMED) };
}
