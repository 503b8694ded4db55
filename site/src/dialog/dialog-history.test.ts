import { expect, it } from 'vitest';
import { entryState, indexOfEntry } from './dialog-history.ts';

it('finds the position in an entry of this document only', () => {
  expect(indexOfEntry(entryState(3, 1000.5), 1000.5)).toBe(3);
  expect(indexOfEntry(entryState(3, 1000.5), 2000)).toBeNull();
});

it('takes nothing from the entries of others', () => {
  for (const state of [
    null,
    undefined,
    3,
    'dialog',
    {},
    { dialog: null },
    { dialog: { index: 1 } },
  ])
    expect(indexOfEntry(state, 1000.5)).toBeNull();
});
