/** Keeps the filter in the address, and the scroll position in the history entries. */
import { LIBRARY_PATH, siteBase } from '#lib/navigation.ts';
import {
  type FilterChoices,
  filterOfSearch,
  isSameFilter,
  type MediaFilter,
  searchOfFilter,
} from './filter-media.ts';
import type { LibraryGrid, ScrollAnchor } from './library-grid.ts';

/** The address is updated after this pause in typing: browsers limit `replaceState` calls. */
const ADDRESS_REST_MS = 250;
const SCROLL_REST_MS = 150;

const libraryPath = siteBase + LIBRARY_PATH;
/** While the dialog is open, the address is that of its item. */
const isHere = () => location.pathname === libraryPath;

/** Whether a change gets a history entry; typing on does not. */
function isStep(before: MediaFilter, after: MediaFilter): boolean {
  const isTyping = (before.query === '') === (after.query === '');
  return !isTyping || !isSameFilter({ ...before, query: '' }, { ...after, query: '' });
}

export interface FilterAddress {
  /** Writes a filter to the address: each choice is a new entry, and a whole search is one. */
  tell: (filter: MediaFilter, isTyping: boolean) => void;
  /** Writes a filter that waits for a pause in typing. */
  tellNow: () => void;
}

/** Keeps the filter in the address; `follow` gets the filter of the address, also on Back and Forward. */
export function filterAddress(
  choices: FilterChoices,
  follow: (filter: MediaFilter, isReturn: boolean) => void,
): FilterAddress {
  let pending: MediaFilter | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellNow = (leaving?: Event) => {
    clearTimeout(timer);
    if (!pending || !isHere()) return;
    const address = libraryPath + searchOfFilter(pending);
    const before = filterOfSearch(location.search, choices);
    // Leaving adds no entry, since Back would need an extra press.
    if (!leaving && isStep(before, pending)) history.pushState(null, '', address);
    else history.replaceState(history.state, '', address);
    pending = null;
  };
  const read = (isReturn?: Event) => {
    if (!isHere()) return;
    // Text typed while the dialog closed is newer than the entry.
    if (pending) return tellNow();
    follow(filterOfSearch(location.search, choices), isReturn !== undefined);
  };
  addEventListener('popstate', read);
  addEventListener('pagehide', tellNow);
  read();
  return {
    tell: (filter, isTyping) => {
      pending = filter;
      clearTimeout(timer);
      if (isTyping) timer = setTimeout(tellNow, ADDRESS_REST_MS);
      else tellNow();
    },
    tellNow: () => tellNow(),
  };
}

/** The scroll position in a history entry. */
interface ScrollMemory {
  /** Pixels from the top of the page. */
  y: number;
  /** The first card in view. */
  anchor: ScrollAnchor | null;
}

function memoryOfEntry(): ScrollMemory | null {
  const state: { libraryScroll?: ScrollMemory } | null = history.state;
  return state?.libraryScroll ?? null;
}

export interface ScrollPlace {
  /** Stores the position in the current entry, and drops the position to restore. */
  leave: () => void;
  /** Restores the position of the entry once its cards can be shown; the top if it has none. */
  comeBack: () => void;
  /** Whether the position to restore is past this many cards. */
  isBeyond: (cards: number) => boolean;
  /** The list has its full length: scrolls to the position to restore. */
  arrive: () => void;
}

/**
 * Stores the scroll position in the history entry, and restores it. The browser can't: when it tries, the page still
 * lacks most of its cards.
 */
export function scrollPlace(grid: LibraryGrid): ScrollPlace {
  let wanted = memoryOfEntry();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    if (!isHere() || wanted) return;
    const memory: ScrollMemory = { y: scrollY, anchor: grid.anchor() };
    history.replaceState({ ...history.state, libraryScroll: memory }, '');
  };
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', keep);
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(keep, SCROLL_REST_MS);
  };
  addEventListener('scroll', onScroll, { passive: true });
  return {
    leave: () => {
      wanted = null;
      keep();
    },
    comeBack: () => {
      wanted = memoryOfEntry() ?? { y: 0, anchor: null };
    },
    isBeyond: (cards) => (wanted?.anchor?.at ?? 0) >= cards,
    arrive: () => {
      const memory = wanted;
      wanted = null;
      if (!memory) return;
      const cell = memory.anchor && memory.y > 0 && grid.reveal(memory.anchor.at);
      const top = cell ? cell.getBoundingClientRect().top - (memory.anchor?.offset ?? 0) : null;
      scrollTo({ top: top === null ? memory.y : scrollY + top, behavior: 'instant' });
    },
  };
}
