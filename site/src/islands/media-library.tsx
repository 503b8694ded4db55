/** The library: takes the grid of the HTML over, filters it, and shows what is near the screen. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
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
import {
  countFields,
  filterRows,
  findStories,
  isFound,
  isNoFilter,
  type MediaFilter,
  NO_FILTER,
  rowFilter,
  tagsAmong,
} from '#lib/filter-media.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { libraryStore, type SearchIndex } from '#lib/library-store.ts';
import { siteBase } from '#lib/navigation.ts';
import { LibraryChoices, LibraryFilters } from './library-filters.tsx';
import { type GridHandle, LibraryGrid } from './library-grid.tsx';
import { useLibraryFilter, useScrollMemory } from './library-history.ts';

/** How near the end of the HTML's cards the rest is fetched, in pixels; and once that is passed. */
const NEAR_END = 1200;
const PASSED = 1e7;
/** A quicker load shows no notice. */
const SLOW_MS = 500;
/** What is told of a result follows when typing pauses. */
const TOLD_AFTER_MS = 250;
/** Series and field notes that are told beside what a search finds. */
const MOST_STORIES = 3;

const loadDialog = () => import('#dialog/open-dialog.ts');
/** A failed preload is ignored: the click tries again. */
const prepareDialog = () => void loadDialog().catch(() => undefined);

/** Of a result that has stood for a moment: which tags are left in it, and in which fields the search found it. */
function useFindings(index: SearchIndex | null, filter: MediaFilter, rows: number[] | null) {
  const [findings, setFindings] = useState({
    ...{ rows, tags: null as Set<string> | null, fields: '' },
    ...{ query: '', stories: [] as LibraryStory[] },
  });
  useEffect(() => {
    if (!index || !rows) return;
    const timer = setTimeout(() => {
      const without = filter.tags.length === 0 ? rows : filterRows(index, { ...filter, tags: [] });
      const counts = [...countFields(index, filter.query, rows)];
      const fields = counts.map(
        ([name, n]) => `${nl.library.fields[name]} (${nl.library.figure(n)})`,
      );
      setFindings({
        rows,
        tags: isNoFilter({ ...filter, tags: [] }) ? null : tagsAmong(index, without),
        fields: fields.length > 0 ? nl.library.foundIn(fields) : '',
        query: filter.query,
        stories: findStories(index.stories, filter.query, MOST_STORIES),
      });
    }, TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [index, filter, rows]);
  return {
    tagsLeft: findings.tags,
    foundIn: findings.rows === rows ? findings.fields : '',
    stories: findings.query === filter.query ? findings.stories : [],
  };
}

/** What else of the site tells of it. */
function FoundStories({ stories }: { stories: LibraryStory[] }) {
  const { also, alsoIn } = nl.library;
  return stories.map(({ kind, path, title }, i) => (
    <span key={path}>
      {i === 0 ? also : i === stories.length - 1 ? ' en ' : ', '}
      {alsoIn[kind]} <a href={siteBase + path}>{title}</a>
    </span>
  ));
}

interface Props {
  first: GridItem[];
  categories: LibraryPage['categories'];
  tags: string[];
  years: number[];
  hasVideos: boolean;
  chunks: LibraryPage['chunks'];
  /** Address of the index. */
  index: LibraryPage['index'];
  storiesPath: LibraryPage['storiesPath'];
  total: number;
}

export function MediaLibrary(props: Props) {
  const { first, categories, tags, years, hasVideos } = props;
  const [store] = useState(() => libraryStore(first, props));
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const { index, isBusy, isFailed } = state;
  // There may be others by now than when the page was made.
  const total = index?.all.length ?? props.total;
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
    { categories: categories.map(({ name }) => name.toLowerCase()), tags, years },
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
    const { category: wanted, query } = filter;
    if (isNoFilter(filter)) return first;
    const isKnown = isNoFilter({ ...filter, category: null, query: '', type: null });
    return first.filter(
      ({ title, place, category, type }) =>
        isKnown &&
        (filter.type === null || type === filter.type) &&
        (wanted === null || category.toLowerCase() === wanted) &&
        isFound(query, title, place ?? ''),
    );
  }, [first, filter]);

  const open = async (at: number, path: string) => {
    tellAddress();
    const isAll = rows === null && !isPart;
    const list = rows ?? known.map((item) => first.indexOf(item));
    const rowOf = (place: number) => (isAll ? place : (list[place] ?? -1));
    // What was there stays: its picture stands in the slide while a publish moves the rows.
    const seen = new Map<number, GridItem>();
    const see = (place: number, item: GridItem | null) => {
      if (item && !seen.has(place)) seen.set(place, item);
      return seen.get(place) ?? item;
    };
    try {
      const { openDialog } = await loadDialog();
      await openDialog({
        list: {
          first: 0,
          get last() {
            const all = store.state().index?.all.length ?? total;
            return (isAll ? all : list.length) - 1;
          },
          item: (place) => see(place, store.item(rowOf(place))),
          load: async (place) => seen.get(place) ?? (await store.loadItem(rowOf(place))),
        },
        index: at,
        onClose: (place) => grid.current?.focus(place),
      });
    } catch {
      location.assign(path);
    }
  };

  // Always the same function, so that a letter that changes no result renders no cards.
  const opening = useRef(open);
  opening.current = open;
  const onOpen = useCallback((at: number, path: string) => void opening.current(at, path), []);

  // In any order.
  const isWhole = isNoFilter({ ...filter, order: NO_FILTER.order });
  const found = rows?.length ?? (isOpen ? total : null);
  const { tagsLeft, foundIn, stories } = useFindings(index, filter, rows);
  const shownTags = useMemo(
    () => tags.filter((tag) => !tagsLeft || tagsLeft.has(tag) || filter.tags.includes(tag)),
    [tags, tagsLeft, filter.tags],
  );
  return (
    <div className="library" aria-busy={isSlow || undefined} ref={library}>
      <a className="skip-link" href="#beelden">
        {nl.library.skip}
      </a>
      <LibraryFilters
        categories={categories}
        tags={shownTags}
        total={total}
        filter={filter}
        onChange={choose}
        onIntent={loadIndex}
      />
      <div className="library__line">
        <LibraryChoices {...{ years, hasVideos, filter }} onChange={choose} onIntent={loadIndex} />
        <p className="figure" id="beelden" role="status" tabIndex={-1} ref={count}>
          {found !== null && (isWhole ? nl.library.count(total) : nl.library.found(found, total))}
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
        {/* From the first letter on, so that what is said later moves nothing. */}
        {filter.query.trim() && (
          <p className="library__found-in">
            {foundIn}
            {foundIn && stories.length > 0 && ' · '}
            <FoundStories stories={stories} />
          </p>
        )}
      </div>
      <script>{EARLY_LAYOUT}</script>
      {found === 0 && <p className="empty">{isOpen ? nl.recent.empty : nl.library.empty}</p>}
      <LibraryGrid
        store={store}
        state={state}
        rows={rows}
        first={rows ? first : known}
        isPart={isPart}
        coming={isOpen && !isFailed ? total - first.length : 0}
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
