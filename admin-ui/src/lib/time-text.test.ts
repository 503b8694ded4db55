import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startTexts } from '#i18n/i18n.ts';
import { agoText, dayAndClockText, dayHeading, longMomentText, momentText } from './time-text.ts';

/** Local times without a zone, so that the test holds wherever it runs. */
const now = new Date(2026, 4, 31, 15, 0);
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
startTexts('en');
const inLanguage = async (language: 'en' | 'nl', text: () => string) => {
  await i18next.changeLanguage(language);
  return text();
};

it('says the clock alone for today, adds the day, and the year when it is another one', async () => {
  const say = (language: 'en' | 'nl', iso: string) =>
    inLanguage(language, () => momentText(iso, now));
  expect(await say('en', at(2026, 4, 31, 9, 5))).toBe('09:05');
  expect(await say('nl', at(2026, 4, 3, 9, 5))).toBe('3 mei, 09:05');
  expect(await say('en', at(2025, 11, 3, 9, 5))).toBe('3 Dec 2025, 09:05');
});

it('says a moment in full in both languages', async () => {
  const text = () => longMomentText(at(2026, 4, 31, 9, 5));
  expect(await inLanguage('en', text)).toBe('31 May 2026 at 09:05');
  expect(await inLanguage('nl', text)).toBe('31 mei 2026 om 09:05');
});

it.each([
  [3 * 3_600_000, '3 hours ago', '3 uur geleden'],
  [49 * 3_600_000, '2 days ago', 'eergisteren'],
  [61_000, '1 minute ago', '1 minuut geleden'],
  [25 * 3_600_000, 'yesterday', 'gisteren'],
  [59_000, 'now', 'nu'],
  [-5_000, 'now', 'nu'],
])('says how long ago %i ms are', async (passed, english, dutch) => {
  const text = () => agoText(new Date(now.getTime() - passed).toISOString(), now);
  expect(await inLanguage('en', text)).toBe(english);
  expect(await inLanguage('nl', text)).toBe(dutch);
});

it('names the day of a moment as people do', async () => {
  const say = (language: 'en' | 'nl', iso: string) =>
    inLanguage(language, () => dayAndClockText(iso, now));
  expect(await say('nl', at(2026, 4, 31, 3, 0))).toBe('vandaag om 03:00');
  expect(await say('nl', at(2026, 4, 30, 23, 59))).toBe('gisteren om 23:59');
  expect(await say('en', at(2026, 4, 30, 3, 0))).toBe('yesterday at 03:00');
  expect(await say('nl', at(2026, 4, 29, 23, 59))).toBe('29 mei 2026 om 23:59');
});

it('heads a list by day', async () => {
  const say = (language: 'en' | 'nl', iso: string) =>
    inLanguage(language, () => dayHeading(iso, now));
  expect(await say('nl', at(2026, 4, 25, 0, 5))).toBe('Maandag 25 mei');
  expect(await say('en', at(2025, 4, 26, 23, 5))).toBe('Monday, 26 May 2025');
  expect(await say('nl', at(2026, 4, 31, 0, 1))).toBe('Vandaag');
  expect(await say('nl', at(2026, 4, 30, 23, 59))).toBe('Gisteren');
});
