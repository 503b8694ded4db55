import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { standsAs } from './stands-as.ts';

await allTexts('nl');

const plain = { hero: false, cover: false, category: 'wadvogels' };
const profile = { homeItems: ['b', 'c'], portrait: 'd' };
const told = (...items: Parameters<typeof standsAs>[0]) => standsAs(items, profile, i18next.t);

it('names each place of an item on the site, and nothing of others', () => {
  expect(told({ ...plain, id: 'z' })).toBe('');
  expect(told({ ...plain, id: 'a', hero: true })).toBe('grote foto van de homepage');
  expect(told({ ...plain, id: 'c' })).toBe('foto in de opening van de homepage');
  expect(told({ ...plain, id: 'd' })).toBe('portret');
  expect(told({ ...plain, id: 'a', hero: true, cover: true }, { ...plain, id: 'd' })).toBe(
    'grote foto van de homepage, portret en omslag van de categorie “Wadvogels”',
  );
});

it('names the large picture before the settings have loaded', () => {
  const item = { ...plain, id: 'a', hero: true };
  expect(standsAs([item], undefined, i18next.t)).toBe('grote foto van de homepage');
});
