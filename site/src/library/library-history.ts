/** What the library keeps in the address and the entries of the history: its filter and its place. */
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

/** Whether a view is a step that Back takes back; typing on is not. */
function isStep(before: MediaFilter, after: MediaFilter): boolean {
  const isTyping = (before.query === '') === (after.query === '');
  return !isTyping || !isSameFilter({ ...before, query: '' }, { ...after, query: '' });
}

export interface FilterAddress {
  /** Puts a filter into the address: a choice as an entry of its own, and so a search as a whole. */
  tell: (filter: MediaFilter, isTyping: boolean) => void;
  /** Tells what waits for a pause in typing. */
  tellNow: () => void;
}

/** Keeps the filter in the address, so that a view can be shared; `follow` hears what the address asks for, at Back and Forward too. */
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
    // Who leaves takes no step: an entry of its own would be in the way.
    if (!leaving && isStep(before, pending)) history.pushState(null, '', address);
    else history.replaceState(history.state, '', address);
    pending = null;
  };
  const read = (isReturn?: Event) => {
    if (!isHere()) return;
    // Typed while the dialog was closing: newer than what the entry knows.
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

/** What the entry of the history remembers of the scroll position. */
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
  /** Keeps the place of this view in its entry, and forgets the one to come back to. */
  leave: () => void;
  /** Goes where the entry of the history was left, once its cards can be there; without a place there, to the top. */
  comeBack: () => void;
  /** Whether it lies past so many cards. */
  isBeyond: (cards: number) => boolean;
  /** The list is there in its full length. */
  arrive: () => void;
}

/**
 * Keeps the scroll position in the entry of the history, and comes back to it. The browser can't: when it tries, the
 * cards that make the page long are not there yet.
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
