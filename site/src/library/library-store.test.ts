import { objectOf } from '@veldlicht/contract/by-name';
import { INDEX_PATH, searchChunkPath, viewChunkPath } from '@veldlicht/contract/index-paths';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type { LibrarySearchChunk, LibraryViewChunk } from '@veldlicht/contract/library-index';
import { describe, expect, test, vi } from 'vitest';
import { libraryStore } from './library-store.ts';

/** Public data of an item in both files of its chunk. */
interface Row {
  slug: string;
  title: string;
  duration?: number;
}
const searchOf = (items: Row[]): LibrarySearchChunk => ({
  rows: items.map(({ slug }) => slug).join(),
  ...objectOf(searchedTexts, () => items.map(() => '')),
  title: items.map(({ title }) => title),
  place: items.map(() => 'Eemland'),
  category: items.map(() => 0),
  tag: items.map(() => []),
  species: items.map(() => []),
  duration: items.map(({ duration = 0 }) => duration),
  ratio: items.map(() => 67),
  taken: items.map(() => 0),
  categories: ['fauna'],
  tags: [],
  speciesNames: [],
});
const viewOf = (items: Row[]): LibraryViewChunk => ({
  rows: items.map(({ slug }) => slug).join(),
  slug: items.map(({ slug }) => slug),
  hash: items.map(({ slug }) => `h-${slug}`),
  width: items.map(() => 2400),
  height: items.map(() => 1600),
  color: items.map(() => 'a1b2c3'),
  alt: items.map((_, i) => (i === 0 ? 'Een beschrijving' : '')),
  placeholder: items.map((_, i) => (i === 0 ? 'abc=' : '')),
  focus: items.map((_, i) => (i === 0 ? '30% 60%' : '')),
});

const grutto = { slug: 'grutto-1234', title: 'Grutto' };
const mist = { slug: 'mist-5678', title: 'Mist', duration: 47 };
const vos = { slug: 'vos-0001', title: 'Vos' };
const das = { slug: 'das-0002', title: 'Das' };
const PAGE = { chunks: [4, 3], index: INDEX_PATH, categories: [], storiesPath: null };
const [s4, v4] = [searchChunkPath(4), viewChunkPath(4)];
const [s3, v3] = [searchChunkPath(3), viewChunkPath(3)];

/** Both files of each chunk. */
function filesOf(chunks: Record<number, Row[]>): Record<string, unknown> {
  const files = Object.entries(chunks).flatMap(([number, items]) => [
    [searchChunkPath(Number(number)), searchOf(items)],
    [viewChunkPath(Number(number)), viewOf(items)],
  ]);
  return Object.fromEntries(files);
}
const files = () => filesOf({ 4: [grutto, mist], 3: [vos] });

/** A server of these files that records requests; files without content can't be read. */
function serverOf(files: Record<string, unknown>) {
  const asked: string[] = [];
  const fetchFile = async (url: string) => {
    asked.push(url);
    if (files[url]) return Response.json(files[url]);
    return new Response('', { status: url in files ? 500 : 404 });
  };
  return { asked, fetchFile };
}

test.each(searchedTexts)('a search covers the %s', async (name) => {
  const { fetchFile } = serverOf({ [s4]: { ...searchOf([vos]), [name]: ['Hoogveen'] } });
  const { text } = await libraryStore([], { ...PAGE, chunks: [4] }, fetchFile).loadIndex();
  expect(text[0]).toContain('hoogveen');
});

test('a search loads search files only, each once', async () => {
  const { asked, fetchFile } = serverOf(files());
  const store = libraryStore([], PAGE, fetchFile);
  const [first, second] = await Promise.all([store.loadIndex(), store.loadIndex()]);
  expect(second).toBe(first);
  expect(first.title).toEqual(['Grutto', 'Mist', 'Vos']);
  expect(asked).toEqual([s4, s3]);
  expect(store.state()).toEqual({ index: first, isBusy: false, isFailed: false });
});

test('the files are at the addresses in the page', async () => {
  const index = '/admin/preview/bibliotheek/7';
  const { fetchFile } = serverOf({
    [`${index}/zoek/4.json`]: searchOf([vos]),
    [`${index}/beeld/4.json`]: viewOf([vos]),
  });
  const store = libraryStore([], { ...PAGE, chunks: [4], index }, fetchFile);
  expect(await store.loadItem(0)).toMatchObject({ title: 'Vos' });
});

test('the card of a row is made from both files of its chunk', async () => {
  const { asked, fetchFile } = serverOf(files());
  const store = libraryStore([], PAGE, fetchFile);
  expect(await store.loadItem(0)).toEqual({
    path: '/foto/grutto-1234',
    type: 'photo',
    title: 'Grutto',
    alt: 'Een beschrijving',
    place: 'Eemland',
    category: 'fauna',
    width: 2400,
    height: 1600,
    duration: null,
    color: '#a1b2c3',
    placeholder: 'abc=',
    focus: '30% 60%',
    hash: 'h-grutto-1234',
  });
  expect(await store.loadItem(1)).toMatchObject({
    path: '/video/mist-5678',
    type: 'video',
    alt: 'Mist',
    duration: 47,
    placeholder: null,
    focus: '',
  });
  expect(asked).not.toContain(v3);
  expect(await store.loadItem(2)).toMatchObject({ path: '/foto/vos-0001' });
  expect(store.item(2)).toBe(store.item(2));
});

/** Grid items of the HTML. */
async function inHtml(...items: Row[]) {
  const store = libraryStore(
    [],
    { ...PAGE, chunks: [1] },
    serverOf(filesOf({ 1: items })).fetchFile,
  );
  return Promise.all(items.map((_, row) => store.loadItem(row)));
}

test('items in the page need no file', async () => {
  const { asked, fetchFile } = serverOf({});
  const [item] = await inHtml(grutto);
  const store = libraryStore(item ? [item] : [], PAGE, fetchFile);
  expect(await store.loadItem(0)).toBe(item);
  store.loadRows([0]);
  expect(asked).toEqual([]);
});

test('items in the page stay until their file has loaded, unless the index has others', async () => {
  const first = await inHtml(grutto, vos);
  const store = libraryStore(first, PAGE, serverOf(files()).fetchFile);
  await store.loadIndex();
  expect(store.item(0)).toBe(first[0]);
  expect(store.item(1)).toBe(null);
  store.loadRows([0, 1]);
  await expect.poll(() => store.item(1)).toMatchObject({ path: '/video/mist-5678' });
  expect(store.item(0)).toEqual(first[0]);
});

test.each(['retry', 'loadIndex'] as const)('a failed index is reported until %s', async (again) => {
  const served = { ...files(), [s3]: undefined };
  const { fetchFile } = serverOf(served);
  const store = libraryStore([], PAGE, fetchFile);
  await expect(store.loadIndex()).rejects.toThrow(`${s3} answered 500`);
  expect(store.state()).toEqual({ index: null, isFailed: true, isBusy: false });
  Object.assign(served, files());
  await store[again]();
  expect((await store.loadIndex()).all).toEqual([0, 1, 2]);
  expect(store.state().isFailed).toBe(false);
});

test('a failed view file does not stop the search', async () => {
  const served = { ...files(), [v4]: undefined };
  const store = libraryStore([], PAGE, serverOf(served).fetchFile);
  await store.loadIndex();
  await expect(store.loadItem(1)).rejects.toThrow(`${v4} answered 500`);
  expect(store.state()).toMatchObject({ isFailed: true, isBusy: false });
  expect(store.item(1)).toBe(null);
  Object.assign(served, files());
  store.retry();
  expect(await store.loadItem(1)).toMatchObject({ title: 'Mist' });
});

describe('files that a publish changes', () => {
  /** A store with the index of the old files, and a function that changes the served files. */
  async function openStore(first: Row[] = []) {
    const served = files();
    let listed = PAGE.chunks;
    const server = serverOf(served);
    const store = libraryStore(await inHtml(...first), PAGE, server.fetchFile, async () => listed);
    await store.loadIndex();
    const publish = (chunks: Record<number, Row[]>, ended: number[] = []) => {
      Object.assign(served, filesOf(chunks));
      for (const number of ended) {
        delete served[searchChunkPath(number)];
        delete served[viewChunkPath(number)];
      }
      listed = [...new Set([...Object.keys(chunks).map(Number), ...PAGE.chunks])]
        .filter((number) => !ended.includes(number))
        .sort((a, b) => b - a);
    };
    return { store, publish, served, asked: server.asked };
  }

  test('reload the index when a chunk has other rows', async () => {
    const { store, publish, asked } = await openStore([grutto]);
    expect(await store.loadItem(2)).toMatchObject({ title: 'Vos' });
    publish({ 4: [das, grutto, mist] });
    store.loadRows([1]);
    await expect.poll(() => store.item(0)).toMatchObject({ path: '/foto/das-0002', title: 'Das' });
    expect(store.state().index?.title).toEqual(['Das', 'Grutto', 'Mist', 'Vos']);
    expect(store.item(1)).toMatchObject({ path: '/foto/grutto-1234', hash: 'h-grutto-1234' });
    expect(store.item(3)).toMatchObject({ path: '/foto/vos-0001' });
    expect(asked.filter((url) => url === v3)).toHaveLength(1);
  });

  test('never mix two items in one card, in any order of loading', async () => {
    const { store, publish } = await openStore();
    publish({ 4: [mist, grutto] });
    const [first, second] = await Promise.all([store.loadItem(0), store.loadItem(1)]);
    expect([first, second].map(({ title, hash }) => [title, hash])).toEqual([
      ['Mist', 'h-mist-5678'],
      ['Grutto', 'h-grutto-1234'],
    ]);
  });

  test('discard loaded cards of a chunk whose items moved', async () => {
    const { store, publish } = await openStore();
    expect(await store.loadItem(0)).toMatchObject({ title: 'Grutto' });
    publish({ 4: [mist], 3: [das, vos] });
    store.loadRows([2]);
    await expect.poll(() => store.item(1)).toMatchObject({ title: 'Das' });
    expect(store.item(0)).toBe(null);
    expect(await store.loadItem(0)).toMatchObject({ title: 'Mist', hash: 'h-mist-5678' });
  });

  test('are reloaded once for all chunks that have other rows', async () => {
    const { store, publish, asked } = await openStore();
    publish({ 4: [mist], 3: [das, vos] });
    store.loadRows([0, 2]);
    await expect.poll(() => store.item(1)).toMatchObject({ title: 'Das' });
    await expect.poll(() => store.item(0)).toMatchObject({ title: 'Mist' });
    expect(asked.filter((url) => url === s4)).toHaveLength(2);
  });

  test('follow the current list of the page when a chunk is gone', async () => {
    const { store, publish } = await openStore();
    expect(await store.loadItem(0)).toMatchObject({ title: 'Grutto' });
    publish({ 5: [das] }, [3]);
    store.loadRows([2]);
    await expect.poll(() => store.state().index?.title).toEqual(['Das', 'Grutto', 'Mist']);
    expect(await store.loadItem(0)).toMatchObject({ title: 'Das' });
    expect(store.item(1)).toMatchObject({ title: 'Grutto' });
    await expect.poll(() => store.state()).toMatchObject({ isFailed: false, isBusy: false });
  });

  test('follow the current list of the page when the index first loads', async () => {
    const served = filesOf({ 4: [grutto], 2: [vos] });
    const store = libraryStore([], PAGE, serverOf(served).fetchFile, async () => [4, 2]);
    expect((await store.loadIndex()).title).toEqual(['Grutto', 'Vos']);
    expect(store.state().isFailed).toBe(false);
  });

  test('are retried while a publish writes them, then reported as failed', async () => {
    vi.useFakeTimers();
    try {
      const { store, served } = await openStore();
      delete served[v4];
      const loading = store.loadItem(0);
      await vi.advanceTimersByTimeAsync(100);
      served[v4] = viewOf([grutto, mist]);
      await vi.runAllTimersAsync();
      expect(await loading).toMatchObject({ title: 'Grutto' });

      const { fetchFile, asked } = serverOf({});
      const late = libraryStore([], PAGE, fetchFile, async () => [4, 3]);
      const failing = expect(late.loadIndex()).rejects.toThrow('answered 404');
      await vi.runAllTimersAsync();
      await failing;
      expect(late.state()).toEqual({ index: null, isFailed: true, isBusy: false });
      expect(asked.length).toBeLessThan(10);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are reported as failed when they never match the index', async () => {
    vi.useFakeTimers();
    try {
      const { store, served, asked } = await openStore();
      served[v4] = viewOf([mist, grutto]);
      const failing = expect(store.loadItem(0)).rejects.toThrow('other rows than the index');
      await vi.runAllTimersAsync();
      await failing;
      expect(store.state()).toMatchObject({ isFailed: true, isBusy: false });
      expect(asked.length).toBeLessThan(20);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('stories load with the index, which does not depend on them', async () => {
  const story = { kind: 'note', path: '/veldnotities/mist-0001', title: 'Mist', words: '' };
  const page = { ...PAGE, storiesPath: '/stories' };
  const served = serverOf({ ...files(), '/stories': [story] });
  expect((await libraryStore([], page, served.fetchFile).loadIndex()).stories).toEqual([story]);
  const store = libraryStore([], page, serverOf(files()).fetchFile);
  expect((await store.loadIndex()).stories).toEqual([]);
  expect(store.state().isFailed).toBe(false);
});
