/** The library: takes the grid of the HTML over, filters it, and shows what is near the screen. */
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
import { isFound, isNoFilter, NO_FILTER, rowFilter } from '#lib/filter-media.ts';
import type { GridItem } from '#lib/grid-item.ts';
import type { WholeHeights } from '#lib/grid-layout.ts';
import { libraryStore } from '#lib/library-store.ts';
import { LibraryFilters } from './library-filters.tsx';
import { type GridHandle, LibraryGrid } from './library-grid.tsx';
import { useLibraryFilter, useScrollMemory } from './library-history.ts';

/** How near the end of the HTML's cards the rest is fetched, in pixels; and once that is passed. */
const NEAR_END = 1200;
const PASSED = 1e7;
/** A quicker load shows no notice. */
const SLOW_MS = 500;

const loadDialog = () => import('#dialog/open-dialog.ts');
/** A failed preload is ignored: the click tries again. */
const prepareDialog = () => void loadDialog().catch(() => undefined);

interface Props {
  first: GridItem[];
  categories: LibraryPage['categories'];
  tags: string[];
  chunks: LibraryPage['chunks'];
  total: number;
  heights: WholeHeights;
}

export function MediaLibrary({ first, categories, tags, chunks, total, heights }: Props) {
  const [store] = useState(() => libraryStore(first, { chunks, categories }));
  const { index, isBusy, isFailed, isIndexMissing } = useSyncExternalStore(
    store.subscribe,
    store.state,
    store.state,
  );
  const library = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const count = useRef<HTMLParagraphElement>(null);

  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);

  const loadIndex = useCallback(() => void store.loadIndex().catch(() => undefined), [store]);
  const { stay, comeBack } = useScrollMemory(grid, index !== null, loadIndex);
  const { filter, change, tellAddress } = useLibraryFilter(
    { categories: categories.map(({ name }) => name.toLowerCase()), tags },
    comeBack,
  );
  const isOpen = isNoFilter(filter);
  const choose = useCallback<typeof change>(
    (next, isTyping) => {
      stay(isTyping);
      change(next, isTyping);
    },
    [stay, change],
  );

  const isNeeded = !isOpen && !index;
  useLayoutEffect(() => {
    if (isNeeded) loadIndex();
  }, [isNeeded, loadIndex]);

  // The visitor may have been in the filters before hydration.
  useEffect(() => {
    if (library.current?.querySelector('.filters:is(:focus-within, :hover)')) loadIndex();
  }, [loadIndex]);
  const hasMore = total > first.length && !index && !isFailed;
  useEffect(() => {
    const last = hasMore && library.current?.querySelector('.grid__item:last-child');
    if (!last) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadIndex(),
      { rootMargin: `${PASSED}px 0px ${NEAR_END}px` },
    );
    observer.observe(last);
    return () => observer.disconnect();
  }, [hasMore, loadIndex]);

  const passing = useMemo(() => index && rowFilter(index), [index]);
  const rows = useMemo(() => {
    if (!index || !passing) return null;
    return isOpen ? index.all : passing(filter);
  }, [index, passing, filter, isOpen]);
  // Until the index is here, the cards in the page that surely pass.
  const isPart = !index && !isOpen;
  const known = useMemo(() => {
    const { category: wanted, query, tags: chosen } = filter;
    if (isNoFilter(filter)) return first;
    return first.filter(
      ({ title, place, category }) =>
        chosen.length === 0 &&
        (wanted === null || category.toLowerCase() === wanted) &&
        isFound(query, title, place ?? ''),
    );
  }, [first, filter]);

  const onOpen = async (at: number, path: string) => {
    tellAddress();
    const isAll = rows === null && !isPart;
    const list = rows ?? known.map((item) => first.indexOf(item));
    const rowOf = (place: number) => (isAll ? place : (list[place] ?? -1));
    try {
      const { openDialog } = await loadDialog();
      await openDialog({
        list: {
          count: isAll ? total : list.length,
          item: (place) => store.item(rowOf(place)),
          load: (place) => store.loadItem(rowOf(place)),
        },
        index: at,
        onClose: (place) => grid.current?.focus(place),
      });
    } catch {
      location.assign(path);
    }
  };

  const found = rows?.length ?? (isOpen ? total : null);
  return (
    <div className="library" aria-busy={isSlow || undefined} ref={library}>
      <a className="skip-link" href="#beelden">
        {nl.library.skip}
      </a>
      <LibraryFilters
        categories={categories}
        tags={tags}
        total={total}
        filter={filter}
        onChange={choose}
        onIntent={loadIndex}
      />
      <div className="library__line">
        <p className="figure" id="beelden" role="status" tabIndex={-1} ref={count}>
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
      {found === 0 && <p className="empty">{isOpen ? nl.recent.empty : nl.library.empty}</p>}
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
