import { expect, it } from 'vitest';
import { countItems, readGroups, writeGroups } from './map-filter.ts';

const groups = [
  { month: 5, species: [0, 3], count: 4 },
  { month: 11, species: [], count: 2 },
  { month: null, species: [3], count: 1 },
];

it('reads what it wrote', () => {
  expect(writeGroups(groups)).toBe('5.0.3:4 11:2 .3:1');
  expect(readGroups(writeGroups(groups))).toEqual(groups);
});

it.each([
  [null, null, 7],
  [3, null, 5],
  [3, 5, 4],
  [null, 11, 2],
  [0, 11, 0],
])('counts species %j in month %j: %i', (species, month, count) => {
  expect(countItems(groups, { species, month })).toBe(count);
});
