import { slotSize } from '@veldlicht/contract/ladder';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { scaleTo, turned } from './target-size.ts';

it('swaps sides', () => {
  expect(turned({ width: 6000, height: 4000 }, 6)).toEqual({ width: 4000, height: 6000 });
  expect(turned({ width: 6000, height: 4000 }, 3)).toEqual({ width: 6000, height: 4000 });
});

it('gives sharp one side only, and gets the expected size', async () => {
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
    const size = slotSize({ width, height }, slot);
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
