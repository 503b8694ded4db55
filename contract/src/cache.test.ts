import { expect, it } from 'vitest';
import { cacheOf } from './cache.ts';

it('makes a value once for each key, and starts again when it is full', () => {
  const cached = cacheOf<string, string | null>(2);
  const made: string[] = [];
  const get = (key: string) =>
    cached(key, () => {
      made.push(key);
      return key === 'none' ? null : key.toUpperCase();
    });
  expect(['a', 'none', 'a', 'none'].map(get)).toEqual(['A', null, 'A', null]);
  expect(made).toEqual(['a', 'none']);
  get('b');
  get('a');
  expect(made).toEqual(['a', 'none', 'b', 'a']);
});
