import { MAX_BULK_CATEGORIES } from '@veldlicht/contract/limits';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { allTexts } from '#testing/texts.ts';
import { distinctNames, existingNames, importProblem, parseNames } from './import-dialog.tsx';

await allTexts('en');
const { t } = i18next;

it.each([
  ['mist, zee ,,  gouden uur\n', ['mist', 'zee', 'gouden uur']],
  ['mist', ['mist']],
  [' , ,, ,\u200b,\u3164', []],
  ['mist,\nzee,\nduin', ['mist', 'zee', 'duin']],
])('reads %j', (text, names) => {
  expect(parseNames(text)).toEqual(names);
});

it('drops names that differ in case only, keeping the first spelling', () => {
  expect(distinctNames(['Mist', 'zee', 'mist', 'e\u0301cole', 'École', 'ZEE'], 'tag')).toEqual([
    'Mist',
    'zee',
    'e\u0301cole',
  ]);
});

it('lists names that existed already', () => {
  expect(existingNames(['Mist', 'Zee', 'mist', 'Duin'], [{ name: 'zee' }], 'tag')).toEqual([
    'Mist',
    'Duin',
  ]);
  expect(existingNames(['Landschap', 'Zee'], [{ name: 'Zee' }], 'category')).toEqual(['Landschap']);
});

const many = Array.from({ length: MAX_BULK_CATEGORIES }, (_, i) => `tag ${i}`);

it.each([
  ['that no name is left', [], 'Nothing to import'],
  ['which name stands on two lines', ['a', 'mist\n duin'], '“mist duin” spans more'],
  ['which name is too long', ['x'.repeat(101)], 'is too long. Use at most 100'],
  ['that there are too many', [...many, 'nog een'], 'These are 1001 names'],
])('before sending, %s', (_, names, problem) => {
  expect(importProblem(names, t)).toContain(problem);
});

it('accepts names at the limits', () => {
  for (const names of [['x'.repeat(100)], many]) expect(importProblem(names, t)).toBeNull();
});
