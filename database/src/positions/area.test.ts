import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaOf, inDegrees } from './area.ts';
import { rdGrid } from './position.ts';

it('gives every position of a block of five kilometres the same centre, and no other', () => {
  const metres = fc.tuple(
    fc.integer({ min: 20_000, max: 275_000 }),
    fc.integer({ min: 310_000, max: 610_000 }),
  );
  const at = ([x, y]: [number, number]) => {
    const [lon = 0, lat = 0] = rdGrid.inverse([x, y]);
    return areaOf({ lat, lon }).centre;
  };
  fc.assert(
    fc.property(metres, fc.nat(4999), fc.nat(4999), ([x, y], east, north) => {
      const block: [number, number] = [x - (x % 5000), y - (y % 5000)];
      // A metre from the edges, since the round trip is not exact.
      const within = (metres: number) => Math.min(Math.max(metres, 1), 4999);
      const centre = at([block[0] + within(east), block[1] + within(north)]);
      expect(centre).toEqual(at([block[0] + 2500, block[1] + 2500]));
      expect(centre).not.toEqual(at([block[0] - 1, block[1] + 1]));
      const [rdX, rdY] = rdGrid.forward([centre.lon, centre.lat]);
      expect(rdX).toBeCloseTo(block[0] + 2500, 1);
      expect(rdY).toBeCloseTo(block[1] + 2500, 1);
    }),
  );
});

it('makes a region of sixteen blocks', () => {
  const [lon = 0, lat = 0] = rdGrid.inverse([193_245, 460_310]);
  expect(areaOf({ lat, lon }).grid).toEqual({ east: 190, north: 460, side: 5 });
  expect(areaOf({ lat, lon }, 'region').grid).toEqual({ east: 180, north: 460, side: 20 });
});

it('uses cells of degrees elsewhere', () => {
  const { centre, grid } = areaOf({ lat: -33.8568, lon: 151.2153 });
  expect(grid).toBeNull();
  expect(centre.lat).toBeCloseTo(-33.875, 6);
  expect(centre.lon).toBeCloseTo(151.2375, 6);
});

it('has no narrow areas where blocks and cells meet', () => {
  const steps = (from: number, to: number) =>
    Array.from({ length: Math.round((to - from) / 0.005) }, (_, i) => from + (i + 0.5) * 0.005);
  const sizes = new Map<string, number>();
  for (const lat of steps(53.65, 53.95))
    for (const lon of steps(5, 5.8)) {
      const { centre } = areaOf({ lat, lon });
      const isWhole =
        centre.lat > 53.72 && centre.lat < 53.88 && centre.lon > 5.1 && centre.lon < 5.7;
      const name = `${centre.lat} ${centre.lon}`;
      if (isWhole) sizes.set(name, (sizes.get(name) ?? 0) + 1);
    }
  expect(sizes.size).toBeGreaterThan(10);
  // A sample covers 0.2 km²; half of a block or of a cell is about 13 km².
  expect(Math.min(...sizes.values()) * 0.2).toBeGreaterThan(12);
});

it('writes degrees in Dutch', () => {
  expect(inDegrees({ lat: 52.1312, lon: 5.8604 })).toBe('52,13° N 5,86° O');
  expect(inDegrees({ lat: -33.8568, lon: -18.4241 })).toBe('33,86° Z 18,42° W');
});
