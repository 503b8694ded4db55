import { expect, it } from 'vitest';
import { listedSpecies } from '../species/species-list.ts';
import { namedIn, nameIndex } from './looks-like.ts';

const names = [
  'Bubo bubo',
  'Meles meles',
  'Accipiter gentilis',
  'Dryocopus martius',
  'Asio otus',
  'Haliaeetus albicilla',
  'Canis lupus',
  'Lutra lutra',
];
const index = nameIndex(
  names.map((scientificName) => {
    const species = listedSpecies().get(scientificName);
    if (!species) throw new Error(`${scientificName} is not in the list`);
    return { ...species, scientificName };
  }),
);

it.each([
  ['Oehoe met jongen op het nest', 'Bubo bubo', true],
  ['drie oehoes', 'Bubo bubo', false],
  ['Oehoenest achter de hut', 'Bubo bubo', true],
  ['OEHOE', 'Bubo bubo', false],
  ['Oehoe (Bubo bubo)', 'Bubo bubo', false],
  ['Bubo bubo bubo', 'Bubo bubo', false],
  ['Bubo bubo (Linnaeus, 1758)', 'Bubo bubo', false],
  ['taxonomy:binomial=Bubo bubo', 'Bubo bubo', false],
  ['Birds|Owls|Eagle owl', 'Bubo bubo', false],
  ['Eurasian Eagle-Owl chicks', 'Bubo bubo', true],
  ['2026_bubo_bubo_0012.jpg', 'Bubo bubo', false],
  ['dassenburcht', 'Meles meles', true],
  ['Twee dassen', 'Meles meles', false],
  ['Havikshorst', 'Accipiter gentilis', true],
  ['Astur gentilis', 'Accipiter gentilis', false],
  ['zwarte spechten', 'Dryocopus martius', false],
  ['Ransuilen', 'Asio otus', false],
  ['zeearenden', 'Haliaeetus albicilla', false],
  ['wolven', 'Canis lupus', false],
  ['Otters', 'Lutra lutra', false],
])('finds a guarded species in %j', (text, species, nest) => {
  expect(namedIn([text], index)).toEqual({ scientificNames: [species], nest });
});

it.each([
  'Ree in de mist',
  'Een dashond',
  'Uil',
  'Ree bij Otterlo',
  'Grote bonte specht',
  'IJsvogel op een tak',
  'hobby',
])('finds none in %j', (text) => {
  expect(namedIn([text], index).scientificNames).toEqual([]);
});

it('reads all texts of an item together, since nest and name may be in different ones', () => {
  expect(namedIn(['Oehoe', 'Vlak bij het nest'], index)).toEqual({
    scientificNames: ['Bubo bubo'],
    nest: true,
  });
});
