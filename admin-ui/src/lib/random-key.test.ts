import { creationKey } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import { randomKey } from './random-key.ts';

it('is accepted by the server and differs each time', () => {
  const keys = Array.from({ length: 100 }, randomKey);
  expect(keys.filter((key) => !creationKey.safeParse(key).success)).toEqual([]);
  expect(new Set(keys).size).toBe(100);
});
