/**
 * What the browser knows of the library: the cards of the page at once, the search index when it is
 * asked for, and what the cards of a chunk need when one of them comes into view.
 */
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type {
  LibrarySearchChunk,
  LibraryStory,
  LibraryViewChunk,
} from '@veldlicht/contract/library-index';
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import { type FilterColumns, searchText } from './filter-media.ts';
import type { GridItem } from './grid-item.ts';
import { storedRatio } from './grid-layout.ts';
import { siteBase } from './navigation.ts';

/** The search files in memory: the columns of all chunks, one after the other. */
export interface SearchIndex extends FilterColumns {
  title: string[];
  place: string[];
  /** Height by width of each card. */
  ratio: number[];
  /** Not rows: what is told beside them. */
  stories: LibraryStory[];
}

export function emptyIndex(): SearchIndex {
  return {
    ...{ category: [], categoryNames: [], tags: [], tagNames: [], text: [] },
    ...{ title: [], place: [], duration: [], taken: [], ratio: [], all: [] },
    stories: [],
  };
}

/** Index of each name among `known`, which grows by those that are new. */
function placesIn(known: string[], names: string[]): number[] {
  return names.map((name) => {
    const place = known.indexOf(name);
    return place < 0 ? known.push(name) - 1 : place;
  });
}

/** Adds the rows of a chunk. Chunks must be added in their order, newest first. */
export function addChunk(
  index: SearchIndex,
  chunk: LibrarySearchChunk,
  shown: Pick<LibraryPage['categories'][number], 'name' | 'label'>[] = [],
): void {
  const names = chunk.categories.map((name) => name.toLowerCase());
  const labels = names.map((name) => {
    const label = shown.find((one) => one.name.toLowerCase() === name)?.label;
    return label?.toLowerCase() === name ? [name] : [name, label ?? ''];
  });
  const categories = placesIn(index.categoryNames, names);
  const tags = placesIn(index.tagNames, chunk.tags);
  for (const [row, title] of chunk.title.entries()) {
    const place = chunk.place[row] ?? '';
    index.all.push(index.title.length);
    index.title.push(title);
    index.place.push(place);
    const [category = -1, tagged = []] = [chunk.category[row], chunk.tag[row]];
    const named = tagged.map((tag) => chunk.tags[tag] ?? '');
    const species = (chunk.species[row] ?? []).map((one) => chunk.speciesNames[one] ?? '');
    const texts = searchedTexts.map((name) => chunk[name][row] ?? '');
    index.text.push(searchText(...texts, place, labels[category] ?? [], named, species));
    index.category.push(categories[category] ?? -1);
    index.tags.push(tagged.map((tag) => tags[tag] ?? -1));
    index.duration.push(chunk.duration[row] ?? 0);
    index.taken.push(chunk.taken[row] ?? 0);
    index.ratio.push(storedRatio(chunk.ratio[row] ?? 100));
  }
}

/** The card of row `row` of the library; `view` is the view file of its chunk, `at` its row there. */
function gridItemOfRow(
  index: SearchIndex,
  row: number,
  view: LibraryViewChunk,
  at: number,
): GridItem {
  const duration = index.duration[row] || null;
  const title = index.title[row] ?? '';
  return {
    path: `${siteBase}/${duration ? 'video' : 'foto'}/${view.slug[at]}`,
    type: duration ? 'video' : 'photo',
    title,
    alt: view.alt[at] || title,
    place: index.place[row] || null,
    category: index.categoryNames[index.category[row] ?? -1] ?? '',
    width: view.width[at] ?? 1,
    height: view.height[at] ?? 1,
    duration,
    color: `#${view.color[at]}`,
    placeholder: view.placeholder[at] || null,
    focus: view.focus[at] ?? '',
    hash: view.hash[at] ?? '',
  };
}

/** A new object at every change. */
export interface LibraryState {
  index: SearchIndex | null;
  /** Files are loading. */
  isBusy: boolean;
  /** A file failed to load; `retry` asks again. */
  isFailed: boolean;
  /** The index failed to load, and has not loaded since. */
  isIndexMissing: boolean;
}

export interface LibraryStore {
  state: () => LibraryState;
  subscribe: (changed: () => void) => () => void;
  /** The search index; loaded once. Throws when it fails to load. */
  loadIndex: () => Promise<SearchIndex>;
  /** The item of a row, or null until it is loaded. The same object every time. */
  item: (row: number) => GridItem | null;
  /** Loads what the cards of these rows need. Never throws: see `isFailed`. */
  loadRows: (rows: number[]) => void;
  /** The item of a row, loaded when needed. Throws when it fails to load. */
  loadItem: (row: number) => Promise<GridItem>;
  /** Asks again for all that failed. */
  retry: () => void;
}

type Chunks = LibraryPage['chunks'];

/** The list that the page has by now, out of what Astro hands to this island. */
async function readPage(): Promise<Chunks> {
  const html = await (await fetch(location.pathname)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const props = page.querySelector('astro-island[props*="chunks"]')?.getAttribute('props');
  const [, chunks] = JSON.parse(props ?? '').chunks;
  return chunks.map(
    ([, { search, view, items }]: [0, Record<keyof Chunks[number], [0, never]>]) => ({
      search: search[1],
      view: view[1],
      items: items[1],
    }),
  );
}

/** `first` are the newest items; `chunks` the index of all, with the categories as visitors read them. */
export function libraryStore(
  first: GridItem[],
  page: Pick<LibraryPage, 'chunks' | 'categories' | 'storiesPath'>,
  fetchFile: (url: string) => Promise<Response> = (url) => fetch(url),
  readChunks = readPage,
): LibraryStore {
  const { categories, storiesPath } = page;
  let { chunks } = page;
  let state: LibraryState = { index: null, isBusy: false, isFailed: false, isIndexMissing: false };
  const listeners = new Set<() => void>();
  const items = new Map(first.entries());
  const views = new Map<number, LibraryViewChunk>();
  /** Loads that are running or done, and what to retry, by name. */
  const loads = new Map<string, Promise<unknown>>();
  const failed = new Map<string, () => Promise<unknown>>();
  let underWay = 0;

  function change(next: Partial<LibraryState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  // The files come from the same release as this script, so their shapes need no second check.
  async function fetchJson<T>(url: string): Promise<T> {
    const response = await fetchFile(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  }

  /** Loads once, again after a failure, and keeps the state meanwhile. */
  function once(name: string, load: () => Promise<unknown>): Promise<unknown> {
    const known = loads.get(name);
    if (known) return known;
    const attempt = async () => {
      underWay++;
      if (!state.isBusy) change({ isBusy: true });
      try {
        await load();
        failed.delete(name);
      } catch (error) {
        loads.delete(name);
        failed.set(name, () => once(name, load));
        throw error;
      } finally {
        underWay--;
        const isFailed = failed.size > 0;
        change({ isBusy: underWay > 0, isFailed, isIndexMissing: failed.has('index') });
      }
    };
    const loading = attempt();
    loads.set(name, loading);
    return loading;
  }

  /** Follows the page to the release that is live now. */
  async function relist(): Promise<void> {
    const listed = await readChunks().catch(() => chunks);
    const isSame = <T>(pick: (chunk: Chunks[number]) => T) =>
      listed.length === chunks.length &&
      listed.every((chunk, i) => pick(chunk) === (chunks[i] && pick(chunks[i])));
    if (isSame(({ search }) => search) && isSame(({ view }) => view)) return;
    const hasSameRows = isSame(({ items: size }) => size);
    chunks = listed;
    if (hasSameRows) return;
    items.clear();
    views.clear();
    for (const name of loads.keys()) if (name.startsWith('view')) loads.delete(name);
    if (!state.index) return;
    loads.delete('index');
    await loadIndex();
  }

  /** Reads files of the index; those of the list anew when the page has another one by now, and the old are gone. */
  async function readListed<T>(read: () => Promise<T>): Promise<T> {
    for (;;) {
      const asked = chunks;
      try {
        const files = await read();
        if (asked === chunks) return files;
      } catch (error) {
        if (asked === chunks) await relist();
        if (asked === chunks) throw error;
      }
    }
  }

  async function loadIndex(): Promise<SearchIndex> {
    await once('index', async () => {
      const reading = storiesPath ? fetchJson<LibraryStory[]>(storiesPath).catch(() => []) : [];
      const files = await readListed(() =>
        Promise.all(chunks.map(({ search }) => fetchJson<LibrarySearchChunk>(search))),
      );
      const index = { ...emptyIndex(), stories: await reading };
      for (const file of files) addChunk(index, file, categories);
      state = { ...state, index };
    });
    return state.index ?? emptyIndex();
  }

  function loadView(chunk: number): Promise<unknown> {
    return once(`view ${chunk}`, async () => {
      const view = await readListed(async () => {
        const listed = chunks[chunk];
        return listed && fetchJson<LibraryViewChunk>(listed.view);
      });
      if (view) views.set(chunk, view);
    });
  }

  /** Chunk of a row of the library, and its row there. */
  function placeOf(row: number): { chunk: number; at: number } {
    let at = row;
    const chunk = chunks.findIndex(({ items: size }) => {
      if (at < size) return true;
      at -= size;
      return false;
    });
    return { chunk, at };
  }

  function item(row: number): GridItem | null {
    const known = items.get(row);
    if (known || !state.index) return known ?? null;
    const { chunk, at } = placeOf(row);
    const view = views.get(chunk);
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
      const wanted = new Set(missing.map((row) => placeOf(row).chunk));
      for (const chunk of wanted) if (chunk >= 0) loadView(chunk).catch(() => undefined);
    },
    loadItem: async (row) => {
      if (!items.has(row)) await Promise.all([loadIndex(), loadView(placeOf(row).chunk)]);
      const loaded = item(row);
      if (!loaded) throw new Error(`the library has no row ${row}`);
      return loaded;
    },
    retry: () => {
      const all = [...failed.values()];
      failed.clear();
      change({ isFailed: false });
      for (const again of all) again().catch(() => undefined);
    },
  };
}
