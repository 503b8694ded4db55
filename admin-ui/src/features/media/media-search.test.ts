import { expect, it } from 'vitest';
import { searchMedia } from './media-search.ts';

const item = (title: string, rest: Partial<Record<'description' | 'location', string>> = {}) => ({
  title,
  description: rest.description ?? null,
  location: rest.location ?? null,
  category: 'fauna',
});
const items = [
  item('Vos in de mist', { location: 'Veluwe' }),
  item('Libel', { description: 'Een VROEGE ochtend' }),
  item('Écureuil'),
];
const titles = (text: string) => searchMedia(items, text).map((found) => found.title);

it('looks in title, description, location and category', () => {
  expect(titles('mist')).toEqual(['Vos in de mist']);
  expect(titles('ochtend')).toEqual(['Libel']);
  expect(titles('veluwe')).toEqual(['Vos in de mist']);
  expect(titles('fauna')).toHaveLength(3);
});
it('takes no notice of case, also beyond ASCII', () => {
  expect(titles('VROEGE')).toEqual(['Libel']);
  expect(titles('éCUREUIL')).toEqual(['Écureuil']);
});
it('keeps everything for blank text, and nothing for what is nowhere', () => {
  expect(titles('  ')).toHaveLength(3);
  expect(titles('walvis')).toEqual([]);
});
