import { describe, expect, it } from 'vitest';
import { findEntries, withFocusedRow } from './long-list.ts';

describe('the found entries', () => {
  const names = ['Één reiger', 'een ree', 'IJsvogel'];
  const find = (typed: string) => findEntries(names, (name) => name, typed);

  it('contain the typed text, ignoring case and accents', () => {
    expect(find(' EEN ')).toEqual(['Één reiger', 'een ree']);
    expect(find('ijs')).toEqual(['IJsvogel']);
    expect(find('vos')).toEqual([]);
  });
  it('are all for a blank', () => expect(find('  ')).toBe(names));
});

describe('the rendered rows', () => {
  it('are the visible ones without a focus', () => {
    expect(withFocusedRow([4, 5, 6], null, 10)).toEqual([4, 5, 6]);
  });
  it('include the focused row and its neighbours, in order and once', () => {
    expect(withFocusedRow([4, 5, 6], 0, 10)).toEqual([0, 1, 4, 5, 6]);
    expect(withFocusedRow([4, 5, 6], 9, 10)).toEqual([4, 5, 6, 8, 9]);
    expect(withFocusedRow([4, 5, 6], 5, 10)).toEqual([4, 5, 6]);
  });
});
