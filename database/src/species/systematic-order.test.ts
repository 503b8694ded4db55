import { expect, test } from 'vitest';
import { readSpeciesList } from './species-list.ts';
import { systematicPlace } from './systematic-order.ts';

test('geese come before owls, owls before thrushes; an old name stands where the new one does', () => {
  const inOrder = ['Anser anser', 'Bubo bubo', 'Turdus merula', 'Vulpes vulpes'];
  const places = inOrder.map(systematicPlace);
  expect(places.slice(0, 3)).toEqual(places.slice(0, 3).toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(4);
  expect(systematicPlace('Accipiter gentilis')).toBe(systematicPlace('Astur gentilis'));
});

test('a species that it does not know stands with its genus, one of a genus it does not know behind all', () => {
  expect(systematicPlace('Corvus cornix')).toBe(
    Math.min(...['Corvus corone', 'Corvus corax', 'Corvus cornix'].map(systematicPlace)),
  );
  expect(systematicPlace('Boletus edulis')).toBe(Number.MAX_SAFE_INTEGER);
});

test('it knows nearly every bird, mammal, reptile and amphibian of the list', () => {
  const groups = ['birds', 'mammals', 'reptiles', 'amphibians'];
  const unknown = readSpeciesList()
    .filter(({ groupName }) => groups.includes(groupName))
    .filter(({ scientificName }) => systematicPlace(scientificName) === Number.MAX_SAFE_INTEGER);
  expect(unknown.map(({ scientificName }) => scientificName)).toEqual(['Alexandromys oeconomus']);
});
