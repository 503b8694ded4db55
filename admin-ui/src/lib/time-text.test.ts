import { expect, it } from 'vitest';
import { changeLanguage } from '#i18n/i18n.ts';
import { allTexts } from '#testing/texts.ts';
import {
  agoText,
  dayAndClockText,
  dayHeading,
  dayText,
  longMomentText,
  momentText,
} from './time-text.ts';

/** Local times without a zone, so that the tests pass in any zone. */
const now = new Date(2026, 4, 31, 15, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
await allTexts('en');

it.each([
  // The time alone today; earlier with the day, and with another year.
  [momentText, 'en', at(2026, 4, 31, 9, 5), '09:05'],
  [momentText, 'nl', at(2026, 4, 3, 9, 5), '3 mei, 09:05'],
  [momentText, 'en', at(2025, 11, 3, 9, 5), '3 Dec 2025, 09:05'],
  [longMomentText, 'en', at(2026, 4, 31, 9, 5), '31 May 2026 at 09:05'],
  [longMomentText, 'nl', at(2026, 4, 31, 9, 5), '31 mei 2026 om 09:05'],
  [dayAndClockText, 'nl', at(2026, 4, 31, 3, 0), 'vandaag om 03:00'],
  [dayAndClockText, 'nl', at(2026, 4, 30, 23, 59), 'gisteren om 23:59'],
  [dayAndClockText, 'en', at(2026, 4, 30, 3, 0), 'yesterday at 03:00'],
  [dayAndClockText, 'nl', at(2026, 4, 29, 23, 59), '29 mei 2026 om 23:59'],
  [dayHeading, 'nl', at(2026, 4, 25, 0, 5), 'Maandag 25 mei'],
  [dayHeading, 'en', at(2025, 4, 26, 23, 5), 'Monday, 26 May 2025'],
  [dayHeading, 'nl', at(2026, 4, 31, 0, 1), 'Vandaag'],
  [dayHeading, 'nl', at(2026, 4, 30, 23, 59), 'Gisteren'],
] as const)('%o formats in %s %s as %s', async (say, language, iso, text) => {
  await changeLanguage(language);
  expect(say(iso, now)).toBe(text);
});

it.each([
  [3 * 3_600_000, '3 hours ago', '3 uur geleden'],
  [49 * 3_600_000, '2 days ago', 'eergisteren'],
  [61_000, '1 minute ago', '1 minuut geleden'],
  [25 * 3_600_000, 'yesterday', 'gisteren'],
  [59_000, 'just now', 'zojuist'],
  [-5_000, 'just now', 'zojuist'],
])('formats %i ms ago', async (passed, english, dutch) => {
  for (const [language, text] of [
    ['en', english],
    ['nl', dutch],
  ] as const) {
    await changeLanguage(language);
    expect(agoText(new Date(now.getTime() - passed).toISOString(), now)).toBe(text);
  }
});

it.each([
  ['en', '2026-05-31', '31 May 2026'],
  ['nl', '2026-05', 'mei 2026'],
] as const)('formats in %s the day or month %s', async (language, day, text) => {
  await changeLanguage(language);
  expect(dayText(day)).toBe(text);
});
