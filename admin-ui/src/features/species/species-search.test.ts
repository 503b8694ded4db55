import type { Species } from '@veldlicht/contract/species';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { aSpecies } from '#testing/builders.ts';
import {
  englishFirst,
  findSpecies,
  speciesIndex,
  usualSpecies,
  viewSpecies,
} from './species-search.ts';

const index = speciesIndex([
  aSpecies('Bubo bubo', 'Oehoe'),
  aSpecies('Accipiter gentilis', 'Havik', { synonyms: ['Astur gentilis'] }),
  aSpecies('Passer domesticus', 'Huismus'),
  aSpecies('Passer montanus', 'Ringmus', { items: 3 }),
  aSpecies('Lymantria monacha', 'Nonvlinder'),
  aSpecies('Anas crecca', 'Wintertaling', { own: true }),
]);
const names = (list: Species[]) => list.map(({ dutchName }) => dutchName);

it('finds any part of a name, starts first', () => {
  expect(names(findSpecies(index, 'MUS'))).toEqual(['Ringmus', 'Huismus']);
  expect(names(findSpecies(index, 'passer'))).toEqual(['Ringmus', 'Huismus']);
  expect(names(findSpecies(index, 'ó'))).toContain('Oehoe');
  expect(names(findSpecies(index, 'o'))[0]).toBe('Oehoe');
  expect(findSpecies(index, ' ')).toEqual([]);
  expect(findSpecies(index, 'eenhoorn')).toEqual([]);
});

it('offers the species of the library before a search', () => {
  expect(names(usualSpecies(index))).toEqual(['Ringmus']);
});

it('lists the species of a view by name', () => {
  const all = ['Havik', 'Huismus', 'Nonvlinder', 'Oehoe', 'Ringmus', 'Wintertaling'];
  expect(names(viewSpecies(index, 'all', ' '))).toEqual(all);
  expect(names(viewSpecies(index, 'own', ''))).toEqual(['Wintertaling']);
  expect(names(viewSpecies(index, 'shown', ''))).toEqual(['Ringmus']);
  expect(names(viewSpecies(index, 'all', 'mus'))).toEqual(['Ringmus', 'Huismus']);
  expect(names(viewSpecies(index, 'own', 'mus'))).toEqual([]);
});

it('has the English name first in the English panel', async () => {
  const owl = aSpecies('Bubo bubo', 'Oehoe', { englishName: 'Eagle owl' });
  await i18next.init({ lng: 'en' });
  expect(englishFirst(owl)).toBe('Eagle owl, Oehoe');
  expect(englishFirst({ ...owl, dutchName: null })).toBe('Eagle owl');
  await i18next.changeLanguage('nl');
  expect(englishFirst(owl)).toBe('Oehoe');
});
