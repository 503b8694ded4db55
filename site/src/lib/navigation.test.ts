import { expect, test } from 'vitest';
import { categoryHref, navigationLinks } from './navigation.ts';

test('on home the sections are in-page links', () => {
  expect(navigationLinks('/').map((link) => link.href)).toEqual([
    '/',
    '/mediabibliotheek',
    '#over-mij',
    '#contact',
  ]);
});

test('away from home the sections lead to home', () => {
  const links = navigationLinks('/mediabibliotheek');
  expect(links.map((link) => link.href)).toEqual([
    '/',
    '/mediabibliotheek',
    '/#over-mij',
    '/#contact',
  ]);
  expect(links.filter((link) => link.current).map((link) => link.label)).toEqual([
    'Mediabibliotheek',
  ]);
});

test('a category name is escaped in an address', () => {
  expect(categoryHref('nacht & mist')).toBe('/mediabibliotheek?category=nacht%20%26%20mist');
});
