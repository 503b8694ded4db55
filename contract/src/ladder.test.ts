import { expect, it } from 'vitest';
import { avifLadder, hashOfObjectPath, objectPath, stepsFor } from './ladder.ts';

const slots = (width: number) => stepsFor(avifLadder, width).map((step) => step.slot);

it('takes every step of a large picture', () => {
  expect(slots(6000)).toEqual([480, 960, 1600, 2560]);
  expect(slots(2560)).toEqual([480, 960, 1600, 2560]);
});
it('caps the step above a smaller picture', () => {
  expect(slots(1200)).toEqual([480, 960, 1600]);
  expect(slots(960)).toEqual([480, 960]);
  expect(slots(300)).toEqual([480]);
});
it('finds the hash in its own paths only', () => {
  const hash = 'a'.repeat(32);
  expect(hashOfObjectPath(objectPath(hash, 'photo'))).toBe(hash);
  expect(hashOfObjectPath(objectPath(hash, 'video'))).toBe(hash);
  expect(hashOfObjectPath(`/media/../${hash}/960.jpg`)).toBeNull();
  expect(hashOfObjectPath(`/media/${hash}/1600.avif`)).toBeNull();
});
