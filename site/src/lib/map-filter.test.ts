import { expect, it } from 'vitest';
import { countItems, readItems, writeItems } from './map-filter.ts';

const items = [
  { month: 5, species: [0, 3] },
  { month: 11, species: [] },
  { month: null, species: [3] },
];

it('reads what it wrote', () => {
  expect(writeItems(items)).toBe('5.0.3 11 .3');
  expect(readItems(writeItems(items))).toEqual(items);
});

it.each([
  [null, null, 3],
  [3, null, 2],
  [3, 5, 1],
  [null, 11, 1],
  [0, 11, 0],
])('counts species %j in month %j: %i', (species, month, count) => {
  expect(countItems(items, { species, month })).toBe(count);
});
