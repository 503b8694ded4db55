import { pick } from '@veldlicht/contract/by-name';
import { blankFields } from '@veldlicht/contract/draft';
import { expect, it } from 'vitest';
import { asSeen } from '#features/species/species-search.ts';
import { aSpecies } from '#testing/builders.ts';
import { allTexts } from '#testing/texts.ts';
import type { FieldValues } from '../field-values.ts';
import { columns } from '../fields.ts';
import { type CellWords, editsOfLines, linesOf, textOfRows, valueOfText } from './clipboard.ts';

await allTexts('en');

const vos = aSpecies('Vulpes vulpes', 'Vos');
const words: CellWords = {
  categories: ['fauna', 'landscape'],
  tags: ['Mist', 'bos'],
  species: [vos],
};
const fields: FieldValues = {
  ...blankFields,
  title: 'Vos in de mist',
  category: 'fauna',
  date: '2026-05-04',
  location: 'Veluwe',
  locationPrivacy: 'approximate',
  tags: ['Mist', 'bos'],
  species: [{ ...asSeen(vos), nest: true }],
};

it('pastes whole rows as they were copied, and keeps how a species was seen', () => {
  const text = textOfRows([fields], columns);
  expect(text).toBe('Vos in de mist\tFauna\t2026-05-04\tVeluwe\tThe area\tMist, bos\tVos');
  const { edits, unknown } = editsOfLines(linesOf(text), [{ id: 'a', fields }], 'title', words);
  // The columns alone: other fields of an item stay.
  const cells = pick(fields, columns);
  expect([edits, unknown]).toEqual([[{ ids: ['a'], change: cells }], 0]);
});

it.each([
  ['category', 'FAUNA ', { category: 'fauna' }],
  ['category', 'Walvis', null],
  ['date', '4-5-2026', { date: '2026-05-04' }],
  ['date', '04/05/2026', { date: '2026-05-04' }],
  ['date', '31-02-2026', null],
  ['date', 'gisteren', null],
  ['date', '', { date: '' }],
  ['tags', 'mist; BOS', { tags: ['Mist', 'bos'] }],
  ['tags', 'mist, walvis', null],
  ['tags', '', { tags: [] }],
  ['species', 'vulpes vulpes', { species: [asSeen(vos)] }],
  ['locationPrivacy', 'no place', { locationPrivacy: 'hidden' }],
  ['locationPrivacy', 'overal', null],
] as const)('makes of %s %j: %o', (column, text, value) => {
  expect(valueOfText(column, text, words)).toEqual(value);
});

it('gives each line to a row, and leaves out what no cell knows', () => {
  const rows = ['a', 'b'].map((id) => ({ id, fields }));
  const lines = linesOf('Fauna\t2026-01-02\r\nWalvis\t2026-01-03\r\nTe veel\r\n');
  expect(editsOfLines(lines, rows, 'category', words)).toEqual({
    unknown: 1,
    edits: [
      { ids: ['a'], change: { category: 'fauna', date: '2026-01-02' } },
      { ids: ['b'], change: { date: '2026-01-03' } },
    ],
  });
});
