import { expect, it } from 'vitest';
import { tagsInRow } from './tag-row.ts';

it.each([
  ['needs no button when everything fits to the last pixel', [45, 45.4], 2],
  ['is empty without tags', [], 0],
  ['leaves room for the button', [20, 20, 20, 20], 2],
  ['is left to the button when nothing fits beside it', [60, 60], 0],
  ['is that of a tag that is wider, if there is no other', [300], 1],
  ['shows none of several that are wider', [300, 30], 0],
])('%s: %j', (_, widths, fit) => {
  expect(tagsInRow(widths, { width: 100, gap: 10, more: 40 })).toBe(fit);
});
