import { expect, it } from 'vitest';
import { fieldValue, type MediaFilter, NO_FILTER } from './filter-media.ts';
import {
  changeFilter,
  filterView,
  hearFilterChanges,
  showInFilters,
  subscribeToFilterView,
} from './filter-view.ts';

it('queues changes until the library listens, and applies them to the filter of the address', () => {
  const heard: [MediaFilter, boolean][] = [];
  let turns = 0;
  const leave = subscribeToFilterView(() => turns++);
  changeFilter({ category: 'fauna' }, false);
  changeFilter({ query: 'vos' }, true);
  showInFilters({ filter: { ...NO_FILTER, order: 'taken' } });
  hearFilterChanges((filter, isTyping) => {
    heard.push([filter, isTyping]);
    showInFilters({ filter });
  });
  const first: MediaFilter = { ...NO_FILTER, order: 'taken', category: 'fauna' };
  const second: MediaFilter = { ...first, query: 'vos' };
  expect(heard).toEqual([
    [first, false],
    [second, true],
  ]);
  changeFilter({ category: null }, false);
  expect(heard.slice(2)).toEqual([[{ ...second, category: null }, false]]);
  expect(filterView().filter).toEqual({ ...second, category: null });
  expect(turns).toBe(4);
  leave();
  showInFilters({ tagsLeft: null });
  expect(turns).toBe(4);
});

it('gives the value of each field, empty for no filter', () => {
  const names = ['query', 'year', 'month', 'type', 'order'] as const;
  const valuesOf = (filter: MediaFilter) => names.map((name) => fieldValue(filter, name));
  expect(valuesOf(NO_FILTER)).toEqual(['', '', '', '', '']);
  expect(
    valuesOf({ ...NO_FILTER, query: 'vos', year: 2025, month: 3, type: 'video', order: 'taken' }),
  ).toEqual(['vos', '2025', '3', 'video', 'taken']);
});
