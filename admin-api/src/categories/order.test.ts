import { describe, expect, it } from 'vitest';
import { wholeOrder, withMoved } from './categories.service.ts';

const list = ['a', 'b', 'c', 'd'];
const numbered = (ids: string[]) => ids.map((id, i) => ({ id, sortOrder: i + 1 }));

describe('moving one', () => {
  it.each([
    ['a', 3, 'bcad'],
    ['d', 1, 'dabc'],
    ['b', 2, 'abcd'],
    ['b', 4, 'acdb'],
    ['a', 99, 'bcda'],
    ['c', Number.MAX_SAFE_INTEGER, 'abdc'],
  ])('%s to %i gives %s', (id, position, order) => {
    expect(withMoved(list, id, position).join('')).toBe(order);
  });
});

describe('a whole list', () => {
  it('is the order of its numbers, however it is sent', () => {
    expect(wholeOrder(list, numbered(['d', 'a', 'c', 'b']).reverse())).toEqual([
      'd',
      'a',
      'c',
      'b',
    ]);
  });
  it.each([
    ['one is missing', numbered(['a', 'b', 'c'])],
    ['one is too many', numbered(['a', 'b', 'c', 'd', 'e'])],
    ['one is a stranger', numbered(['a', 'b', 'c', 'e'])],
    ['one stands twice', numbered(['a', 'b', 'c', 'c'])],
    ['a number is beyond the end', [...numbered(['a', 'b', 'c']), { id: 'd', sortOrder: 5 }]],
  ])('is none when %s', (_why, updates) => {
    expect(wholeOrder(list, updates)).toBeNull();
  });
});
