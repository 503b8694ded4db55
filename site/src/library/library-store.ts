/**
 * The library's data in the browser: the cards of the page at once, the search index on request, and
 * the view file of a chunk when one of its cards comes into view.
 */
import { searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type {
  LibrarySearchChunk,
  LibraryStory,
  LibraryViewChunk,
} from '@veldlicht/contract/library-index';
import type { LibraryPage } from '@veldlicht/contract/snapshot';
import type { GridItem } from '#lib/grid-item.ts';
import { storedRatio } from '#lib/grid-layout.ts';
import { siteBase } from '#lib/navigation.ts';
import { type FilterColumns, searchText } from './filter-media.ts';

/** The search files in memory: the concatenated columns of all chunks. */
export interface SearchIndex extends FilterColumns {
  title: string[];
  place: string[];
  /** Height by width of each card. */
  ratio: number[];
  /** Series and field notes, which have no rows. */
  stories: LibraryStory[];
}

export function emptyIndex(): SearchIndex {
  return {
    category: [],
    categoryNames: [],
    tags: [],
    tagNames: [],
    text: [],
    title: [],
    place: [],
    duration: [],
    taken: [],
    ratio: [],
    all: [],
    stories: [],
  };
}

/** Index of each name in `known`, to which new names are added. */
function placesIn(known: string[], names: string[]): number[] {
  return names.map((name) => {
    const place = known.indexOf(name);
    return place < 0 ? known.push(name) - 1 : place;
  });
}

/** Adds the rows of a chunk. Chunks must be added in order, newest first. */
export function addChunk(
  index: SearchIndex,
  chunk: Omit<LibrarySearchChunk, 'rows'>,
  shown: ShownCategory[] = [],
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

/** A new object after each change. */
export interface LibraryState {
  index: SearchIndex | null;
  /** Files are loading. */
  isBusy: boolean;
  /** A file failed to load; `retry` tries again. */
  isFailed: boolean;
}

export interface LibraryStore {
  state: () => LibraryState;
  subscribe: (changed: () => void) => () => void;
  /** The search index; loaded once. Throws when it fails to load. */
  loadIndex: () => Promise<SearchIndex>;
  /** The item of a row, or null until it is loaded. Always the same object while the index stays. */
  item: (row: number) => GridItem | null;
  /** Loads the files for the cards of these rows. Never throws: see `isFailed`. */
  loadRows: (rows: number[]) => void;
  /** The item of a row, loaded when needed. Throws when it fails to load. */
  loadItem: (row: number) => Promise<GridItem>;
  /** Retries all failed loads. */
  retry: () => void;
}

type ChunkNumbers = LibraryPage['chunks'];
type ShownCategory = Pick<LibraryPage['categories'][number], 'name' | 'label'>;

/** Retries when a publish changes files during a load; the pause grows each time. */
const MOST_TURNS = 3;
const PAUSE_MS = 500;

/** A file is missing or has other rows than the index: a publish is running, or has ended. */
class OutOfStep extends Error {}

/** Revalidates, since a CDN may change how long browsers cache a file. */
const fetchNow = (url: string) => fetch(url, { cache: 'no-cache' });

/** The current list of chunks, from the data in the page. */
async function readPage(): Promise<ChunkNumbers> {
  const html = await (await fetchNow(location.pathname)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  return JSON.parse(page.querySelector<HTMLElement>('[data-library]')?.dataset.library ?? '')
    .chunks;
}

/** `first`: the newest items. `page`: chunks and paths of the index, and categories with their labels. */
export function libraryStore(
  first: GridItem[],
  page: Pick<LibraryPage, 'chunks' | 'index' | 'storiesPath'> & { categories: ShownCategory[] },
  fetchFile: (url: string) => Promise<Response> = fetchNow,
  readChunks = readPage,
): LibraryStore {
  const { categories, storiesPath } = page;
  let { chunks } = page;
  let state: LibraryState = { index: null, isBusy: false, isFailed: false };
  const listeners = new Set<() => void>();
  /** The chunks of the index, in order. */
  let parts: Array<{ number: number; rows: string; items: number }> = [];
  const items = new Map<number, GridItem>();
  const views = new Map<number, LibraryViewChunk>();
  /** Running and finished loads, and loads to retry, by name. */
  const loads = new Map<string, Promise<unknown>>();
  const failed = new Map<string, () => Promise<unknown>>();
  let underWay = 0;
  let renewing: Promise<unknown> | null = null;

  function change(next: Partial<LibraryState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  // Not validated: files of another format have another address.
  async function fetchJson<T>(url: string): Promise<T> {
    const response = await fetchFile(url);
    if (response.status === 404) throw new OutOfStep(`${url} answered 404`);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response.json();
  }

  /** Loads once, and again after a failure; updates the state. */
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
        change({ isBusy: underWay > 0, isFailed: failed.size > 0 });
      }
    };
    const loading = attempt();
    loads.set(name, loading);
    return loading;
  }

  /** Waits for a publish to end. Throws `error` if a publish did not cause it, or after too many retries. */
  async function waitForPublish(error: unknown, turn: number): Promise<void> {
    if (turn === MOST_TURNS || !(error instanceof OutOfStep)) throw error;
    await new Promise((resolve) => setTimeout(resolve, turn * PAUSE_MS));
  }

  /** Reads the page's list again, since a removed chunk has no files. */
  async function relist(): Promise<void> {
    chunks = await readChunks().catch(() => chunks);
  }

  /** The search files of all chunks, with their numbers. */
  async function readSearches(): Promise<Array<[number, LibrarySearchChunk]>> {
    for (let turn = 0; ; turn++) {
      const read = async (number: number): Promise<[number, LibrarySearchChunk]> => [
        number,
        await fetchJson(searchChunkPath(number, page.index)),
      ];
      try {
        return await Promise.all(chunks.map(read));
      } catch (error) {
        await waitForPublish(error, turn);
        await relist();
      }
    }
  }

  async function loadIndex(): Promise<SearchIndex> {
    await once('index', async () => {
      const reading = storiesPath ? fetchJson<LibraryStory[]>(storiesPath).catch(() => []) : [];
      const files = await readSearches();
      const index = { ...emptyIndex(), stories: await reading };
      for (const [, file] of files) addChunk(index, file, categories);
      parts = files.map(([number, { rows, title }]) => ({ number, rows, items: title.length }));
      items.clear();
      for (const [number, { rows }] of views) {
        if (rows === rowsOf(number)) continue;
        views.delete(number);
        loads.delete(`view ${number}`);
      }
      state = { ...state, index };
    });
    return state.index ?? emptyIndex();
  }

  /** Reads the index again. */
  function renew(): Promise<unknown> {
    const again = async () => {
      await relist();
      loads.delete('index');
      await loadIndex();
    };
    renewing ??= again().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  const rowsOf = (number: number) => parts.find((part) => part.number === number)?.rows;

  /** Loads the view file of a chunk. If its rows differ from the index, reloads the index. */
  function loadView(number: number): Promise<unknown> {
    const name = `view ${number}`;
    return once(name, async () => {
      for (let turn = 0; rowsOf(number) !== undefined; turn++) {
        const { index } = state;
        try {
          const view = await fetchJson<LibraryViewChunk>(viewChunkPath(number, page.index));
          if (view.rows === rowsOf(number)) return void views.set(number, view);
          throw new OutOfStep(`chunk ${number} has other rows than the index`);
        } catch (error) {
          await waitForPublish(error, turn);
          if (state.index === index) await renew();
        }
      }
      // The chunk is gone: its rows are in other chunks.
      loads.delete(name);
    });
  }

  /** Chunk of a library row, and the row in it; null if the index has no such row. */
  function placeOf(row: number): { number: number; at: number } | null {
    let at = row;
    for (const { number, items: size } of parts) {
      if (at < size) return { number, at };
      at -= size;
    }
    return null;
  }

  function item(row: number): GridItem | null {
    const { index } = state;
    const known = items.get(row);
    const inHtml = first[row] ?? null;
    if (known || !index) return known ?? inHtml;
    const place = placeOf(row);
    const view = place && views.get(place.number);
    // Until the view file loads: the item of the HTML, unless the index has another one in this row.
    if (!view) return inHtml?.title === index.title[row] ? inHtml : null;
    const made = gridItemOfRow(index, row, view, place.at);
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
      const wanted = new Set(missing.flatMap((row) => placeOf(row)?.number ?? []));
      for (const number of wanted) loadView(number).catch(() => undefined);
    },
    loadItem: async (row) => {
      const known = item(row);
      if (known) return known;
      await loadIndex();
      const place = placeOf(row);
      if (place) await loadView(place.number);
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
