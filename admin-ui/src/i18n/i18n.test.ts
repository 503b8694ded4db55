import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { isolated } from './i18n.ts';
import { nl } from './nl.ts';

const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]).sort();

/** Each feature brings a part; the parts are spread into one another. */
const parts = import.meta.glob<Record<string, Record<string, string>>>('./{en,nl}/*.ts', {
  eager: true,
});

describe('the catalogues', () => {
  it.each(['en', 'nl'])('name no key twice in %s', (language) => {
    const keys = Object.entries(parts)
      .filter(([file]) => file.startsWith(`./${language}/`))
      .flatMap(([, module]) => Object.values(module).flatMap((part) => Object.keys(part)));
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
  it('have the same keys', () => {
    expect(Object.keys(nl).sort()).toEqual(Object.keys(en).sort());
  });
  it.each(Object.entries(en))('fill the same holes in %s', (key, text) => {
    // Cast: the key comes from the same object.
    expect(holes(nl[key as keyof typeof en])).toEqual(holes(text));
  });
  it('leave no text empty', () => {
    for (const text of [...Object.values(en), ...Object.values(nl)])
      expect(text.trim()).not.toBe('');
  });
  it('say type in Dutch too: soort is the word for a species', () => {
    // Cast: the keys of a literal object are its own.
    const keys = Object.keys(en) as (keyof typeof en)[];
    const types = keys.filter((key) => /\btype\b/i.test(en[key])).map((key) => nl[key]);
    expect(types.filter((text) => /\bsoort\b/i.test(text))).toEqual([]);
  });
});

it('shows an unknown key as itself', async () => {
  await i18next.init({ lng: 'nl', resources: {}, keySeparator: false, nsSeparator: false });
  // Cast: the point of the test is a key that does not exist.
  expect(i18next.t('no.such:key' as 'error')).toBe('no.such:key');
});

it.each([
  ['Vos', 'Vos'],
  ['gpj.\u202efiets\u2069', 'gpj.fiets'],
  ['\u05e9\u05dc\u05d5\u05dd', '\u2068\u05e9\u05dc\u05d5\u05dd\u2069'],
])('puts %j into a sentence so that it turns nothing else round', (typed, shown) => {
  expect(isolated(typed)).toBe(shown);
});
