/**
 * What the browser knows of the library: the cards of the page at once, the search index when it is
 * asked for, and what the cards of a chunk need when one of them comes into view.
 */
import type { LibraryViewChunk } from '@veldlicht/contract/library-index';
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { type GridItem, gridItemOfRow } from './grid-item.ts';
import { loadSearchIndex, loadView, placeOfRow } from './load-index.ts';
import type { SearchIndex } from './search-index.ts';

/** A new object at every change. */
export interface LibraryState {
  index: SearchIndex | null;
  /** Files are under way. */
  isBusy: boolean;
  /** A file could not be had; `retry` asks again. */
  isFailed: boolean;
  /** The index could not be had, and has not come since. */
  isIndexMissing: boolean;
}

export interface LibraryStore {
  state: () => LibraryState;
  subscribe: (changed: () => void) => () => void;
  /** The search index; loaded once. Throws when it cannot be had. */
  loadIndex: () => Promise<SearchIndex>;
  /** The item of a row, or null while it is not here. The same object every time. */
  item: (row: number) => GridItem | null;
  /** Loads what the cards of these rows need. Never throws: the state tells. */
  loadRows: (rows: number[]) => void;
  /** The item of a row, loaded when needed. Throws when it cannot be had. */
  loadItem: (row: number) => Promise<GridItem>;
  /** Asks again for all that failed. */
  retry: () => void;
}

/** `first` are the newest items; `chunks` the index of all. */
export function libraryStore(
  first: GridItem[],
  chunks: LibraryPage['chunks'],
  fetchFile: (url: string) => Promise<Response> = (url) => fetch(url),
): LibraryStore {
  let state: LibraryState = {
    index: null,
    isBusy: false,
    isFailed: false,
    isIndexMissing: false,
  };
  const listeners = new Set<() => void>();
  const items = new Map(first.entries());
  const views = new Map<number, Promise<LibraryViewChunk>>();
  const loaded = new Map<number, LibraryViewChunk>();
  /** What to ask for again, by what it is. */
  const failed = new Map<string, () => void>();
  let indexLoad: Promise<SearchIndex> | null = null;
  let underWay = 0;

  function change(next: Partial<LibraryState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** Keeps the state while a file is loaded; `again` repeats what asked for it. */
  async function watched<T>(
    name: string,
    load: Promise<T>,
    keep: (value: T) => void,
    again: () => void,
  ) {
    underWay++;
    if (!state.isBusy) change({ isBusy: true });
    try {
      const value = await load;
      keep(value);
      failed.delete(name);
      return value;
    } catch (error) {
      failed.set(name, again);
      throw error;
    } finally {
      underWay--;
      change({ isBusy: underWay > 0, isFailed: failed.size > 0 });
    }
  }

  function loadIndex(): Promise<SearchIndex> {
    const again = () => void loadIndex().catch(() => undefined);
    const urls = chunks.map(({ search }) => search);
    indexLoad ??= watched(
      'index',
      loadSearchIndex(urls, fetchFile),
      (index) => {
        state = { ...state, index, isIndexMissing: false };
      },
      again,
    ).catch((error) => {
      indexLoad = null;
      change({ isIndexMissing: true });
      throw error;
    });
    return indexLoad;
  }

  function loadChunk(chunk: number): Promise<LibraryViewChunk> {
    const known = views.get(chunk);
    if (known) return known;
    const again = () => void loadChunk(chunk).catch(() => undefined);
    const load = watched(
      `view ${chunk}`,
      loadView(chunks[chunk]?.view ?? '', fetchFile),
      (view) => loaded.set(chunk, view),
      again,
    ).catch((error) => {
      views.delete(chunk);
      throw error;
    });
    views.set(chunk, load);
    return load;
  }

  function item(row: number): GridItem | null {
    const known = items.get(row);
    if (known || !state.index) return known ?? null;
    const { chunk, at } = placeOfRow(chunks, row);
    const view = loaded.get(chunk);
    if (!view) return null;
    const made = gridItemOfRow(state.index, row, view, at);
    items.set(row, made);
    return made;
  }

  return {
    state: () => state,
    subscribe: (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    loadIndex,
    item,
    loadRows: (rows) => {
      const missing = rows.filter((row) => !items.has(row));
      const wanted = new Set(missing.map((row) => placeOfRow(chunks, row).chunk));
      for (const chunk of wanted) if (chunk >= 0) loadChunk(chunk).catch(() => undefined);
    },
    loadItem: async (row) => {
      const known = items.get(row);
      if (known) return known;
      await Promise.all([loadIndex(), loadChunk(placeOfRow(chunks, row).chunk)]);
      const made = item(row);
      if (!made) throw new Error(`the library has no row ${row}`);
      return made;
    },
    retry: () => {
      const all = [...failed.values()];
      failed.clear();
      change({ isFailed: false });
      for (const again of all) again();
    },
  };
}
