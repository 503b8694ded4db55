import { expect, it } from 'vitest';
import { picked } from './picked.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];

it('chooses in the order of the presses, and lets go of one that is pressed again', () => {
  expect(picked(['c'], ids, 'a', null)).toEqual(['c', 'a']);
  expect(picked(['c', 'a'], ids, 'c', null)).toEqual(['a']);
});

it('takes all on the way from the one before, each once', () => {
  expect(picked(['b'], ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(picked(['d', 'c'], ids, 'a', 'd')).toEqual(['d', 'c', 'b', 'a']);
  expect(picked([], ids, 'b', 'gone')).toEqual(['b']);
});
