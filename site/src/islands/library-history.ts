/** What the library keeps in the address and the entry of the history: its filter and its place. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type FilterChoices,
  filterOfSearch,
  isSameFilter,
  type MediaFilter,
  NO_FILTER,
  searchOfFilter,
} from '#lib/filter-media.ts';
import { LIBRARY_PATH, siteBase } from '#lib/navigation.ts';
import type { GridHandle, ScrollAnchor } from './library-grid.tsx';

/** The address is updated after this pause in typing: browsers limit `replaceState` calls. */
const ADDRESS_REST_MS = 250;
const SCROLL_REST_MS = 150;

const libraryPath = siteBase + LIBRARY_PATH;

/**
 * The filter of the library, kept in the address so that a view can be shared. It replaces the entry
 * of the history: Back leaves the library, and coming back finds the filter again.
 */
export function useLibraryFilter(choices: FilterChoices) {
  const [filter, setFilter] = useState<MediaFilter>(NO_FILTER);
  const known = useRef(choices);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the address does not say yet. */
  const pending = useRef<MediaFilter | null>(null);

  const tellAddress = useCallback(() => {
    clearTimeout(timer.current);
    // While the dialog is open, the address is that of its item; updated when it has closed.
    if (!pending.current || location.pathname !== libraryPath) return;
    const search = searchOfFilter(pending.current);
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
    addEventListener('pagehide', tellAddress);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('pagehide', tellAddress);
    };
  }, [tellAddress]);

  const change = useCallback(
    (next: MediaFilter, isTyping = false) => {
      setFilter(next);
      pending.current = next;
      clearTimeout(timer.current);
      if (isTyping) timer.current = setTimeout(tellAddress, ADDRESS_REST_MS);
      else tellAddress();
    },
    [tellAddress],
  );
  return { filter, change, tellAddress };
}

/** What the entry of the history remembers of the scroll position. */
interface ScrollMemory {
  /** Pixels from the top of the page. */
  y: number;
  /** The card in view, when the grid went beyond the HTML. */
  anchor: ScrollAnchor | null;
}

/**
 * Keeps the scroll position in the entry of the history, and comes back to it. The browser cannot:
 * when it tries, the cards that make the page long are not there yet. `isReady`: they are. Returns a
 * function that drops the remembered place, which belongs to the list as it was.
 */
export function useScrollMemory(
  grid: RefObject<GridHandle | null>,
  isReady: boolean,
  loadIndex: () => void,
): () => void {
  const wanted = useRef<ScrollMemory | null>(null);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const state: { libraryScroll?: ScrollMemory } | null = history.state;
    wanted.current = state?.libraryScroll ?? null;
    if (wanted.current?.anchor) loadIndex();
    else if (wanted.current) scrollTo({ top: wanted.current.y, behavior: 'instant' });
  }, [loadIndex]);

  // The first frame with the grid in its full length, whenever that is.
  useEffect(() => {
    const anchor = wanted.current?.anchor;
    if (!isReady || !anchor) return;
    const frame = requestAnimationFrame(() => {
      wanted.current = null;
      grid.current?.scrollTo(anchor.at, anchor.offset);
    });
    return () => cancelAnimationFrame(frame);
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      clearTimeout(timer);
      // While the dialog is open, the entry is the one of its item.
      if (location.pathname !== libraryPath || wanted.current?.anchor) return;
      const memory: ScrollMemory = { y: scrollY, anchor: grid.current?.anchor() ?? null };
      history.replaceState({ ...history.state, libraryScroll: memory }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, SCROLL_REST_MS);
    };
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', keep);
    };
  }, [grid]);

  return useCallback(() => {
    wanted.current = null;
  }, []);
}
