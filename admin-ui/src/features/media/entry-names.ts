import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { categoriesQuery } from '#lib/queries.ts';

export type EntryNames = ReturnType<typeof useEntryNames>;

/**
 * Categories and tags in the owner's order, fetched again when a media dialog opens (spec §7); fields that open
 * together share one call.
 */
export function useEntryNames() {
  const { data, isSuccess } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  return useMemo(() => {
    const namesOf = (type: 'category' | 'tag') =>
      (data ?? []).filter((entry) => entry.type === type).map(({ name }) => name);
    return { categories: namesOf('category'), tags: namesOf('tag'), isLoaded: isSuccess };
  }, [data, isSuccess]);
}
