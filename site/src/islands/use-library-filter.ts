import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type FilterChoices,
  filterOfSearch,
  isSameFilter,
  type MediaFilter,
  NO_FILTER,
  searchOfFilter,
} from '#lib/filter-media.ts';
import { LIBRARY_PATH } from '#lib/navigation.ts';
import { siteBase } from '#lib/site-base.ts';

/** The address follows typing after this rest: browsers refuse to be told at every key. */
const ADDRESS_REST_MS = 250;

const libraryPath = siteBase + LIBRARY_PATH;

/**
 * The filter of the library, kept in the address so that a view can be shared. It replaces the entry
 * of the history: Back leaves the library, and coming back finds the filter again.
 */
export function useLibraryFilter(choices: FilterChoices) {
  const [filter, setFilter] = useState<MediaFilter>(NO_FILTER);
  const known = useRef(choices);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; filter: MediaFilter } | null>(
    null,
  );

  /** Writes what the address does not say yet. */
  const tellAddress = useCallback(() => {
    if (!pending.current) return;
    clearTimeout(pending.current.timer);
    // As long as the dialog is open, the address is the one of its item: told when it has closed.
    if (location.pathname !== libraryPath) return;
    const search = searchOfFilter(pending.current.filter);
    pending.current = null;
    history.replaceState(history.state, '', libraryPath + search);
  }, []);

  // The HTML shows everything; what the address asks for is known only here, before the first paint.
  useLayoutEffect(() => {
    const follow = () => {
      if (location.pathname !== libraryPath) return;
      // Typed while the dialog was closing: newer than what the entry knows.
      if (pending.current) return tellAddress();
      const asked = filterOfSearch(location.search, known.current);
      setFilter((before) => (isSameFilter(before, asked) ? before : asked));
    };
    follow();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [tellAddress]);

  useEffect(() => {
    addEventListener('pagehide', tellAddress);
    return () => removeEventListener('pagehide', tellAddress);
  }, [tellAddress]);

  const change = useCallback(
    (next: MediaFilter, isTyping = false) => {
      setFilter(next);
      if (pending.current) clearTimeout(pending.current.timer);
      const timer = setTimeout(tellAddress, ADDRESS_REST_MS);
      pending.current = { timer, filter: next };
      if (!isTyping) tellAddress();
    },
    [tellAddress],
  );
  return { filter, change, tellAddress };
}
