import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_TARGET_HEIGHT, targetSize, turned } from './target-size.ts';

const side = fc.integer({ min: 1, max: 30_000 });

it('never enlarges, never vanishes, and fits the slot and the format', () => {
  fc.assert(
    fc.property(side, side, fc.constantFrom(480, 960, 1600, 2560), (width, height, slot) => {
      const size = targetSize({ width, height }, slot);
      expect(size.width).toBeGreaterThanOrEqual(1);
      expect(size.height).toBeGreaterThanOrEqual(1);
      expect(size.width).toBeLessThanOrEqual(Math.min(width, slot));
      expect(size.height).toBeLessThanOrEqual(Math.min(height, MAX_TARGET_HEIGHT));
    }),
  );
});

it('keeps the shape', () => {
  expect(targetSize({ width: 6000, height: 4000 }, 960)).toEqual({ width: 960, height: 640 });
  expect(targetSize({ width: 700, height: 500 }, 960)).toEqual({ width: 700, height: 500 });
  expect(turned({ width: 6000, height: 4000 }, 6)).toEqual({ width: 4000, height: 6000 });
});
