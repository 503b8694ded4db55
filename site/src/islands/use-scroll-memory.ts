import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { LIBRARY_PATH } from '#lib/navigation.ts';
import { siteBase } from '#lib/site-base.ts';
import type { GridHandle } from './library-grid.tsx';
import type { ScrollAnchor } from './use-grid-window.ts';

const REST_MS = 150;

const libraryPath = siteBase + LIBRARY_PATH;

/** What the entry of the history remembers of the scroll position. */
interface ScrollMemory {
  /** Pixels from the top of the page. */
  y: number;
  /** The card in view, when the grid went beyond the HTML. */
  anchor: ScrollAnchor | null;
}

function remembered(): ScrollMemory | null {
  const state: { libraryScroll?: ScrollMemory } | null = history.state;
  return state?.libraryScroll ?? null;
}

/**
 * Keeps the scroll position in the entry of the history, and comes back to it. The browser cannot:
 * when it tries, the cards that make the page long are not there yet. `isReady`: they are. Answers
 * how to give it up: the place is one of the list as it was.
 */
export function useScrollMemory(
  grid: RefObject<GridHandle | null>,
  isReady: boolean,
  loadIndex: () => void,
): () => void {
  const wanted = useRef<ScrollMemory | null>(null);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    wanted.current = remembered();
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
      timer = setTimeout(keep, REST_MS);
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
