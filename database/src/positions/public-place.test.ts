import { areaName } from '@veldlicht/contract/grid-area';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaWords, publicPlace } from './public-place.ts';

const precision = fc.constantFrom('exact', 'block', 'region', 'hidden' as const);
const text = fc
  .tuple(fc.double({ min: 49, max: 55, noNaN: true }), fc.double({ min: 1, max: 9, noNaN: true }))
  .map(([lat, lon]) => `${lat.toFixed(5)}, ${lon.toFixed(5)}`);

it('shows a place on the map in the area that its words name', () => {
  fc.assert(
    fc.property(text, precision, (location, how) => {
      const place = publicPlace(location, how);
      if (place?.grid && how !== 'exact') expect(areaWords(areaName(place.grid))).toBe(place.words);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['Biesbosch', 'exact'],
  ['52.1312, 5.8604', 'hidden'],
  [null, 'block'],
] as const)('has no area for %s shown as %s', (location, how) => {
  expect(publicPlace(location, how)?.grid ?? null).toBeNull();
});

it('names blocks and regions by a settlement', () => {
  expect(areaWords('185/460')).toBe('omgeving Hoenderloo');
  expect(areaWords('180/460-20')).toMatch(/^regio \p{Lu}/u);
});
