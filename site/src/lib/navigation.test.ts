import { expect, test } from 'vitest';
import { categoryHref, navigationLinks } from './navigation.ts';

test.each([
  ['/', ['/', '/mediabibliotheek', '#over-mij', '#contact'], 'Home'],
  ['/mediabibliotheek', ['/', '/mediabibliotheek', '/#over-mij', '/#contact'], 'Mediabibliotheek'],
])('on %s the sections of home are in reach', (path, hrefs, current) => {
  const links = navigationLinks(path, {});
  expect(links.map((link) => link.href)).toEqual(hrefs);
  expect(links.filter((link) => link.current).map((link) => link.label)).toEqual([current]);
});

test.each([
  ['/reeksen', { hasSeries: true }, 'Reeksen'],
  ['/veldnotities', { hasNotes: true }, 'Veldnotities'],
  ['/soorten', { hasSpecies: true }, 'Soorten'],
  ['/kaart', { hasMap: true }, 'Kaart'],
])('%s is in the navigation once there is any', (path, has, label) => {
  const links = navigationLinks(path, has);
  expect(links.map((link) => link.label).slice(2, -2)).toEqual([label]);
  expect(links.find(({ current }) => current)?.label).toBe(label);
});

test('a category name is escaped in an address', () => {
  expect(categoryHref('nacht & mist')).toBe('/mediabibliotheek?category=nacht%20%26%20mist');
});
