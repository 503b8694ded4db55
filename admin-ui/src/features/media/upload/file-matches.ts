/** Items that a file may belong to (pure). */
import type { MediaItem, MediaType } from '@veldlicht/contract/media';
import { foldName } from '@veldlicht/contract/name';

export interface StoredFile {
  name: string;
  type: MediaType;
  /** Where the server keeps it: the same bytes, the same path; null until it is there. */
  objectPath: string | null;
}

/** Cameras begin their numbers anew: more items of one name than this are of no help. */
const MOST_NAMED = 3;

/** Made once for a list: a thousand files ask for it. */
const indexes = new WeakMap<readonly MediaItem[], ReturnType<typeof indexOf>>();

function indexOf(items: readonly MediaItem[]) {
  return {
    byPath: Map.groupBy(items, ({ imageUrl }) => imageUrl),
    byName: Map.groupBy(items, ({ originalName }) => foldName(originalName ?? '')),
  };
}

/** Items with the very same file; without any, those whose other file had the same name. */
export function matchesOf(items: readonly MediaItem[], { name, type, objectPath }: StoredFile) {
  const index = indexes.get(items) ?? indexOf(items);
  indexes.set(items, index);
  const same = index.byPath.get(objectPath ?? '') ?? [];
  if (same.length > 0) return { same, named: [] };
  const named = (index.byName.get(foldName(name)) ?? []).filter((item) => item.type === type);
  return { same, named: named.slice(0, MOST_NAMED) };
}
