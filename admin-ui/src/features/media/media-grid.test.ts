import { expect, it } from 'vitest';
import { expectedRowHeight, gridTracks, shapeAt } from './media-grid.tsx';

it('has one column below 768 pixels, two below 1024, and three from there', () => {
  const columns = [360, 767, 768, 1023, 1024].map((width) => shapeAt(width, width).columns);
  expect(columns).toEqual([1, 1, 2, 2, 3]);
});

it('expects rows to be as high as their pictures, words and gap', () => {
  const one = expectedRowHeight({ columns: 1, gap: 16, width: 402 });
  const three = expectedRowHeight({ columns: 3, gap: 24, width: 3 * 402 + 48 });
  expect(three - one).toBe(24 - 16);
  expect(expectedRowHeight({ columns: 1, gap: 16, width: 802 }) - one).toBe(300);
});

it('leaves room for the rows that are left out, also before one that stands apart', () => {
  const row = (index: number) => ({ start: index * 100, end: (index + 1) * 100 });
  expect(gridTracks([row(3), row(4)])).toEqual({ template: '300px auto auto', lines: [2, 3] });
  expect(gridTracks([row(0), row(7), row(8)])).toEqual({
    template: 'auto 600px auto auto',
    lines: [1, 3, 4],
  });
  expect(gridTracks([])).toEqual({ template: '', lines: [] });
});
