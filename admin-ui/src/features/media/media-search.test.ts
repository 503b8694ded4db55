import { objectOf } from '@veldlicht/contract/by-name';
import { searchedFields } from '@veldlicht/contract/item-fields';
import { expect, it } from 'vitest';
import { createSearch } from './media-search.ts';

type Texts = Partial<Record<(typeof searchedFields)[number], string>>;
const item = (title: string, texts: Texts = {}) => ({
  ...objectOf(searchedFields, () => null),
  title,
  category: 'fauna',
  tags: title === 'Libel' ? ['waterkant'] : [],
  originalName: title === 'Libel' ? '_DSC4711.ARW' : null,
  ...texts,
});
const items = [
  item('Vos in de mist', { location: 'Veluwe' }),
  item('Libel', { description: 'Een VROEGE ochtend' }),
  item('Écureuil'),
  { ...item('Heide'), category: 'landscape' },
];
const search = createSearch(items);

it.each([
  ['mist', ['Vos in de mist']],
  ['ochtend', ['Libel']],
  ['veluwe', ['Vos in de mist']],
  ['fauna', ['Vos in de mist', 'Libel', 'Écureuil']],
  ['landschap', ['Heide']],
  ['landscape', ['Heide']],
  ['waterkant', ['Libel']],
  ['dsc4711', ['Libel']],
  ['VROEGE', ['Libel']],
  // Whatever its case and its accents, and however they are written.
  ['éCUREUIL', ['Écureuil']],
  ['e\u0301cureuil', ['Écureuil']],
  ['ecureuil', ['Écureuil']],
  ['  ', ['Vos in de mist', 'Libel', 'Écureuil', 'Heide']],
  ['walvis', []],
])('finds by %j, wherever it stands: %j', (text, titles) => {
  expect(search.find(text).map(({ title }) => title)).toEqual(titles);
});

it('finds nothing across two fields, and accents that a title has apart', () => {
  const two = createSearch([item('Vos', { description: 'Ree' }), item('Sie\u0301nna')]);
  expect(['vosree', 'vos ree', 'siénna'].map((text) => two.find(text).length)).toEqual([0, 0, 1]);
});

it.each(searchedFields)('finds by the %s', (name) => {
  const one = item('Vos', { [name]: 'Hoogveen' });
  expect(createSearch([one, item('Das')]).find('hoogveen')).toEqual([one]);
});
