import type { AdminCategory } from '@veldlicht/contract/category';
import { describe, expect, it } from 'vitest';
import {
  entriesOf,
  numbered,
  placeByKey,
  placeWhile,
  typedPosition,
  withMoved,
  withOrder,
} from './list-order.ts';

const entry = (id: string, sortOrder: number, type: 'category' | 'tag' = 'category') =>
  ({
    id,
    name: id,
    type,
    description: null,
    sortOrder,
    itemCount: 0,
    etag: '"1"',
  }) satisfies AdminCategory;
const all = [entry('b', 2), entry('x', 1, 'tag'), entry('a', 1), entry('c', 3)];

it.each([
  ['nothing is dragged', null, '0123'],
  ['one is dragged down', { from: 1, over: 3 }, '0312'],
  ['one is dragged up', { from: 2, over: 0 }, '1203'],
])('has every row in its place while %s', (_, drag, places) => {
  const of = (place: number) => placeWhile(drag && { ...drag, height: 61 }, place);
  expect([0, 1, 2, 3].map(of).join('')).toBe(places);
});

it('sorts the entries of one type by number', () => {
  expect(entriesOf(all, 'category').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(entriesOf(undefined, 'tag')).toEqual([]);
});

describe('moving an entry', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it.each([
    ['a', 2, 'bcad'],
    ['d', 0, 'dabc'],
    ['b', 99, 'acdb'],
    ['c', -1, 'cabd'],
  ])('%s to place %i inserts it there: %s', (id, place, order) => {
    expect(withMoved(ids, id, place).join('')).toBe(order);
  });
  it('returns the same list when it stays or is unknown', () => {
    expect(withMoved(ids, 'b', 1)).toBe(ids);
    expect(withMoved(ids, 'd', 9)).toBe(ids);
    expect(withMoved(ids, 'z', 0)).toBe(ids);
  });
});

it('numbers the whole list from 1', () => {
  expect(numbered(['c', 'a'])).toEqual([
    { id: 'c', sortOrder: 1 },
    { id: 'a', sortOrder: 2 },
  ]);
});

it('renumbers one list and leaves the other alone', () => {
  const ordered = withOrder(all, ['c', 'b', 'a']);
  expect(entriesOf(ordered, 'category').map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  expect(entriesOf(ordered, 'tag')).toEqual([entry('x', 1, 'tag')]);
});

it.each([
  ['ArrowUp', 1],
  ['ArrowDown', 3],
  ['Home', 0],
  ['End', 4],
  ['a', null],
])('%s moves the third of five to %s', (key, place) => {
  expect(placeByKey(key, 2, 5)).toBe(place);
});

it.each([
  ['2', 2],
  [' 12 ', 12],
  ['007', 7],
  ...['', ' ', '0', '-1', '1.5', 'twee', '3', '1e99', 'Infinity'].map(
    (text) => [text, null] as const,
  ),
] as const)('takes %j in the place of 3 for %j', (text, position) => {
  expect(typedPosition(text, 3)).toBe(position);
});
