import { expect, test } from 'vitest';
import { readSpeciesList } from './species-list.ts';
import { systematicPlace } from './systematic-order.ts';

test('sorts geese before owls before thrushes, and a former name with the current one', () => {
  const inOrder = ['Anser anser', 'Bubo bubo', 'Turdus merula', 'Vulpes vulpes'];
  const places = inOrder.map(systematicPlace);
  expect(places.slice(0, 3)).toEqual(places.slice(0, 3).toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(4);
  expect(systematicPlace('Accipiter gentilis')).toBe(systematicPlace('Astur gentilis'));
});

test('sorts an unknown species with its genus, and one of an unknown genus last', () => {
  expect(systematicPlace('Corvus cornix')).toBe(
    Math.min(...['Corvus corone', 'Corvus corax', 'Corvus cornix'].map(systematicPlace)),
  );
  expect(systematicPlace('Boletus edulis')).toBe(Number.MAX_SAFE_INTEGER);
});

test('knows nearly every bird, mammal, reptile and amphibian of the species list', () => {
  const groups = ['birds', 'mammals', 'reptiles', 'amphibians'];
  const unknown = readSpeciesList()
    .filter(({ groupName }) => groups.includes(groupName))
    .filter(({ scientificName }) => systematicPlace(scientificName) === Number.MAX_SAFE_INTEGER);
  expect(unknown.map(({ scientificName }) => scientificName)).toEqual(['Alexandromys oeconomus']);
});
