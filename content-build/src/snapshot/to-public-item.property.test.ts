import { areaCentre } from '@veldlicht/contract/area';
import { formatCoordinates } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { dutchNotations, noises, worldNotations } from '@veldlicht/contract/testing/notations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toPublicItem } from './to-public-item.ts';

function publicJson(location: string): string {
  const row = {
    slug: 'oehoe-1234',
    type: 'photo',
    title: 'Oehoe',
    description: null,
    location,
    locationPrivacy: defaultLocationPrivacy(location),
    date: null,
    alt: null,
    focusX: 0.5,
    focusY: 0.5,
    createdAt: 0,
    hash: 'a'.repeat(32),
    width: 3,
    height: 2,
    duration: null,
    placeholder: null,
    color: null,
    camera: {},
    renditions: [],
  } as const;
  return JSON.stringify(toPublicItem({ ...row, renditions: [] }, 'fauna', []));
}

/** What an item tells of the areas that lie within a hundred metres: one, but at an edge. */
function publicJsonsOfAreas(lat: number, lon: number): string[] {
  const across = 0.0009 / Math.cos((lat * Math.PI) / 180);
  return [-1, 0, 1].flatMap((n) =>
    [-1, 0, 1].map((e) => {
      const centre = areaCentre({ lat: lat + n * 0.0009, lon: lon + e * across });
      return publicJson(formatCoordinates(centre));
    }),
  );
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyNoise = fc.constantFrom(...Object.entries(noises));
const nothing = publicJson('');

function tellsAreasOnly(
  lat: fc.Arbitrary<number>,
  lon: fc.Arbitrary<number>,
  notations: Record<string, (lat: number, lon: number) => string>,
  numRuns: number,
) {
  const anyNotation = fc.constantFrom(...Object.entries(notations));
  fc.assert(
    fc.property(lat, lon, anyNotation, anyNoise, fc.nat(60), (y, x, [, write], [, noise], at) => {
      const text = noise(write(y, x), at);
      expect(defaultLocationPrivacy(text), text).not.toBe('exact');
      expect([nothing, ...publicJsonsOfAreas(y, x)], text).toContain(publicJson(text));
    }),
    { numRuns },
  );
}

it('tells no more of a position in the Netherlands than its block, however it is written', () => {
  const notations = { ...worldNotations, ...dutchNotations };
  tellsAreasOnly(degrees(51.3, 53.4), degrees(4, 7), notations, 400);
});

it('tells no more of a position anywhere than its area', () => {
  tellsAreasOnly(degrees(-75, 75), degrees(-179, 179), worldNotations, 300);
});
