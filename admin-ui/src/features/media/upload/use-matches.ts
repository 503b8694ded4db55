/** Items that may have the same file, found by the server. */
import { useQuery } from '@tanstack/react-query';
import type { FileMatches } from '@veldlicht/contract/draft';
import type { MediaItem } from '@veldlicht/contract/media';
import { useMemo } from 'react';
import { oncePer } from '#lib/once-per.ts';
import { adminMediaQuery } from '#lib/queries.ts';

const indexOf = oncePer(
  (items: readonly MediaItem[]) => new Map(items.map((one) => [one.id, one])),
);

const none: readonly MediaItem[] = [];

/** Returns the items of the ids that still exist. */
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
