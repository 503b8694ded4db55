import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { MAX_TARGET_HEIGHT, scaleTo, targetSize, turned } from './target-size.ts';

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

it('tells sharp one side only, so that it scales both alike, and gets the size it expects', async () => {
  const cases: [number, number, number, number][] = [
    [750, 500, 480, 1],
    [500, 750, 480, 1],
    [500, 750, 480, 6],
    [751, 499, 480, 8],
    [40, 20_000, 2560, 1],
    [40, 20_000, 2560, 6],
    [20_000, 30, 480, 3],
  ];
  for (const [width, height, slot, orientation] of cases) {
    const size = targetSize({ width, height }, slot);
    const lying = turned({ width, height }, orientation);
    const told = scaleTo(size, orientation);
    const { info } = await sharp({ create: { ...lying, channels: 3, background: '#123' } })
      .resize(told)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(turned({ width: info.width, height: info.height }, orientation)).toEqual(size);
    if (Math.min(size.width, size.height) >= 16) expect(Object.keys(told)).toHaveLength(1);
  }
});
