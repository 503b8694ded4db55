import { expect, it } from 'vitest';
import { entryState, indexOfEntry } from './dialog-history.ts';

it('reads the position only from an entry of this document', () => {
  expect(indexOfEntry(entryState(3, 1000.5), 1000.5)).toBe(3);
  expect(indexOfEntry(entryState(3, 1000.5), 2000)).toBeNull();
});

it('ignores entries of other scripts', () => {
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
