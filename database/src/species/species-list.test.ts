import { speciesGroups } from '@veldlicht/contract/species-groups';
import { expect, it } from 'vitest';
import { type ListedSpecies, parseSpeciesList, readSpeciesList } from './species-list.ts';

const list = readSpeciesList();
const byName = new Map(
  list.flatMap((species) =>
    [species.scientificName, ...species.synonyms].map((name) => [name, species]),
  ),
);
const HEAD = 'scientificName,synonyms,dutchName,englishName,group,family,source\n';

const odd = (isOdd: (species: ListedSpecies) => boolean) => list.filter(isOdd);

it('has species of every group', () => {
  expect(new Set(list.map(({ group }) => group))).toEqual(new Set(speciesGroups));
});

it('writes scientific names as biology does, and Dutch and English ones with a capital first', () => {
  const name = /^[A-Z][a-z-]+(?: [a-z-]+){1,2}$/;
  expect(odd((s) => ![s.scientificName, ...s.synonyms].every((text) => name.test(text)))).toEqual(
    [],
  );
  const word = /^(?:IJ|[A-Z])[\p{L}' -]+$/u;
  expect(odd((s) => !word.test(s.dutchName))).toEqual([]);
  expect(odd((s) => s.englishName !== null && !/^[A-Z][\p{L}'’ -]+$/u.test(s.englishName))).toEqual(
    [],
  );
  expect(odd((s) => !/^[A-Z][a-z]+$/.test(s.family))).toEqual([]);
});

it('knows the English name of all that photographers look for most', () => {
  const looked = [
    'birds',
    'mammals',
    'reptiles',
    'amphibians',
    'dragonflies',
    'butterflies',
    'moths',
    'orchids',
  ];
  expect(odd((s) => looked.includes(s.group) && s.englishName === null)).toEqual([]);
});

it.each([
  ['Bubo bubo', 'Oehoe', 'Eurasian eagle-owl', 'birds'],
  ['Halichoerus grypus', 'Grijze zeehond', 'Grey seal', 'mammals'],
  ['Spiranthes spiralis', 'Herfstschroeforchis', "Autumn lady's-tresses", 'orchids'],
])('has %s', (scientificName, dutchName, englishName, group) => {
  expect(byName.get(scientificName)).toMatchObject({ dutchName, englishName, group });
});

it.each([
  ['Astur gentilis', 'Accipiter gentilis'],
  ['Listera ovata', 'Neottia ovata'],
])('finds what was called %s as %s', (synonym, scientificName) => {
  expect(byName.get(synonym)?.scientificName).toBe(scientificName);
});

it.each([
  ['other columns', 'name\nBubo bubo', 'columns'],
  ['an unknown group', `${HEAD}Bubo bubo,,Oehoe,,owls,Strigidae,inbo`, 'Line 2 is no species'],
  ['a comma too many', `${HEAD}Bubo bubo,,Oehoe,,birds,Strigidae,inbo,`, 'Line 2 is no species'],
  [
    'a name twice',
    `${HEAD}Bubo bubo,,Oehoe,,birds,Strigidae,inbo\nBubo b,Bubo bubo,Oehoe,,birds,Strigidae,inbo`,
    'Line 3 names Bubo bubo again',
  ],
])('refuses a list with %s', (_what, text, message) => {
  expect(() => parseSpeciesList(text)).toThrow(message);
});
