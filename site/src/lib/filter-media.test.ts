import { expect, test } from 'vitest';
import { filterMedia, filterOfSearch, NO_FILTER, searchOfFilter } from './filter-media.ts';

const items = [{ category: 'fauna' }, { category: 'Macro' }, { category: 'fauna' }];

test('without a category every item passes', () => {
  expect(filterMedia(items, NO_FILTER)).toEqual(items);
});

test('a category matches the lowercased category of an item', () => {
  expect(filterMedia(items, { category: 'macro' })).toEqual([{ category: 'Macro' }]);
});

test('an address asks for a category in any case', () => {
  expect(filterOfSearch('?category=Fauna', ['fauna'])).toEqual({ category: 'fauna' });
});

test('an unknown category in the address shows everything', () => {
  expect(filterOfSearch('?category=bergen', ['fauna'])).toEqual(NO_FILTER);
  expect(filterOfSearch('', ['fauna'])).toEqual(NO_FILTER);
});

test('a filter survives the way through the address', () => {
  const filter = { category: 'nacht & mist' };
  expect(filterOfSearch(searchOfFilter(filter), ['nacht & mist'])).toEqual(filter);
  expect(searchOfFilter(NO_FILTER)).toBe('');
});
