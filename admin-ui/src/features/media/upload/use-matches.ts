/** Items that a file may belong to, as the server has found them. */
import { useQuery } from '@tanstack/react-query';
import type { FileMatches } from '@veldlicht/contract/draft';
import type { MediaItem } from '@veldlicht/contract/media';
import { useMemo } from 'react';
import { adminMediaQuery } from '#lib/queries.ts';

/** Made once for a list: a thousand files ask for it. */
const byId = new WeakMap<readonly MediaItem[], Map<string, MediaItem>>();

function indexOf(items: readonly MediaItem[]): Map<string, MediaItem> {
  const index = byId.get(items) ?? new Map(items.map((item) => [item.id, item]));
  byId.set(items, index);
  return index;
}

const none: readonly MediaItem[] = [];

/** Those that are there still. */
export function useMatches({ same, named }: Pick<FileMatches, 'same' | 'named'>) {
  const { data: items = none } = useQuery(adminMediaQuery);
  return useMemo(() => {
    const index = indexOf(items);
    const found = (ids: readonly string[]) => ids.flatMap((id) => index.get(id) ?? []);
    return { same: found(same), named: found(named) };
  }, [items, same, named]);
}

/** Pairs files with the one item that each matches, unless the item's file is larger. */
export function useReplaceable<File extends { matches: FileMatches }>(files: readonly File[]) {
  const { data: items = none } = useQuery(adminMediaQuery);
  return useMemo(() => {
    const index = indexOf(items);
    return files.flatMap((file) => {
      const { named, larger } = file.matches;
      const item = named.length === 1 && larger.length === 0 && index.get(named[0] ?? '');
      return item ? [{ file, item }] : [];
    });
  }, [items, files]);
}
