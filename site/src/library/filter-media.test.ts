import { objectOf } from '@veldlicht/contract/by-name';
import { searchedTexts } from '@veldlicht/contract/item-fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countFields,
  filterOfSearch,
  filterRows,
  findStories,
  isFound,
  isNoFilter,
  isSameFilter,
  type MediaFilter,
  NO_FILTER,
  rowFilter,
  searchOfFilter,
  tagsAmong,
} from './filter-media.ts';
import { addChunk, emptyIndex } from './library-store.ts';

const noTexts = objectOf(searchedTexts, () => []);
const index = emptyIndex();
const shown = [{ name: 'Landscape', label: 'Landschap', count: 2, description: null }];
addChunk(
  index,
  {
    ...noTexts,
    title: ['Grutto op Paal', 'Mist', 'Vos'],
    description: ['Met regen', 'Aan één oever', 'Kijkt om'],
    place: ['Eemland', 'Veluwe', ''],
    category: [0, 1, 0],
    tag: [[0, 1], [], [1]],
    species: [[0], [], []],
    duration: [0, 12, 0],
    ratio: [67, 56, 150],
    taken: [20240512, 20250500, 20240130],
    categories: ['fauna', 'landscape'],
    tags: ['Vogel', 'regen'],
    speciesNames: ['Grutto Limosa limosa'],
  },
  shown,
);
// A later chunk numbers the same names differently.
addChunk(
  index,
  {
    ...noTexts,
    title: ['Dauw'],
    description: ['Vroeg in de ochtend'],
    place: ['Overveen'],
    category: [0],
    tag: [[0]],
    species: [[]],
    duration: [0],
    ratio: [100],
    taken: [0],
    categories: ['Landscape'],
    tags: ['regen'],
    speciesNames: [],
  },
  shown,
);
const rows = (filter: Partial<MediaFilter>) => filterRows(index, { ...NO_FILTER, ...filter });

test.each<[string, Partial<MediaFilter>, number[]]>([
  ['no filter passes every item, newest first', {}, [0, 1, 2, 3]],
  ['a search finds the text in a title, whatever the case', { query: 'PAAL' }, [0]],
  ['in a description', { query: 'ochtend' }, [3]],
  ['in a place', { query: 'veluw' }, [1]],
  ['in any of them', { query: 've' }, [1, 3]],
  ['by the scientific name of a species', { query: 'limosa LIM' }, [0]],
  ['by its Dutch name', { query: 'grutto' }, [0]],
  ['by the name of a category', { query: 'fauna' }, [0, 2]],
  ['by the label of a category', { query: 'landschap' }, [1, 3]],
  ['by a tag', { query: 'vogel' }, [0]],
  ['with accents', { query: 'één oever' }, [1]],
  ['without accents', { query: 'een oever' }, [1]],
  ['with accents that the text lacks', { query: 'dáuw' }, [3]],
  ['with spaces around it', { query: '  mist ' }, [1]],
  ['never across two fields', { query: 'paal met' }, []],
  ['nor across their border', { query: 'paal\nmet' }, []],
  ['a category matches the lowercased category of an item', { category: 'landscape' }, [1, 3]],
  ['an unused category finds nothing', { category: 'drone' }, []],
  ['an item passes with a chosen tag', { tags: ['Vogel'] }, [0]],
  ['or with any of several', { tags: ['Vogel', 'regen'] }, [0, 2, 3]],
  ['an unused tag finds nothing', { tags: ['sneeuw'] }, []],
  ['all filters apply together', { query: 'kijkt', category: 'fauna', tags: ['regen'] }, [2]],
  ['and one can exclude an item', { query: 'kijkt', category: 'landscape', tags: ['regen'] }, []],
  ['a year finds items taken in it', { year: 2024 }, [0, 2]],
  ['a month finds items of any year', { month: 5 }, [0, 1]],
  ['and both together', { year: 2024, month: 5 }, [0]],
  ['only videos', { type: 'video' }, [1]],
  ['only photos', { type: 'photo' }, [0, 2, 3]],
  ['by capture the last comes first, without a date last', { order: 'taken' }, [1, 0, 2, 3]],
  ['in a category too', { order: 'taken', category: 'fauna' }, [0, 2]],
])('%s: %j', (_, filter, found) => {
  expect(rows(filter)).toEqual(found);
});

test('spaces count as no filter, an order as one', () => {
  expect(isNoFilter({ ...NO_FILTER, query: '  ' })).toBe(true);
  expect(isNoFilter({ ...NO_FILTER, order: 'taken' })).toBe(false);
});

test('a search finds everything found while typing letter by letter', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, (before, query, after) => {
      const field = before + query + after;
      const isOfSpec = field.toLowerCase().includes(query.trim().toLowerCase());
      expect(isFound(query, field) || !isOfSpec).toBe(true);
    }),
  );
});

test('a search counts the fields in which it matched', () => {
  const found = (query: string) => [...countFields(index, query, rows({ query }))];
  expect(found('vos')).toEqual([['title', 1]]);
  expect(found('regen')).toEqual([
    ['description', 1],
    ['tags', 2],
  ]);
  expect(found('limosa')).toEqual([['species', 1]]);
  expect(found('landschap')).toEqual([['category', 2]]);
  expect(found('')).toEqual([]);
});

test('the tags of a result are listed', () => {
  expect(tagsAmong(index, [2, 3])).toEqual(new Set(['regen']));
  expect(tagsAmong(index, [1])).toEqual(new Set());
});

const choices = {
  years: [2025, 2024],
  categories: ['fauna', 'nacht & mist'],
  tags: ['Vogel', 'a+b', 'één'],
};

const when = {
  year: fc.constantFrom(null, 2025, 2024),
  month: fc.constantFrom(null, 5, 1),
  type: fc.constantFrom(null, 'photo', 'video'),
  order: fc.constantFrom('added', 'taken'),
} as const;

test('cached results never change what a search finds', () => {
  const filter = fc.record({
    category: fc.constantFrom(null, 'fauna', 'landscape'),
    tags: fc.subarray(['Vogel', 'regen']),
    query: fc.stringMatching(/^[erv ]{0,4}$/),
    ...when,
  });
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 60 }), (filters) => {
      const passing = rowFilter(index);
      for (const one of filters) expect(passing(one)).toEqual(filterRows(index, one));
    }),
  );
});

test('a letter that does not change the result returns the same list', () => {
  const passing = rowFilter(index);
  const rows = passing({ ...NO_FILTER, query: 'mis' });
  expect(passing({ ...NO_FILTER, query: 'mist' })).toBe(rows);
  expect(passing({ ...NO_FILTER, query: 'miste' })).toEqual([]);
});

test('a category or tag in the address matches in any case', () => {
  expect(filterOfSearch('?category=Fauna&tag=vogel', choices)).toEqual({
    ...NO_FILTER,
    category: 'fauna',
    tags: ['Vogel'],
  });
});

test('an unknown category or tag in the address is ignored', () => {
  expect(filterOfSearch('?category=bergen&tag=x&tag=Vogel&q=a', choices)).toEqual({
    ...NO_FILTER,
    tags: ['Vogel'],
    query: 'a',
  });
  const odd = '?year=1999&month=13&type=film&order=oldest';
  expect(filterOfSearch(odd, choices)).toEqual(NO_FILTER);
  expect(filterOfSearch('', choices)).toEqual(NO_FILTER);
});

test('every filter survives a round trip through the address', () => {
  const filters = fc.record({
    category: fc.constantFrom(null, ...choices.categories),
    tags: fc.subarray(choices.tags),
    query: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
    ...when,
  });
  fc.assert(
    fc.property(filters, (filter) => {
      const back = filterOfSearch(searchOfFilter(filter), choices);
      expect(back).toEqual(filter);
      expect(isSameFilter(back, filter)).toBe(true);
    }),
  );
  expect(searchOfFilter(NO_FILTER)).toBe('');
});

test('a search finds the first few stories by title and text', () => {
  const story = (title: string, words = '') =>
    ({ kind: 'note', path: `/${title}`, title, words }) as const;
  const stories = [
    story('Één winter'),
    story('Mist', 'in de WINTER'),
    story('Zomer'),
    story('Winter'),
  ];
  const titles = (query: string) => findStories(stories, query, 2).map(({ title }) => title);
  expect(titles('een win')).toEqual(['Één winter']);
  expect(titles(' winter ')).toEqual(['Één winter', 'Mist']);
  expect([titles(''), titles('herfst')]).toEqual([[], []]);
});
