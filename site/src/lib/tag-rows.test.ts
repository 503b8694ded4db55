import { expect, it } from 'vitest';
import { tagsInRows } from './tag-rows.ts';

const box = { width: 100, gap: 10, rows: 2, more: 40 };

it('needs no button when everything fits to the last pixel', () => {
  expect(tagsInRows([], box)).toBe(0);
  expect(tagsInRows([45, 45, 45, 45], box)).toBe(4);
  expect(tagsInRows([100, 100.4], box)).toBe(2);
});

it('leaves room for the button in the last row only', () => {
  expect(tagsInRows([45, 45, 45, 45, 10], box)).toBe(3);
  expect(tagsInRows([20, 20, 20, 20, 20, 20, 20], box)).toBe(5);
});

it('leaves the last row to the button when nothing fits beside it', () => {
  expect(tagsInRows([100, 60, 60], box)).toBe(1);
});

it('gives a tag wider than the box a row of its own', () => {
  expect(tagsInRows([300, 30, 30], box)).toBe(3);
  expect(tagsInRows([300, 30, 30, 30], box)).toBe(2);
});
