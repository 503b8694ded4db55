import { MAX_BULK_CATEGORIES } from '@veldlicht/contract/limits';
import { describe, expect, it } from 'vitest';
import {
  distinctNames,
  existingNames,
  findProblem,
  parseNames,
  toImport,
} from './import-dialog.tsx';

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

it('gives every entry the chosen type and no description', () => {
  expect(toImport(['mist', 'zee'], 'tag')).toEqual({
    categories: [
      { name: 'mist', type: 'tag', description: null },
      { name: 'zee', type: 'tag', description: null },
    ],
  });
});

describe('before it is sent', () => {
  it('is told that no name is left', () => {
    expect(findProblem([])).toEqual({ is: 'none-left' });
  });
  it('is told which name stands on two lines', () => {
    expect(findProblem(['zee', 'mist\n duin'])).toEqual({ is: 'two-lines', name: 'mist duin' });
  });
  it('is told which name is too long', () => {
    expect(findProblem(['x'.repeat(100)])).toBeNull();
    expect(findProblem(['x'.repeat(101)])).toMatchObject({ is: 'too-long', max: 100 });
  });
  it('is told when there are too many', () => {
    const many = Array.from({ length: MAX_BULK_CATEGORIES }, (_, i) => `tag ${i}`);
    expect(findProblem(many)).toBeNull();
    expect(findProblem([...many, 'nog een'])).toMatchObject({ is: 'too-many', number: 1001 });
  });
});
