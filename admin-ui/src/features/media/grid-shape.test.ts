import { describe, expect, it } from 'vitest';
import { expectedRowHeight, gridTracks, shapeAt } from './grid-shape.ts';

it.each([
  [360, 1],
  [767, 1],
  [768, 2],
  [1023, 2],
  [1024, 3],
  [1920, 3],
])('a window of %i pixels has %i columns', (width, columns) =>
  expect(shapeAt(width, width).columns).toBe(columns),
);

it('expects rows to be as high as their pictures, words and gap', () => {
  const one = expectedRowHeight({ columns: 1, gap: 16, width: 402 });
  const three = expectedRowHeight({ columns: 3, gap: 24, width: 3 * 402 + 48 });
  expect(three - one).toBe(24 - 16);
  expect(expectedRowHeight({ columns: 1, gap: 16, width: 802 }) - one).toBe(300);
});

describe('the tracks', () => {
  const row = (index: number) => ({ start: index * 100, end: (index + 1) * 100 });
  it('begin with the height of all that is left out above', () => {
    expect(gridTracks([row(3), row(4)])).toEqual({ template: '300px auto auto', lines: [2, 3] });
  });
  it('keep their distance to a row that stands apart', () => {
    expect(gridTracks([row(0), row(7), row(8)])).toEqual({
      template: 'auto 600px auto auto',
      lines: [1, 3, 4],
    });
  });
  it('are none for no rows', () => expect(gridTracks([])).toEqual({ template: '', lines: [] }));
});
