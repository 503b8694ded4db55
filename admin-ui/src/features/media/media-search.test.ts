import { describe, expect, it } from 'vitest';
import { createSearch } from './media-search.ts';

const item = (title: string, rest: Partial<Record<'description' | 'location', string>> = {}) => ({
  title,
  description: rest.description ?? null,
  location: rest.location ?? null,
  category: 'fauna',
  tags: title === 'Libel' ? ['waterkant'] : [],
  originalName: title === 'Libel' ? '_DSC4711.ARW' : null,
});
const items = [
  item('Vos in de mist', { location: 'Veluwe' }),
  item('Libel', { description: 'Een VROEGE ochtend' }),
  item('Écureuil'),
];
const search = createSearch(items);
const titles = (text: string) => search.find(text).map((found) => found.title);

describe('the search', () => {
  it('looks in title, description, location, category, tags and file name', () => {
    expect(titles('mist')).toEqual(['Vos in de mist']);
    expect(titles('ochtend')).toEqual(['Libel']);
    expect(titles('veluwe')).toEqual(['Vos in de mist']);
    expect(titles('fauna')).toHaveLength(3);
    expect(titles('waterkant')).toEqual(['Libel']);
    expect(titles('dsc4711')).toEqual(['Libel']);
  });
  it('takes no notice of case, also beyond ASCII', () => {
    expect(titles('VROEGE')).toEqual(['Libel']);
    expect(titles('éCUREUIL')).toEqual(['Écureuil']);
  });
  it('keeps everything for blank text, and nothing for what is nowhere', () => {
    expect(titles('  ')).toHaveLength(3);
    expect(titles('walvis')).toEqual([]);
  });
  it('finds accents however they are written', () => {
    expect(titles('e\u0301cureuil')).toEqual(['Écureuil']);
    expect(createSearch([item('Sie\u0301nna')]).find('siénna')).toHaveLength(1);
    expect(titles('ecureuil')).toEqual(['Écureuil']);
  });
  it('finds nothing across two fields', () => {
    const two = createSearch([item('Vos', { description: 'Ree' })]);
    expect(two.find('vosree')).toEqual([]);
    expect(two.find('vos ree')).toEqual([]);
  });
});
