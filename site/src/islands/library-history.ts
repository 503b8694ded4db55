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

/** Whether a view is a step that Back takes back; typing on is not. */
function isStep(before: MediaFilter, after: MediaFilter): boolean {
  const isTyping = (before.query === '') === (after.query === '');
  return !isTyping || !isSameFilter({ ...before, query: '' }, { ...after, query: '' });
}

/**
 * The filter of the library, kept in the address so that a view can be shared. Each choice is an entry of the
 * history, and so is a search as a whole. `comeBack` is told when Back or Forward shows another view.
 */
export function useLibraryFilter(choices: FilterChoices, comeBack: () => void) {
  const [filter, setFilter] = useState<MediaFilter>(NO_FILTER);
  const known = useRef(choices);
  const shown = useRef(filter);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the address does not say yet. */
  const pending = useRef<MediaFilter | null>(null);

  const tellAddress = useCallback((leaving?: Event) => {
    clearTimeout(timer.current);
    // While the dialog is open, the address is that of its item; updated when it has closed.
    if (!pending.current || location.pathname !== libraryPath) return;
    const address = libraryPath + searchOfFilter(pending.current);
    const before = filterOfSearch(location.search, known.current);
    // Who leaves takes no step: an entry of its own would be in the way.
    if (!leaving && isStep(before, pending.current)) history.pushState(null, '', address);
    else history.replaceState(history.state, '', address);
    pending.current = null;
  }, []);

  // The HTML shows everything; what the address asks for is known only here, before the first paint.
  useLayoutEffect(() => {
    const follow = (isReturn?: Event) => {
      if (location.pathname !== libraryPath) return;
      // Typed while the dialog was closing: newer than what the entry knows.
      if (pending.current) return tellAddress();
      const asked = filterOfSearch(location.search, known.current);
      if (isSameFilter(shown.current, asked)) return;
      shown.current = asked;
      setFilter(asked);
      if (isReturn) comeBack();
    };
    follow();
    addEventListener('popstate', follow);
    addEventListener('pagehide', tellAddress);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('pagehide', tellAddress);
    };
  }, [tellAddress, comeBack]);

  const change = useCallback(
    (next: MediaFilter, isTyping = false) => {
      shown.current = next;
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

function placeOfEntry(): ScrollMemory | null {
  const state: { libraryScroll?: ScrollMemory } | null = history.state;
  return state?.libraryScroll ?? null;
}

/**
 * Keeps the scroll position in the entry of the history, and comes back to it. The browser cannot:
 * when it tries, the cards that make the page long are not there yet. `isReady`: they are. `stay` drops
 * the remembered place, which belongs to the list as it was; `comeBack` goes to that of another entry.
 */
export function useScrollMemory(
  grid: RefObject<GridHandle | null>,
  isReady: boolean,
  loadIndex: () => void,
) {
  const wanted = useRef<ScrollMemory | null>(null);
  const keepNow = useRef(() => {});

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const memory = placeOfEntry();
    if (memory?.anchor) {
      wanted.current = memory;
      loadIndex();
    } else if (memory) scrollTo({ top: memory.y, behavior: 'instant' });
  }, [loadIndex]);

  // The first frame with the grid in its full length, whenever that is.
  useEffect(() => {
    const memory = wanted.current;
    if (!isReady || !memory) return;
    const frame = requestAnimationFrame(() => {
      wanted.current = null;
      if (memory.anchor) grid.current?.scrollTo(memory.anchor.at, memory.anchor.offset);
      else scrollTo({ top: memory.y, behavior: 'instant' });
    });
    return () => cancelAnimationFrame(frame);
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const keep = () => {
      clearTimeout(timer);
      // While the dialog is open, the entry is the one of its item.
      if (location.pathname !== libraryPath || wanted.current) return;
      const memory: ScrollMemory = { y: scrollY, anchor: grid.current?.anchor() ?? null };
      history.replaceState({ ...history.state, libraryScroll: memory }, '');
    };
    keepNow.current = keep;
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

  const stay = useCallback((isTyping = false) => {
    wanted.current = null;
    // Before the choice becomes an entry of its own.
    if (!isTyping) keepNow.current();
  }, []);
  const comeBack = useCallback(() => {
    wanted.current = placeOfEntry() ?? { y: 0, anchor: null };
  }, []);
  return { stay, comeBack };
}
