import { expect, test } from 'vitest';
import { dutchDate } from './dutch-date.ts';

test('a date is written in Dutch words', () => {
  expect(dutchDate('2026-05-01')).toBe('1 mei 2026');
  expect(dutchDate('1999-12-31')).toBe('31 december 1999');
});

test('text that is no date stays as it is', () => {
  expect(dutchDate('zomer 2026')).toBe('zomer 2026');
  expect(dutchDate('2026-13-01')).toBe('2026-13-01');
});
