import type { AdminCategory } from '@veldlicht/contract/category';
import { expect, it } from 'vitest';
import { entriesOf, numbered, typedPosition, withOrder } from './list-order.ts';

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

it('sorts the entries of one type by number', () => {
  expect(entriesOf(all, 'category').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(entriesOf(undefined, 'tag')).toEqual([]);
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
  ['2', 2],
  [' 12 ', 12],
  ['007', 7],
  ...['', ' ', '0', '-1', '1.5', 'twee', '3', '1e99', 'Infinity'].map(
    (text) => [text, null] as const,
  ),
] as const)('reads %j typed over 3 as %j', (text, position) => {
  expect(typedPosition(text, 3)).toBe(position);
});
