import { expect, it } from 'vitest';
import { gridItem } from '#testing/items.ts';
import { START, walkItems } from './walk-items.ts';

/** Pages a to e, each of which knows only its neighbours. */
const pages = ['/foto/a', '/foto/b', '/foto/c', '/foto/d', '/foto/e'];
function walkFrom(start: string) {
  return walkItems(start, async (path) => {
    const at = pages.indexOf(path);
    const [previous = null, next = null] = [pages[at - 1], pages[at + 1]];
    return { item: { ...gridItem, path }, parts: [], video: null, previous, next };
  });
}

it('walks to both ends, and knows each end once its page has loaded', async () => {
  const list = walkFrom('/foto/c');
  const { path } = await list.load(START);
  expect([path, list.first, list.last]).toEqual(['/foto/c', -Infinity, Infinity]);
  expect((await list.load(START - 2)).path).toBe('/foto/a');
  expect([list.first, list.last]).toEqual([START - 2, Infinity]);
  expect((await list.load(START + 2)).path).toBe('/foto/e');
  expect([list.first, list.last]).toEqual([START - 2, START + 2]);
  expect(list.item(START - 1)?.path).toBe('/foto/b');
});

it('has no items past an end', async () => {
  const list = walkFrom('/foto/a');
  await list.load(START);
  await expect(list.load(START - 1)).rejects.toThrow(RangeError);
  expect([list.item(START - 1), list.first]).toEqual([null, START]);
});
