import { expect, it } from 'vitest';
import { longMomentText, momentText } from './time-text.ts';

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
