import { expect, test } from 'vitest';
import { clockTime, isoDuration } from './duration.ts';

test('a duration reads like a clock', () => {
  expect([0, 47.4, 61, 3671].map(clockTime)).toEqual(['0:00', '0:47', '1:01', '1:01:11']);
});

test('a duration for machines counts seconds', () => {
  expect(isoDuration(93.6)).toBe('PT94S');
});
