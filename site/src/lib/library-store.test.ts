import { objectOf } from '@veldlicht/contract/by-name';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import type { LibrarySearchChunk, LibraryViewChunk } from '@veldlicht/contract/library-index';
import { describe, expect, test } from 'vitest';
import { libraryStore } from './library-store.ts';

const search = (titles: string[], durations: number[]): LibrarySearchChunk => ({
  ...objectOf(searchedTexts, () => titles.map(() => '')),
  title: titles,
  place: titles.map(() => 'Eemland'),
  category: titles.map(() => 0),
  tag: titles.map(() => []),
  species: titles.map(() => []),
  duration: durations,
  ratio: titles.map(() => 67),
  taken: titles.map(() => 0),
  categories: ['fauna'],
  tags: [],
  speciesNames: [],
});
const view = (slugs: string[]): LibraryViewChunk => ({
  slug: slugs,
  hash: slugs.map((slug) => `h-${slug}`),
  width: slugs.map(() => 2400),
  height: slugs.map(() => 1600),
  color: slugs.map(() => 'a1b2c3'),
  alt: slugs.map((_, i) => (i === 0 ? 'Een beschrijving' : '')),
  placeholder: slugs.map((_, i) => (i === 0 ? 'abc=' : '')),
  focus: slugs.map((_, i) => (i === 0 ? '30% 60%' : '')),
});
const chunks = [
  { search: '/s0', view: '/v0', items: 2 },
  { search: '/s1', view: '/v1', items: 1 },
];
const PAGE = { chunks, categories: [], storiesPath: null };

/** A server of these files that keeps what was asked for; a file without content is missing. */
function serverOf(files: Record<string, unknown>) {
  const asked: string[] = [];
  const fetchFile = async (url: string) => {
    asked.push(url);
    return files[url] ? Response.json(files[url]) : new Response('', { status: 404 });
  };
  return { asked, fetchFile };
}
const files = () => ({
  '/s0': search(['Grutto', 'Mist'], [0, 47]),
  '/s1': search(['Vos'], [0]),
  '/v0': view(['grutto-1234', 'mist-5678']),
  '/v1': view(['vos-0001']),
});

test.each(searchedTexts)('a search looks at the %s', async (name) => {
  const { fetchFile } = serverOf({ '/s0': { ...search(['Vos'], [0]), [name]: ['Hoogveen'] } });
  const page = { ...PAGE, chunks: chunks.slice(0, 1) };
  const { text } = await libraryStore([], page, fetchFile).loadIndex();
  expect(text[0]).toContain('hoogveen');
});

test('a search loads search files only, each once', async () => {
  const { asked, fetchFile } = serverOf(files());
  const store = libraryStore([], PAGE, fetchFile);
  const [first, second] = await Promise.all([store.loadIndex(), store.loadIndex()]);
  expect(second).toBe(first);
  expect(first.title).toEqual(['Grutto', 'Mist', 'Vos']);
  expect(asked).toEqual(['/s0', '/s1']);
  expect(store.state()).toMatchObject({ index: first, isBusy: false, isFailed: false });
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
  expect(asked).not.toContain('/v1');
  expect(await store.loadItem(2)).toMatchObject({ path: '/foto/vos-0001' });
  expect(store.item(2)).toBe(store.item(2));
});

test('the items of the page need no file', async () => {
  const { asked, fetchFile } = serverOf({});
  const item = await libraryStore([], PAGE, serverOf(files()).fetchFile).loadItem(0);
  const store = libraryStore([item], PAGE, fetchFile);
  expect(store.item(0)).toBe(item);
  store.loadRows([0]);
  expect(asked).toEqual([]);
});

test.each(['retry', 'loadIndex'] as const)(
  'an index that cannot be had is told until %s',
  async (again) => {
    const served: Record<string, unknown> = { ...files(), '/s1': undefined };
    const { fetchFile } = serverOf(served);
    const store = libraryStore([], PAGE, fetchFile);
    await expect(store.loadIndex()).rejects.toThrow('/s1 answered 404');
    const failed = { index: null, isFailed: true, isIndexMissing: true, isBusy: false };
    expect(store.state()).toEqual(failed);
    served['/s1'] = files()['/s1'];
    await store[again]();
    expect((await store.loadIndex()).all).toEqual([0, 1, 2]);
    expect(store.state()).toMatchObject({ isFailed: false, isIndexMissing: false });
  },
);

test('a view file that cannot be had does not end the search', async () => {
  const served: Record<string, unknown> = { ...files(), '/v0': undefined };
  const store = libraryStore([], PAGE, serverOf(served).fetchFile);
  await store.loadIndex();
  await expect(store.loadItem(1)).rejects.toThrow('/v0 answered 404');
  expect(store.state().isFailed).toBe(true);
  expect(store.item(1)).toBe(null);
  served['/v0'] = files()['/v0'];
  store.retry();
  expect(await store.loadItem(1)).toMatchObject({ title: 'Mist' });
});

describe('files that went with their release', () => {
  const fresh = [
    { search: '/s0', view: '/v0b', items: 2 },
    { search: '/s1b', view: '/v1', items: 1 },
  ];
  const served = (): Record<string, unknown> => {
    const { '/s1': s1, '/v0': v0, ...rest } = files();
    return {
      ...rest,
      '/s1b': search(['Vossen'], [0]),
      '/v0b': view(['grutto-1234', 'nevel-5678']),
    };
  };

  test('are those that the page lists by now', async () => {
    const { fetchFile } = serverOf(served());
    const store = libraryStore([], PAGE, fetchFile, async () => fresh);
    const [index, item] = await Promise.all([store.loadIndex(), store.loadItem(1)]);
    expect(index.title).toEqual(['Grutto', 'Mist', 'Vossen']);
    expect(item.path).toBe('/video/nevel-5678');
    expect(store.state()).toMatchObject({ isFailed: false, isBusy: false });
  });

  test('come with an index of other rows when there are more items by now', async () => {
    const all = files();
    const { fetchFile } = serverOf(all);
    let listed = chunks;
    const store = libraryStore([], PAGE, fetchFile, async () => listed);
    await store.loadIndex();
    expect(await store.loadItem(0)).toMatchObject({ title: 'Grutto' });
    Object.assign(all, {
      '/v1': undefined,
      '/s2': search(['Das'], [0]),
      '/v2': view(['das-0002']),
    });
    listed = [{ search: '/s2', view: '/v2', items: 1 }, ...chunks];
    store.loadRows([2]);
    await expect.poll(() => store.state().index?.title).toEqual(['Das', 'Grutto', 'Mist', 'Vos']);
    expect(await store.loadItem(0)).toMatchObject({ path: '/foto/das-0002', title: 'Das' });
    expect(await store.loadItem(1)).toMatchObject({ path: '/foto/grutto-1234' });
  });
});

test('stories come with the index, which does not wait in vain for them', async () => {
  const story = { kind: 'note', path: '/veldnotities/mist-0001', title: 'Mist', words: '' };
  const page = { ...PAGE, storiesPath: '/stories' };
  const served = serverOf({ ...files(), '/stories': [story] });
  expect((await libraryStore([], page, served.fetchFile).loadIndex()).stories).toEqual([story]);
  const store = libraryStore([], page, serverOf(files()).fetchFile);
  expect((await store.loadIndex()).stories).toEqual([]);
  expect(store.state().isFailed).toBe(false);
});
