/** The library page: filters it, shows more items, and opens the dialog over the result. */
import type { LibraryStory } from '@veldlicht/contract/library-index';
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';
import { openFromLinks } from '#dialog/open-from-links.ts';
import { build } from '#lib/dom.ts';
import { type GridItem, gridItemOfElement } from '#lib/grid-item.ts';
import { siteBase } from '#lib/navigation.ts';
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

/** Distance from the end of the cards at which more are added, in pixels. */
const NEAR_END = 1200;
/** A faster load shows no notice. */
const SLOW_MS = 500;
/** Pause in typing before the line about the result appears. */
const TOLD_AFTER_MS = 250;
/** Maximum number of series and field notes linked from a result. */
const MOST_STORIES = 3;

/** Data of the page for its script. */
export type LibraryData = Pick<
  LibraryPage,
  'chunks' | 'index' | 'storiesPath' | 'tags' | 'total' | 'years'
> & { categories: Pick<LibraryPage['categories'][number], 'name' | 'label'>[] };

/** 'Ook in de reeks …': links to series and field notes on the subject. */
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

/** Shows a filter in the HTML of the filters before they hydrate, and wakes their island. */
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

/** Before the filters hydrate: hides the button for more tags if all tags are visible. */
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
  /** Rows of the result; null for all while the index is missing. */
  let rows: number[] | null = null;
  let index: SearchIndex | null = null;
  let passing: ReturnType<typeof rowFilter> | null = null;
  /** The visitor reached the end of the cards before the index loaded. */
  let wantsMore = false;
  let telling: ReturnType<typeof setTimeout> | undefined;

  /** Before the index loads: rows of the first cards that certainly match. */
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
    // Looked up each time: React replaces the element if an extension has changed the filters.
    const count = find('#beelden');
    if (count && count.textContent !== line) count.textContent = line;
    if (empty) {
      empty.hidden = found !== 0;
      empty.textContent = isOpen ? nl.recent.empty : nl.library.empty;
    }
    more?.toggleAttribute('hidden', index || !isOpen ? !grid.hasMore() : total <= first.length);
  };
  /** After a pause: shows the tags in the result, and the fields in which the search matched. */
  const tellSoon = () => {
    clearTimeout(telling);
    // Shown from the first letter, so that filling the line moves nothing.
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
    // The same result redraws no card.
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

  // Shows more near the end, and by the button.
  const showMore = () => {
    if (index) grid.more();
    else {
      wantsMore = true;
      // Hides the elements below the cards while these load, so that they do not jump.
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
  /** Observes the end again, which also checks whether it is near now. */
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

  const loadDialog = () => import('#dialog/open-dialog.ts');
  openFromLinks(frame, 'a.card', loadDialog, async ({ openDialog }, card) => {
    address.tellNow();
    const list = rows;
    const rowOf = (position: number) => (list ? (list[position] ?? -1) : position);
    // Keeps the items seen: a publish may move the rows while the dialog is open.
    const seen = new Map<number, GridItem>();
    const see = (position: number, item: GridItem | null) => {
      if (item && !seen.has(position)) seen.set(position, item);
      return seen.get(position) ?? item;
    };
    await openDialog({
      list: {
        first: 0,
        get last() {
          return (list?.length ?? store.state().index?.all.length ?? data.total) - 1;
        },
        item: (position) => see(position, store.item(rowOf(position))),
        load: async (position) => seen.get(position) ?? (await store.loadItem(rowOf(position))),
      },
      index: grid.placeOf(card) ?? 0,
      onClose: (position) => {
        const link = grid.reveal(position)?.querySelector('a');
        const { top, bottom } = link?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
        if (top < 0 || bottom > innerHeight)
          link?.scrollIntoView({ block: 'center', behavior: 'instant' });
        link?.focus({ preventScroll: true });
      },
    });
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
