import { areaName } from '@veldlicht/contract/grid-area';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaWords, publicGrid, publicPlace } from './public-place.ts';

const precision = fc.constantFrom('exact', 'block', 'region', 'hidden' as const);
const text = fc
  .tuple(fc.double({ min: 49, max: 55, noNaN: true }), fc.double({ min: 1, max: 9, noNaN: true }))
  .map(([lat, lon]) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`);

it('puts a place on the map where its words are from', () => {
  fc.assert(
    fc.property(text, precision, (location, how) => {
      const place = publicPlace(location, how);
      const grid = publicGrid(location, how);
      expect(grid).toEqual(place?.grid ?? null);
      if (grid && how !== 'exact') expect(areaWords(areaName(grid))).toBe(place?.words);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['Biesbosch', 'exact'],
  ['52.1312, 5.8604', 'hidden'],
  [null, 'block'],
] as const)('has no area for %s told as %s', (location, how) => {
  expect(publicGrid(location, how)).toBeNull();
});

it('calls a block by what lies around it, and a region likewise', () => {
  expect(areaWords('185/460')).toBe('omgeving Hoenderloo');
  expect(areaWords('180/460-20')).toMatch(/^regio \p{Lu}/u);
});
