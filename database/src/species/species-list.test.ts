import { readFileSync } from 'node:fs';
import { speciesGroups } from '@veldlicht/contract/species-groups';
import { expect, it } from 'vitest';
import { type ListedSpecies, readSpeciesList } from './species-list.ts';

const list = readSpeciesList();
const byName = new Map(
  list.flatMap((species) =>
    [species.scientificName, ...species.synonyms].map((name) => [name, species]),
  ),
);

const odd = (isOdd: (species: ListedSpecies) => boolean) => list.filter(isOdd);

it('has species of every group and of no other, where they are from, and no name twice', () => {
  const text = readFileSync(new URL('species.csv', import.meta.url), 'utf8');
  const [head, ...lines] = text.trimEnd().split('\n');
  expect(head).toBe('scientificName,synonyms,dutchName,englishName,group,family,source');
  expect(lines.filter((line) => !/^(?:[^,"]*,){6}(?:inbo|veldlicht)$/.test(line))).toEqual([]);
  expect(new Set(list.map(({ groupName }) => groupName))).toEqual(new Set(speciesGroups));
  const names = list.flatMap((one) => [one.scientificName, ...one.synonyms]);
  expect(names.length).toBe(byName.size);
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
  expect(odd((s) => looked.includes(s.groupName) && s.englishName === null)).toEqual([]);
});

it.each([
  ['Bubo bubo', 'Oehoe', 'Eurasian eagle-owl', 'birds'],
  ['Halichoerus grypus', 'Grijze zeehond', 'Grey seal', 'mammals'],
  ['Spiranthes spiralis', 'Herfstschroeforchis', "Autumn lady's-tresses", 'orchids'],
])('has %s', (scientificName, dutchName, englishName, groupName) => {
  expect(byName.get(scientificName)).toMatchObject({ dutchName, englishName, groupName });
});

it.each([
  ['Astur gentilis', 'Accipiter gentilis'],
  ['Listera ovata', 'Neottia ovata'],
])('finds what was called %s as %s', (synonym, scientificName) => {
  expect(byName.get(synonym)?.scientificName).toBe(scientificName);
});
