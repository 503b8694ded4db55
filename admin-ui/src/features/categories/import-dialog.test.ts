import { MAX_BULK_CATEGORIES } from '@veldlicht/contract/limits';
import { expect, it } from 'vitest';
import { distinctNames, existingNames, findProblem, parseNames } from './import-dialog.tsx';

it.each([
  ['mist, zee ,,  gouden uur\n', ['mist', 'zee', 'gouden uur']],
  ['mist', ['mist']],
  [' , ,, ,\u200b,\u3164', []],
  ['mist,\nzee,\nduin', ['mist', 'zee', 'duin']],
])('reads %j', (text, names) => {
  expect(parseNames(text)).toEqual(names);
});

it('counts a name once, whatever its case, in its first spelling', () => {
  expect(distinctNames(['Mist', 'zee', 'mist', 'e\u0301cole', 'École', 'ZEE'], 'tag')).toEqual([
    'Mist',
    'zee',
    'e\u0301cole',
  ]);
});

it('names those that existed already', () => {
  expect(existingNames(['Mist', 'Zee', 'mist', 'Duin'], [{ name: 'zee' }], 'tag')).toEqual([
    'Mist',
    'Duin',
  ]);
  expect(existingNames(['Landschap', 'Zee'], [{ name: 'Zee' }], 'category')).toEqual(['Landschap']);
});

const many = Array.from({ length: MAX_BULK_CATEGORIES }, (_, i) => `tag ${i}`);

it.each([
  ['that no name is left', [], { is: 'none-left' }],
  ['which name stands on two lines', ['a', 'mist\n duin'], { is: 'two-lines', name: 'mist duin' }],
  ['which name is too long', ['x'.repeat(101)], { is: 'too-long', max: 100 }],
  ['that there are too many', [...many, 'nog een'], { is: 'too-many', number: 1001 }],
  ['nothing of a name that just fits', ['x'.repeat(100)], null],
  ['nothing of as many as fit', many, null],
])('says before it is sent %s', (_, names, problem) => {
  const found = findProblem(names);
  expect(found && problem ? { ...found, ...problem } : problem).toEqual(found);
});
