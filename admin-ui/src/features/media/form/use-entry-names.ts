import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '#lib/queries.ts';

/**
 * Names of categories or tags in the owner's order. Asked for anew whenever a media dialog opens
 * (spec §7); fields that open together share one call.
 */
export function useEntryNames(type: 'category' | 'tag') {
  const { data = [], isSuccess } = useQuery({ ...categoriesQuery, refetchOnMount: 'always' });
  const names = data.filter((entry) => entry.type === type).map((entry) => entry.name);
  return { names, none: isSuccess && names.length === 0 };
}
