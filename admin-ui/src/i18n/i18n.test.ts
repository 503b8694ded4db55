import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { en, type TextKey } from './en.ts';
import { isolated, startTexts } from './i18n.ts';
import { nl } from './nl.ts';

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort();

/** The parts are spread into one object. */
const parts = import.meta.glob<Record<string, object>>('./texts/*.ts', { eager: true });

describe('the texts', () => {
  it('have each key once', () => {
    const keys = Object.values(parts).flatMap((part) => Object.values(part).flatMap(Object.keys));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
  it('have the same parameters in both languages', () => {
    // Cast: the keys of a literal object are its own.
    for (const key of Object.keys(en) as TextKey[]) {
      expect([key, holes(nl[key])]).toEqual([key, holes(en[key])]);
      expect([en[key].trim(), nl[key].trim()], key).not.toContain('');
      // In Dutch "soort" is the word for a species.
      if (/\btype\b/i.test(en[key])) expect(nl[key], key).not.toMatch(/\bsoort\b/i);
    }
  });
});

it('shows an unknown key as itself', async () => {
  await startTexts('nl');
  // Cast: the point of the test is a key that does not exist.
  expect(i18next.t('no.such:key' as 'error')).toBe('no.such:key');
});

it.each([
  ['Vos', 'Vos'],
  ['gpj.\u202efiets\u2069', 'gpj.fiets'],
  ['\u05e9\u05dc\u05d5\u05dd', '\u2068\u05e9\u05dc\u05d5\u05dd\u2069'],
])('isolates %j from the sentence around it', (typed, shown) => {
  expect(isolated(typed)).toBe(shown);
});
