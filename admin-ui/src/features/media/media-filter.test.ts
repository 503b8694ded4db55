import type { MediaItem } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import {
  countFilters,
  filterItems,
  filterOf,
  noFilter,
  shownSpecies,
  withFilter,
  yearsOf,
} from './media-filter.ts';

const seen = { kind: 'wild', lifeStage: null, nest: false } as const;
const one = (scientificName: string, dutchName: string | null) => ({
  scientificName,
  dutchName,
  ...seen,
});
const vos = one('Vulpes vulpes', 'Vos');

const blank = {
  status: 'published',
  processing: 'ready',
  publishFrom: null,
  publishUntil: null,
  category: 'fauna',
  tags: [] as string[],
  species: [],
  date: null,
  alt: 'Een vos',
  location: 'Veluwe',
};
// Cast: the filter asks for no other fields.
const item = (title: string, change: Partial<MediaItem> = {}) =>
  ({ title, ...blank, ...change }) as MediaItem;
const now = Date.parse('2026-06-01T00:00:00Z');
const items = [
  item('draft', { status: 'draft', date: '2024-05-04', alt: null }),
  item('later', { publishFrom: '2026-07-01T00:00:00.000Z', location: null }),
  item('over', { publishUntil: '2026-05-01T00:00:00.000Z', date: '2025-01-01' }),
  item('failed', { processing: 'failed', category: 'macro' }),
  item('mist', { tags: ['mist'], date: '2025-12-31', species: [vos] }),
];

it.each([
  ['', ['draft', 'later', 'over', 'failed', 'mist']],
  ['state=draft', ['draft']],
  ['state=scheduled', ['later', 'over']],
  ['state=failed', ['failed']],
  ['state=published', ['mist']],
  ['state=nonsense&year=20', ['draft', 'later', 'over', 'failed', 'mist']],
  ['category=macro', ['failed']],
  ['tag=mist', ['mist']],
  ['species=Vulpes+vulpes', ['mist']],
  ['species=Bubo+bubo', []],
  ['year=2025', ['over', 'mist']],
  ['year=2025&order=captured', ['mist', 'over']],
  ['lacks=alt', ['draft']],
  ['lacks=place', ['later']],
  ['order=captured', ['mist', 'over', 'draft', 'later', 'failed']],
])('shows for %j: %j', (address, titles) => {
  const shown = filterItems(items, filterOf(new URLSearchParams(address)), now);
  expect(shown.map(({ title }) => title)).toEqual(titles);
});

it('keeps the choices in the address, beside what else is there', () => {
  const filter = { ...noFilter, tag: 'mist & bos', order: 'captured' } as const;
  const params = withFilter(new URLSearchParams('add=1&year=2025'), filter);
  expect(params.get('add')).toBe('1');
  expect(filterOf(params)).toEqual(filter);
  expect(countFilters(filter)).toBe(1);
  expect(withFilter(params, noFilter).toString()).toBe('add=1');
});

it('offers the years there are, newest first', () => {
  expect(yearsOf(items)).toEqual(['2025', '2024']);
});

it('offers the species there are, each once, and tells those apart that are called alike', () => {
  const items = [
    { species: [vos, one('Upupa epops', 'Hop')] },
    { species: [one('Humulus lupulus', 'Hop'), vos, one('Xylota segnis', null)] },
  ];
  expect([...shownSpecies(items)]).toEqual([
    ['Hop (Humulus lupulus)', 'Humulus lupulus'],
    ['Hop (Upupa epops)', 'Upupa epops'],
    ['Vos', 'Vulpes vulpes'],
    ['Xylota segnis', 'Xylota segnis'],
  ]);
});
