/**
 * The grid of the library: batches of cards, each a list of its own that ends level (lib/grid-layout.ts). The HTML has
 * the first batch. A batch far from the screen is emptied and keeps its height.
 */
import { build } from '#lib/dom.ts';
import type { GridItem } from '#lib/grid-item.ts';
import { BATCH, batchSize, cardRatio, gridStyles } from '#lib/grid-layout.ts';
import { preparePictures } from '#scripts/pictures.ts';
import { cardModel, makeCard, makeComing } from './card.ts';
import type { LibraryStore } from './library-store.ts';

/** Distance from the screen at which a batch is filled. */
const NEAR = '100% 0px';
/** While typing, only the first cards update at each letter; the rest of their batch follows after a pause. */
const FIRST_CARDS = 8;
const REST_MS = 120;

interface Batch {
  list: HTMLElement;
  start: number;
  end: number;
  styles: string[];
}

/** A card in view, and its distance from the top of the screen in pixels. */
export interface ScrollAnchor {
  at: number;
  offset: number;
}

export interface LibraryGrid {
  /** Shows these rows of the library from the start. */
  show: (rows: number[], isTyping?: boolean) => void;
  /** Fills cells from index files that have loaded. */
  refresh: () => void;
  hasMore: () => boolean;
  /** Adds a batch. */
  more: () => void;
  anchor: () => ScrollAnchor | null;
  /** The cell of a card, with all batches before it; null past the end. */
  reveal: (at: number) => HTMLElement | null;
  placeOf: (target: EventTarget | null) => number | null;
}

const isSame = (a: GridItem | null | undefined, b: GridItem | null) =>
  a?.path === b?.path &&
  a?.hash === b?.hash &&
  a?.title === b?.title &&
  a?.alt === b?.alt &&
  a?.place === b?.place;

/** Takes over the list in the HTML, which shows `first`. */
export function libraryGrid(
  frame: HTMLElement,
  store: LibraryStore,
  first: GridItem[],
): LibraryGrid {
  const card = frame.querySelector('.card');
  const model = card && cardModel(card);
  /** The item of each cell. */
  const shown = new WeakMap<Element, GridItem>();
  const rowOf = new WeakMap<Element, number>();
  let rows = [...first.keys()];
  let batches: Batch[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ratioOf = (row: number) => {
    const { index } = store.state();
    const item = first[row];
    return index?.ratio[row] ?? (item ? cardRatio(item) : 1);
  };
  const fillCell = (cell: HTMLElement, row: number) => {
    const item = store.item(row);
    const isDone = cell.firstElementChild && isSame(shown.get(cell), item);
    if (isDone || !model) return;
    if (item) shown.set(cell, item);
    const title = store.state().index?.title[row] ?? '';
    cell.replaceChildren(item ? makeCard(model, item) : makeComing(title));
  };
  /** Fills a batch with up to `most` cards, and reuses existing cells. */
  const fill = (batch: Batch, most = Number.POSITIVE_INFINITY) => {
    const known = new Map([...frame.querySelectorAll('.grid__item')].map((c) => [rowOf.get(c), c]));
    const places = rows.slice(batch.start, Math.min(batch.end, batch.start + most));
    const cells = places.map((row, i) => {
      const old = known.get(row);
      const cell = old instanceof HTMLElement ? old : build('li', { class: 'grid__item' });
      rowOf.set(cell, row);
      cell.setAttribute('style', batch.styles[i] ?? '');
      // Screen readers count across batches, once the total is known.
      if (store.state().index) {
        cell.setAttribute('aria-setsize', String(rows.length));
        cell.setAttribute('aria-posinset', String(batch.start + i + 1));
      }
      fillCell(cell, row);
      return cell;
    });
    const { children } = batch.list;
    const isThere = children.length === cells.length && cells.every((c, i) => c === children[i]);
    if (!isThere) batch.list.replaceChildren(...cells);
    store.loadRows(places);
    preparePictures(batch.list);
  };
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const batch = batches.find(({ list }) => list === target);
        if (!batch) continue;
        if (isIntersecting) fill(batch);
        // Keeps a batch that has the focus.
        else if (!target.contains(document.activeElement)) target.replaceChildren();
      }
    },
    { rootMargin: NEAR },
  );
  const end = () => batches.at(-1)?.end ?? 0;
  const add = (): Batch => {
    const start = end();
    const ratios = rows.slice(start, start + 2 * BATCH).map(ratioOf);
    const size = batchSize(ratios);
    const styles = gridStyles(ratios.slice(0, size));
    const old = batches.length === 0 && frame.querySelector<HTMLElement>('.grid__items');
    const list = old || build('ul', { class: 'grid__items', role: 'list' });
    list.setAttribute('style', styles.list);
    const few = rows.length === 1 ? '1' : [2, 4].includes(rows.length) ? '2' : null;
    if (few) list.dataset.few = few;
    else delete list.dataset.few;
    if (!old) batches.at(-1)?.list.after(list);
    const batch = { list, start, end: start + size, styles: styles.cards };
    batches.push(batch);
    return batch;
  };
  const more = () => nearby.observe(add().list);

  const show = (next: number[], isTyping = false) => {
    clearTimeout(timer);
    rows = next;
    nearby.disconnect();
    for (const { list } of batches.slice(1)) list.remove();
    batches = [];
    const batch = add();
    const settle = () => {
      fill(batch);
      nearby.observe(batch.list);
    };
    if (!isTyping) return settle();
    fill(batch, FIRST_CARDS);
    timer = setTimeout(settle, REST_MS);
  };

  const html = [...frame.querySelectorAll('.grid__item')];
  for (const [row, cell] of html.entries()) {
    rowOf.set(cell, row);
    const item = first[row];
    if (item) shown.set(cell, item);
  }
  if (html.length > 0) more();

  const cellsOf = () =>
    batches.flatMap(({ list, start }) =>
      [...list.children].map((cell, i) => ({ cell, at: start + i })),
    );
  return {
    show,
    refresh: () => {
      for (const { list } of batches)
        for (const cell of list.children)
          if (cell instanceof HTMLElement) fillCell(cell, rowOf.get(cell) ?? -1);
    },
    hasMore: () => end() < rows.length,
    more,
    anchor: () => {
      const seen = cellsOf().find(({ cell }) => cell.getBoundingClientRect().bottom > 0);
      return seen ? { at: seen.at, offset: seen.cell.getBoundingClientRect().top } : null;
    },
    reveal: (at) => {
      while (end() <= at && end() < rows.length) more();
      const batch = batches.find(({ start, end }) => start <= at && at < end);
      if (!batch) return null;
      fill(batch);
      const cell = batch.list.children[at - batch.start];
      return cell instanceof HTMLElement ? cell : null;
    },
    placeOf: (target) => {
      const cell = target instanceof Element && target.closest('a.card')?.parentElement;
      return cellsOf().find((one) => one.cell === cell)?.at ?? null;
    },
  };
}
