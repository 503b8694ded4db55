/** The library's page: filters it, shows more of it, and opens the dialog over what is found. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';
import { build } from '#lib/dom.ts';
import { type GridItem, gridItemOfElement } from '#lib/grid-item.ts';
import { siteBase } from '#lib/navigation.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import {
  countFields,
  type FieldName,
  fieldValue,
  filterRows,
  findStories,
  isFound,
  isNoFilter,
  isSameFilter,
  type MediaFilter,
  NO_FILTER,
  rowFilter,
  type SearchedField,
  tagsAmong,
} from './filter-media.ts';
import { hearFilterChanges, showInFilters } from './filter-view.ts';
import { libraryGrid } from './library-grid.ts';
import { filterAddress, scrollPlace } from './library-history.ts';
import { libraryStore, type SearchIndex } from './library-store.ts';

/** How near the end of the cards more of them come, in pixels. */
const NEAR_END = 1200;
/** A quicker load shows no notice. */
const SLOW_MS = 500;
/** What is told of a result follows when typing pauses. */
const TOLD_AFTER_MS = 250;
/** Series and field notes that are told beside what a search finds. */
const MOST_STORIES = 3;

/** What the page says to its script. */
export type LibraryData = Pick<
  LibraryPage,
  'chunks' | 'index' | 'storiesPath' | 'tags' | 'total' | 'years'
> & { categories: Pick<LibraryPage['categories'][number], 'name' | 'label'>[] };

const loadDialog = () => import('#dialog/open-dialog.ts');

/** 'Ook in de reeks …': what else of the site tells of it. */
function storyLinks(stories: LibraryStory[]): (Node | string)[] {
  const { also, alsoIn } = nl.library;
  return stories.flatMap(({ kind, path, title }, i) => [
    i === 0 ? also : i === stories.length - 1 ? ' en ' : ', ',
    `${alsoIn[kind]} `,
    build('a', { href: siteBase + path }, title),
  ]);
}

/** 'Gevonden in titel (3) en plaats (1)'. */
function fieldsLine(counts: Map<SearchedField, number>): string {
  const fields = [...counts].map(
    ([name, n]) => `${nl.library.fields[name]} (${nl.library.figure(n)})`,
  );
  return fields.length > 0 ? nl.library.foundIn(fields) : '';
}

/** Shows a filter in the HTML of the filters, whose script is not there yet, and has it come. */
function showInHtml(island: Element, filter: MediaFilter): void {
  const fields = island.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  for (const field of fields) field.value = fieldValue(filter, field.name as FieldName);
  for (const button of island.querySelectorAll<HTMLElement>('[aria-pressed]')) {
    const { category, tag } = button.dataset;
    const isOn = tag ? filter.tags.includes(tag) : category === (filter.category ?? '');
    button.setAttribute('aria-pressed', String(isOn));
  }
  island.dispatchEvent(new Event('wake'));
}

/** Without the script of the filters: no button for more tags where there are none. */
function markTags(root: HTMLElement): void {
  const box = root.querySelector('.tags-filter__tags');
  if (box && box.scrollHeight <= box.clientHeight)
    root.querySelector('.tags-filter__more')?.toggleAttribute('data-unneeded', true);
}

function start(root: HTMLElement, data: LibraryData): void {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  const [frame, foundIn, empty] = [find('.grid'), find('.library__found-in'), find('.empty')];
  const [more, note] = [find('.library__more'), find('.library__note')];
  if (!frame) return;
  const cards = [...frame.querySelectorAll<HTMLAnchorElement>('a.card')];
  const first = cards.map(gridItemOfElement);
  const store = libraryStore(first, data);
  const grid = libraryGrid(frame, store, first);
  const place = scrollPlace(grid);
  const loadIndex = () => void store.loadIndex().catch(() => undefined);

  let filter: MediaFilter = NO_FILTER;
  /** Shown now; null for all, as long as the index is not here. */
  let rows: number[] | null = null;
  let index: SearchIndex | null = null;
  let passing: ReturnType<typeof rowFilter> | null = null;
  /** The visitor was at the end of the cards before the index was here. */
  let wantsMore = false;
  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Until the index is here: places of the cards in the page that surely pass. */
  const knownRows = (): number[] => {
    const { category, query, type } = filter;
    const isKnown = isNoFilter({ ...filter, category: null, query: '', type: null });
    const passes = (item: GridItem) =>
      isKnown &&
      (type === null || item.type === type) &&
      (category === null || item.category.toLowerCase() === category) &&
      isFound(query, item.title, item.place ?? '');
    return [...first.keys()].filter((row) => passes(first[row] as GridItem));
  };
  const showCount = () => {
    const total = index?.all.length ?? data.total;
    const isOpen = isNoFilter(filter);
    const found = index ? (rows?.length ?? total) : isOpen ? total : null;
    const isWhole = isNoFilter({ ...filter, order: NO_FILTER.order });
    const words = isWhole ? nl.library.count(total) : nl.library.found(found ?? 0, total);
    const line = found === null ? '' : words;
    // React makes the element again when an extension has changed the filters.
    const count = find('#beelden');
    if (count && count.textContent !== line) count.textContent = line;
    if (empty) {
      empty.hidden = found !== 0;
      empty.textContent = isOpen ? nl.recent.empty : nl.library.empty;
    }
    more?.toggleAttribute('hidden', index || !isOpen ? !grid.hasMore() : total <= first.length);
  };
  /** What follows from a result that has stood for a moment: the tags in it, and where the search found it. */
  const tellSoon = () => {
    clearTimeout(telling);
    // From the first letter on, so that what is said later moves nothing.
    if (foundIn) foundIn.hidden = filter.query.trim() === '';
    foundIn?.replaceChildren();
    const known = index;
    if (!known || !rows) return;
    const found = rows;
    telling = setTimeout(() => {
      const without = filter.tags.length === 0 ? found : filterRows(known, { ...filter, tags: [] });
      const isAll = isNoFilter({ ...filter, tags: [] });
      showInFilters({ tagsLeft: isAll ? null : tagsAmong(known, without) });
      const line = fieldsLine(countFields(known, filter.query, found));
      const links = storyLinks(findStories(known.stories, filter.query, MOST_STORIES));
      foundIn?.replaceChildren(line, line && links.length > 0 ? ' · ' : '', ...links);
    }, TOLD_AFTER_MS);
  };
  const show = (isTyping = false) => {
    const isOpen = isNoFilter(filter);
    if (!index && !isOpen) loadIndex();
    const next = index
      ? isOpen
        ? index.all
        : (passing?.(filter) ?? [])
      : isOpen
        ? null
        : knownRows();
    // A letter that changes nothing in the result changes no card.
    if (next !== rows) grid.show(next ?? [...first.keys()], isTyping);
    rows = next;
    showCount();
    tellSoon();
    if (index || isOpen) watchEnd();
  };

  const choose = (next: MediaFilter, isTyping = false) => {
    if (!isTyping) place.leave();
    filter = next;
    address.tell(next, isTyping);
    showInFilters({ filter });
    show(isTyping);
  };
  for (const sign of ['focusin', 'pointerover'])
    find('astro-island')?.addEventListener(sign, loadIndex, { passive: true });

  // More comes by itself near the end, and by its button.
  const showMore = () => {
    if (index) grid.more();
    else {
      wantsMore = true;
      // What stands below the cards is not seen while they come, so nothing is seen to move.
      root.toggleAttribute('data-loading', true);
      loadIndex();
    }
    showCount();
    watchEnd();
  };
  const showEnd = () => {
    const show = () => root.removeAttribute('data-loading');
    requestAnimationFrame(() => requestAnimationFrame(show));
  };
  const nearEnd = new IntersectionObserver(
    ([entry]) => entry?.isIntersecting && !store.state().isFailed && showMore(),
    { rootMargin: `0px 0px ${NEAR_END}px` },
  );
  /** Asks again, too, whether the end is near. */
  function watchEnd(): void {
    nearEnd.disconnect();
    if (more && !more.hidden && (index || !store.state().isBusy)) nearEnd.observe(more);
  }
  more?.addEventListener('click', () => {
    if (store.state().isFailed) store.retry();
    else showMore();
  });

  let slow: ReturnType<typeof setTimeout> | undefined;
  store.subscribe(() => {
    const state = store.state();
    clearTimeout(slow);
    root.removeAttribute('aria-busy');
    if (note) note.textContent = state.isFailed ? nl.library.failed : '';
    const tellSlow = () => {
      root.setAttribute('aria-busy', 'true');
      note?.replaceChildren(nl.library.loading);
    };
    if (state.isBusy) slow = setTimeout(tellSlow, SLOW_MS);
    if (more) more.textContent = state.isFailed ? nl.library.retry : nl.library.more;
    if (state.isFailed) {
      more?.removeAttribute('hidden');
      showEnd();
    }
    if (state.index === index) {
      grid.refresh();
      return watchEnd();
    }
    index = state.index;
    passing = index && rowFilter(index);
    show();
    if (wantsMore && grid.hasMore()) showMore();
    wantsMore = false;
    showEnd();
    place.arrive();
  });

  const open = async (at: number, path: string) => {
    address.tellNow();
    const list = rows;
    const rowOf = (position: number) => (list ? (list[position] ?? -1) : position);
    // What was there stays: its picture stands in the slide while a publish moves the rows.
    const seen = new Map<number, GridItem>();
    const see = (position: number, item: GridItem | null) => {
      if (item && !seen.has(position)) seen.set(position, item);
      return seen.get(position) ?? item;
    };
    try {
      const { openDialog } = await loadDialog();
      await openDialog({
        list: {
          first: 0,
          get last() {
            return (list?.length ?? store.state().index?.all.length ?? data.total) - 1;
          },
          item: (position) => see(position, store.item(rowOf(position))),
          load: async (position) => seen.get(position) ?? (await store.loadItem(rowOf(position))),
        },
        index: at,
        onClose: (position) => {
          const link = grid.reveal(position)?.querySelector('a');
          const { top, bottom } = link?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
          if (top < 0 || bottom > innerHeight)
            link?.scrollIntoView({ block: 'center', behavior: 'instant' });
          link?.focus({ preventScroll: true });
        },
      });
    } catch {
      location.assign(path);
    }
  };
  frame.addEventListener('click', (event) => {
    const at = grid.placeOf(event.target);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (at === null || !link || !isPlainClick(event)) return;
    event.preventDefault();
    void open(at, link.href);
  });
  // A failed preload is ignored: the click tries again.
  for (const sign of ['pointerover', 'focusin', 'touchstart'])
    frame.addEventListener(sign, () => void loadDialog().catch(() => undefined), {
      once: true,
      passive: true,
    });

  const choices = {
    categories: data.categories.map(({ name }) => name.toLowerCase()),
    tags: data.tags,
    years: data.years,
  };
  const follow = (asked: MediaFilter, isReturn: boolean) => {
    if (isSameFilter(filter, asked)) return;
    if (isReturn) place.comeBack();
    filter = asked;
    showInFilters({ filter });
    const island = find('astro-island[ssr]');
    if (island) showInHtml(island, filter);
    show();
    if (index) place.arrive();
  };
  const address = filterAddress(choices, follow);
  if (place.isBeyond(first.length)) loadIndex();
  else if (isNoFilter(filter)) place.arrive();
  markTags(root);
  hearFilterChanges(choose);
  watchEnd();
}

const root = document.querySelector<HTMLElement>('[data-library]');
if (root) start(root, JSON.parse(root.dataset.library ?? ''));
