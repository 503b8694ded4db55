import { describe, expect, it } from 'vitest';
import { placeByKey, placeWhile, withMoved } from './list-moves.ts';

it.each([
  ['nothing is dragged', null, '0123'],
  ['one is dragged down', { from: 1, over: 3 }, '0312'],
  ['one is dragged up', { from: 2, over: 0 }, '1203'],
])('has every row in its place while %s', (_, drag, places) => {
  const of = (place: number) => placeWhile(drag && { ...drag, height: 61 }, place);
  expect([0, 1, 2, 3].map(of).join('')).toBe(places);
});

describe('moving one', () => {
  const ids = ['a', 'b', 'c', 'd'];
  it.each([
    ['a', 2, 'bcad'],
    ['d', 0, 'dabc'],
    ['b', 99, 'acdb'],
    ['c', -1, 'cabd'],
  ])('%s to place %i inserts it there: %s', (id, place, order) => {
    expect(withMoved(ids, id, place).join('')).toBe(order);
  });
  it('gives the same list when it stays, or is not there', () => {
    expect(withMoved(ids, 'b', 1)).toBe(ids);
    expect(withMoved(ids, 'd', 9)).toBe(ids);
    expect(withMoved(ids, 'z', 0)).toBe(ids);
  });
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
