import { useCallback, useLayoutEffect, useState } from 'react';
import { filterOfSearch, type MediaFilter, NO_FILTER, searchOfFilter } from '#lib/filter-media.ts';

/** The filter of the library, kept in the address so that a view can be shared. */
export function useLibraryFilter(categories: string[]) {
  const [filter, setFilter] = useState<MediaFilter>(NO_FILTER);

  // The HTML shows everything; what the address asks for is known only here, before the first paint.
  useLayoutEffect(() => setFilter(filterOfSearch(location.search, categories)), []);

  const change = useCallback((next: MediaFilter) => {
    setFilter(next);
    history.replaceState(history.state, '', location.pathname + searchOfFilter(next));
  }, []);
  return [filter, change] as const;
}
