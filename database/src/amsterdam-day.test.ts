import { expect, it } from 'vitest';
import { lastDays } from './amsterdam-day.ts';

it('returns days in Amsterdam, also around the change to summer time', () => {
  expect(lastDays(3, Date.UTC(2026, 2, 29, 22, 30))).toEqual([
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
  ]);
  expect(lastDays(2, Date.UTC(2026, 11, 31, 22, 59))).toEqual(['2026-12-30', '2026-12-31']);
});
