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

test('series are in the navigation once there are any', () => {
  const links = navigationLinks('/reeksen', { hasSeries: true });
  expect(links.find(({ current }) => current)?.label).toBe('Reeksen');
});

test('field notes are in the navigation once there are any', () => {
  const links = navigationLinks('/veldnotities', { hasNotes: true });
  expect(links.find(({ current }) => current)?.label).toBe('Veldnotities');
});

test('a category name is escaped in an address', () => {
  expect(categoryHref('nacht & mist')).toBe('/mediabibliotheek?category=nacht%20%26%20mist');
});
