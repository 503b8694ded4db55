import { expect, it } from 'vitest';
import { speciesByName, speciesNamedIn, speciesOfKeyword } from './species-words.ts';

const one = (scientificName: string, dutchName: string | null, rest = {}) => ({
  scientificName,
  dutchName,
  englishName: null,
  synonyms: [],
  ...rest,
});
const byName = speciesByName([
  one('Accipiter gentilis', 'Havik', { synonyms: ['Astur gentilis'] }),
  one('Aglais urticae', 'Kleine vos'),
  one('Bubo bubo', 'Oehoe', { englishName: 'Eagle Owl' }),
  one('Humulus lupulus', 'Hop'),
  one('Passer montanus', 'Ringmus'),
  one('Upupa epops', 'Hop'),
  one('Vulpes vulpes', 'Vos'),
]);

it.each([
  ['OEHOE', 'Bubo bubo'],
  ['bubo bubo', 'Bubo bubo'],
  ['astur gentilis', 'Accipiter gentilis'],
  // Two species share it.
  ['Hop', undefined],
  // An English name is not certain enough.
  ['eagle owl', undefined],
  ['vos', undefined],
  ['mist', undefined],
  ['', undefined],
])('the keyword %j is surely %s', (keyword, name) => {
  expect(speciesOfKeyword(byName, keyword, ['vos'])?.scientificName).toBe(name);
});

it.each([
  [['oehoe', 'Bubo bubo', 'mist'], '', ['Bubo bubo']],
  [['eagle owl'], '', ['Bubo bubo']],
  [['hop'], '', ['Humulus lupulus', 'Upupa epops']],
  [['astur GENTILIS'], 'Een ringmus, twee muizen', ['Accipiter gentilis', 'Passer montanus']],
  [[], 'Een kleine vos op een tak', ['Aglais urticae']],
  [[], 'Twee ringmussen bij de havikshorst', []],
  [['vos'], 'Vos en havik', ['Accipiter gentilis']],
])('proposes for %j and %j: %j', (keywords, title, names) => {
  const found = speciesNamedIn(byName, { keywords, title, declined: ['vos'] });
  expect([...found.keys()].map(({ scientificName }) => scientificName)).toEqual(names);
});
