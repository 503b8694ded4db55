import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { waitParts, waitText } from './failure-text.ts';
import { nl } from './nl.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: en }, nl: { translation: nl } },
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
});

const say = (language: 'en' | 'nl', seconds: number) =>
  waitText(seconds, i18next.getFixedT(language));

describe('how long to wait', () => {
  it('rounds up, and is never nothing', () => {
    expect(waitParts(59.1)).toEqual({ minutes: 1, seconds: 0 });
    expect(waitParts(0)).toEqual({ minutes: 0, seconds: 1 });
  });
  it.each([
    [1, '1 second', '1 seconde'],
    [59, '59 seconds', '59 seconden'],
    [60, '1 minute', '1 minuut'],
    [61, '1 minute and 1 second', '1 minuut en 1 seconde'],
    [125, '2 minutes and 5 seconds', '2 minuten en 5 seconden'],
    [900, '15 minutes', '15 minuten'],
  ])('is said in both languages for %i seconds', (seconds, english, dutch) => {
    expect(say('en', seconds)).toBe(english);
    expect(say('nl', seconds)).toBe(dutch);
  });
});
