import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areaName, areaNamed, areaPath } from './grid-area.ts';

it.each([
  [{ east: 190, north: 460, side: 5 }, '190/460'],
  [{ east: 180, north: 460, side: 20 }, '180/460-20'],
  [{ east: -45, north: 370, side: 5 }, 'w45/370'],
  [{ east: 0, north: 400, side: 5 }, '0/400'],
])('names %o %s', (area, name) => {
  expect(areaName(area)).toBe(name);
  expect(areaPath(area)).toBe(`/kaart/${name}`);
});

it('finds every area by its name', () => {
  const corner = fc.integer({ min: -10, max: 80 });
  fc.assert(
    fc.property(corner, fc.nat(160), fc.constantFrom(5, 20), (x, y, side) => {
      const area = { east: x * side, north: y * side, side };
      expect(areaNamed(areaName(area))).toEqual(area);
    }),
  );
});

it.each(['', '190', 'x/460', '190/460-', '-45/370'])('knows no area "%s"', (name) => {
  expect(() => areaNamed(name)).toThrow('No area');
});
