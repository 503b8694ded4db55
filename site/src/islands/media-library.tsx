import type { LibraryPage } from '@veldlicht/contract/snapshot';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { nl } from '#copy/nl.ts';
import { EARLY_LAYOUT } from '#lib/early-layout.ts';
import { filterRows, isNoFilter, NO_FILTER, rowFilter } from '#lib/filter-media.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { libraryStore } from '#lib/library-store.ts';
import type { WholeHeights } from '#lib/whole-heights.ts';
import { LibraryFilters } from './library-filters.tsx';
import { type GridHandle, LibraryGrid } from './library-grid.tsx';
import { useLibraryFilter } from './use-library-filter.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useSlow } from './use-slow.ts';

/** How near the end of the HTML's cards the rest is fetched, in pixels; and once that is passed. */
const NEAR_END = 1200;
const PASSED = 1e7;
const LAST_CARD = '.grid__item:last-child';
const SLOW_MS = 500;
/** Searched for when the index has come, so that the first key finds compiled code. */
const WARM_UP = ['e', 'en', 'een'];
const WARM_UP_AFTER_MS = 100;

const loadDialog = () => import('#dialog/open-dialog.ts');
/** A failure is nobody's concern yet: the click tries again. */
const prepareDialog = () => void loadDialog().catch(() => undefined);

interface Props {
  first: GridItem[];
  categories: LibraryPage['categories'];
  tags: string[];
  chunks: LibraryPage['chunks'];
  total: number;
  heights: WholeHeights;
}

/** The library: takes the grid of the HTML over, filters it, and shows what is near the screen. */
export function MediaLibrary(props: Props) {
  const { first, categories, tags, chunks, total, heights } = props;
  const [store] = useState(() => libraryStore(first, chunks));
  const { index, isBusy, isFailed, isIndexMissing } = useSyncExternalStore(
    store.subscribe,
    store.state,
    store.state,
  );
  const { filter, change, tellAddress } = useLibraryFilter({
    categories: categories.map(({ name }) => name.toLowerCase()),
    tags,
  });
  const isOpen = isNoFilter(filter);
  const grid = useRef<GridHandle>(null);
  const count = useRef<HTMLParagraphElement>(null);
  const isSlow = useSlow(isBusy, SLOW_MS);

  const loadIndex = useCallback(() => void store.loadIndex().catch(() => undefined), [store]);
  const stay = useScrollMemory(grid, index !== null, loadIndex);
  const choose = useCallback<typeof change>(
    (next, isTyping) => {
      stay();
      change(next, isTyping);
    },
    [stay, change],
  );

  const isNeeded = !isOpen && !index;
  useLayoutEffect(() => {
    if (isNeeded) loadIndex();
  }, [isNeeded, loadIndex]);

  const library = useRef<HTMLDivElement>(null);
  // Whoever was in the filters before the script was there.
  useEffect(() => {
    if (library.current?.querySelector('.filters:is(:focus-within, :hover)')) loadIndex();
  }, [loadIndex]);
  const hasMore = total > first.length && !index && !isFailed;
  useEffect(() => {
    const last = hasMore && library.current?.querySelector(LAST_CARD);
    if (!last) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadIndex(),
      { rootMargin: `${PASSED}px 0px ${NEAR_END}px` },
    );
    observer.observe(last);
    return () => observer.disconnect();
  }, [hasMore, loadIndex]);

  const passing = useMemo(() => index && rowFilter(index), [index]);
  useEffect(() => {
    if (!index) return;
    const timer = setTimeout(() => {
      for (const query of WARM_UP) filterRows(index, { ...NO_FILTER, query }, index.all);
    }, WARM_UP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [index]);

  const rows = useMemo(() => {
    if (!index || !passing) return null;
    return isOpen ? index.all : passing(filter);
  }, [index, passing, filter, isOpen]);
  // Until the index is here, the category is all that is known of the cards in the page.
  const isPart = !index && filter.category !== null;
  const known = useMemo(
    () =>
      filter.category === null
        ? first
        : first.filter(({ category }) => category.toLowerCase() === filter.category),
    [first, filter.category],
  );

  const onOpen = useCallback(
    async (at: number, path: string) => {
      tellAddress();
      const list = rows ?? known.map((item) => first.indexOf(item));
      const isAll = rows === null && !isPart;
      try {
        const { openDialog } = await loadDialog();
        await openDialog({
          list: {
            count: isAll ? total : list.length,
            item: (place) => store.loadItem(isAll ? place : (list[place] ?? -1)),
          },
          index: at,
          onClose: (place) => grid.current?.focus(place),
        });
      } catch {
        location.assign(path);
      }
    },
    [rows, known, first, isPart, total, store, tellAddress],
  );

  const found = rows?.length ?? (isOpen ? total : null);
  return (
    <div className="library" aria-busy={isSlow || undefined} ref={library}>
      <LibraryFilters
        categories={categories}
        tags={tags}
        total={total}
        filter={filter}
        onChange={choose}
        onIntent={loadIndex}
      />
      <div className="library__line">
        <p className="figure" role="status" tabIndex={-1} ref={count}>
          {found !== null && (isOpen ? nl.library.count(total) : nl.library.found(found, total))}
        </p>
        {!isOpen && (
          <button
            type="button"
            className="text-button"
            onClick={() => {
              choose(NO_FILTER);
              count.current?.focus({ preventScroll: true });
            }}
          >
            {nl.library.clear}
          </button>
        )}
      </div>
      <script>{EARLY_LAYOUT}</script>
      {found === 0 && <p className="empty">{nl.library.empty}</p>}
      <LibraryGrid
        store={store}
        rows={rows}
        first={known}
        isPart={isPart}
        heights={isIndexMissing ? null : heights}
        likeHtml={isOpen ? first.length : 0}
        onIntent={prepareDialog}
        onOpen={onOpen}
        ref={grid}
      />
      <script>{EARLY_LAYOUT}</script>
      <div className="library__end" role="status">
        {isFailed ? (
          <span className="library__note">
            {nl.library.failed}{' '}
            <button type="button" className="text-button" onClick={store.retry}>
              {nl.library.retry}
            </button>
          </span>
        ) : (
          isSlow && <span className="library__note">{nl.library.loading}</span>
        )}
      </div>
    </div>
  );
}
