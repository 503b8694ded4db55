import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameAround, LAND, shadeOf, squareOf } from './map-frame.ts';

const block = (east: number, north: number) => squareOf({ east, north, side: 5 });

it('draws east to the right and north up', () => {
  expect(squareOf({ east: LAND.west, north: LAND.north - 5, side: 5 })).toEqual({
    x: 0,
    y: 0,
    side: 5,
  });
  expect(block(190, 460)).toEqual({ x: 240, y: 165, side: 5 });
  expect(squareOf({ east: 180, north: 460, side: 20 })).toEqual({ x: 230, y: 150, side: 20 });
});

describe('the frame', () => {
  it('has the areas in its centre, with land around them', () => {
    expect(frameAround([block(150, 460)])).toEqual({ x: 102.5, y: 67.5, side: 200 });
  });

  it('stays within the map and contains every area', () => {
    const corner = fc.record({
      east: fc.integer({ min: -10, max: 57 }).map((n) => n * 5),
      north: fc.integer({ min: 58, max: 125 }).map((n) => n * 5),
      side: fc.constant(5),
    });
    fc.assert(
      fc.property(fc.array(corner, { minLength: 1, maxLength: 8 }), (areas) => {
        const squares = areas.map(squareOf);
        const { x, y, side } = frameAround(squares);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x, y) + side).toBeLessThanOrEqual(LAND.side);
        for (const one of squares) {
          expect(one.x >= x && one.x + one.side <= x + side).toBe(true);
          expect(one.y >= y && one.y + one.side <= y + side).toBe(true);
        }
      }),
    );
  });
});

it.each([
  [0, 0],
  [1, 1],
  [4, 2],
  [5, 3],
  [19, 3],
  [20, 4],
])('gives %i items shade %i', (count, shade) => {
  expect(shadeOf(count)).toBe(shade);
});
