import { objectOf } from '@veldlicht/contract/by-name';
import type { GuardReason } from '@veldlicht/contract/guard';
import { publicFields } from '@veldlicht/contract/item-fields';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaOf } from '../positions/area.ts';
import { rdGrid } from '../positions/position.ts';
import { nearestSettlement } from '../settlement.ts';
import { dutchNotations, noises, worldNotations } from '../testing/notations.ts';
import { toPublicItem } from './to-public-item.ts';

function publicJson(location: string): string {
  const row = {
    ...objectOf(publicFields, () => null),
    slug: 'oehoe-1234',
    type: 'photo',
    title: 'Oehoe',
    location,
    locationPrivacy: defaultLocationPrivacy(location),
    focusX: 0.5,
    focusY: 0.5,
    createdAt: 0,
    guard: null,
    guardArea: null,
    guardReasons: [] as GuardReason[],
    hash: 'a'.repeat(32),
    width: 3,
    height: 2,
    duration: null,
    placeholder: null,
    color: null,
    camera: {},
    facts: {},
    renditions: [],
  } as const;
  return JSON.stringify(
    toPublicItem({ ...row, renditions: [] }, { category: 'fauna', tags: [], species: [] }),
  );
}

type Point = [lon: number, lat: number];

/** Centre of a point's block, whose corners are multiples of 5 km on the Dutch grid. */
function blockCentre(point: Point): Point {
  const [x = 0, y = 0] = rdGrid.forward(point);
  const [lon = 0, lat = 0] = rdGrid.inverse([
    Math.floor(x / 5000) * 5000 + 2500,
    Math.floor(y / 5000) * 5000 + 2500,
  ]);
  return [lon, lat];
}

/** Centre of a point's cell of 0.05° of latitude and 0.075° of longitude. */
const cellCentre = ([lon, lat]: Point): Point => [
  (Math.floor(lon / 0.075) + 0.5) * 0.075,
  (Math.floor(lat / 0.05) + 0.5) * 0.05,
];

/** An item that shows only the area around this centre. */
function jsonOfArea([lon, lat]: Point): string {
  const half = (value: number, [positive, negative]: [string, string]) =>
    `${Math.abs(value).toFixed(2).replace('.', ',')}° ${value < 0 ? negative : positive}`;
  const words = `${half(lat, ['N', 'Z'])} ${half(lon, ['O', 'W'])}`;
  const name = nearestSettlement({ lat, lon });
  const { grid } = areaOf({ lat, lon });
  const area = { place: `omgeving ${name ?? words}`, placeDegrees: name && words, grid };
  return JSON.stringify({ ...JSON.parse(nothing), ...area });
}

/** The areas that an item may show when it is within a hundred metres: one, except near an edge. */
function jsonsOfAreas(lat: number, lon: number, centreOf: (point: Point) => Point): string[] {
  const across = 0.0009 / Math.cos((lat * Math.PI) / 180);
  const centres = [-1, 0, 1].flatMap((n) =>
    [-1, 0, 1].map((e) => centreOf([lon + e * across, lat + n * 0.0009])),
  );
  // Without duplicates, since each one searches the nearest settlement.
  return [...new Map(centres.map((centre) => [centre.join(), centre])).values()].map(jsonOfArea);
}

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const anyNoise = fc.constantFrom(...Object.entries(noises));
const nothing = publicJson('');

function tellsAreasOnly(
  lat: fc.Arbitrary<number>,
  lon: fc.Arbitrary<number>,
  notations: Record<string, (lat: number, lon: number) => string>,
  centreOf: (point: Point) => Point,
  numRuns: number,
) {
  const anyNotation = fc.constantFrom(...Object.entries(notations));
  fc.assert(
    fc.property(lat, lon, anyNotation, anyNoise, fc.nat(60), (y, x, [, write], [, noise], at) => {
      const text = noise(write(y, x), at);
      expect(defaultLocationPrivacy(text), text).not.toBe('exact');
      expect([nothing, ...jsonsOfAreas(y, x, centreOf)], text).toContain(publicJson(text));
    }),
    { numRuns },
  );
}

it('reveals only the block of a position in the Netherlands, in any notation', () => {
  const notations = { ...worldNotations, ...dutchNotations };
  tellsAreasOnly(degrees(51.3, 53.4), degrees(4, 7), notations, blockCentre, 400);
});

it('reveals only the area of a position anywhere', () => {
  for (const lon of [degrees(-179, 2), degrees(8, 179)])
    tellsAreasOnly(degrees(-75, 75), lon, worldNotations, cellCentre, 150);
});
