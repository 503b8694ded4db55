import { expect, it } from 'vitest';
import { agoText, longMomentText, momentText } from './time-text.ts';

/** Local times without a zone, so that the test holds wherever it runs. */
const now = new Date(2026, 4, 31, 15, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

it('says the clock alone for today', () => {
  expect(momentText(at(2026, 4, 31, 9, 5), 'en', now)).toBe('09:05');
});
it('adds the day, and the year when it is another one', () => {
  expect(momentText(at(2026, 4, 3, 9, 5), 'nl', now)).toBe('3 mei, 09:05');
  expect(momentText(at(2025, 11, 3, 9, 5), 'en', now)).toBe('3 Dec 2025, 09:05');
});
it('is said in full in both languages', () => {
  expect(longMomentText(at(2026, 4, 31, 9, 5), 'en')).toBe('31 May 2026 at 09:05');
  expect(longMomentText(at(2026, 4, 31, 9, 5), 'nl')).toBe('31 mei 2026 om 09:05');
});

it.each([
  [3 * 3_600_000, '3 hours ago', '3 uur geleden'],
  [49 * 3_600_000, '2 days ago', 'eergisteren'],
  [61_000, '1 minute ago', '1 minuut geleden'],
  [25 * 3_600_000, 'yesterday', 'gisteren'],
  [59_000, 'now', 'nu'],
  [-5_000, 'now', 'nu'],
])('says how long ago %i ms are', (passed, english, dutch) => {
  const iso = new Date(now.getTime() - passed).toISOString();
  expect(agoText(iso, 'en', now)).toBe(english);
  expect(agoText(iso, 'nl', now)).toBe(dutch);
});
