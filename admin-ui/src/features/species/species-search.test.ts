import type { Species } from '@veldlicht/contract/species';
import { expect, it } from 'vitest';
import { findSpecies, speciesIndex, usualSpecies } from './species-search.ts';

const one = (scientificName: string, dutchName: string, rest: Partial<Species> = {}): Species => ({
  ...{ scientificName, dutchName, englishName: null, group: 'birds', family: null },
  ...{ synonyms: [], own: false, items: 0, ...rest },
});
const index = speciesIndex([
  one('Bubo bubo', 'Oehoe'),
  one('Accipiter gentilis', 'Havik', { synonyms: ['Astur gentilis'] }),
  one('Passer domesticus', 'Huismus'),
  one('Passer montanus', 'Ringmus', { items: 3 }),
  one('Lymantria monacha', 'Nonvlinder'),
  one('Anas crecca', 'Wintertaling'),
]);
const names = (list: Species[]) => list.map(({ dutchName }) => dutchName);

it('finds any part of either name, what begins with it first', () => {
  expect(names(findSpecies(index, 'MUS'))).toEqual(['Ringmus', 'Huismus']);
  expect(names(findSpecies(index, 'passer'))).toEqual(['Ringmus', 'Huismus']);
  expect(names(findSpecies(index, 'ó'))).toContain('Oehoe');
  expect(names(findSpecies(index, 'o'))[0]).toBe('Oehoe');
  expect(findSpecies(index, ' ')).toEqual([]);
  expect(findSpecies(index, 'eenhoorn')).toEqual([]);
});

it('offers what the library has, before anything is typed', () => {
  expect(names(usualSpecies(index))).toEqual(['Ringmus']);
});
