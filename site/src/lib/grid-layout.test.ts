import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BATCH,
  batchSize,
  cardRatio,
  gridLayout,
  gridStyles,
  isAcross,
  LAST_BATCH,
  storedRatio,
} from './grid-layout.ts';

const GAP = 1;
const ratiosUpTo = (maxLength: number) =>
  fc.array(fc.constantFrom(20, 33, 56, 67, 67, 67, 75, 100, 133, 150, 400).map(storedRatio), {
    maxLength,
  });
const shapes = fc.record({ columns: fc.integer({ min: 2, max: 3 }), captions: fc.boolean() });
const three = { columns: 3, captions: false };

interface Place {
  at: number;
  top: number;
  left: number;
  bottom: number;
  right: number;
}
const placesOf = (areas: string[]): Place[] =>
  areas.map((area, at) => {
    const [top = 0, left = 0, bottom = 0, right = 0] = area.split('/').map(Number);
    return { at, top: top - 1, left: left - 1, bottom: bottom - 1, right: right - 1 };
  });
const columnsOf = (ratios: number[]) =>
  placesOf(gridLayout(ratios, three).areas).map(({ left }) => left);

test('the first cards fill the first row from the left, and each next card the shortest column', () => {
  expect(columnsOf([1, 1, 1])).toEqual([0, 1, 2]);
  expect(columnsOf([1.5, 0.7, 1, 0.6, 1])).toEqual([0, 1, 2, 1, 2]);
});

test('cards do not overlap, and columns have no gaps', () => {
  fc.assert(
    fc.property(ratiosUpTo(80), shapes, (ratios, shape) => {
      const { areas, rows, uneven } = gridLayout(ratios, shape);
      const places = placesOf(areas);
      for (let column = 0; column < shape.columns; column++) {
        const own = places
          .filter(({ left, right }) => left <= column && column < right)
          .sort((a, b) => a.top - b.top);
        let end = 0;
        for (const { top, bottom } of own) {
          expect(top).toBe(end);
          end = bottom;
        }
        // Level, unless that would crop cards too much.
        if (uneven <= 0.1) expect(end).toBe(rows);
      }
    }),
  );
});

test('columns that end half-way between two rows end in the same one', () => {
  const { areas, rows } = gridLayout([4, 4, 0.67, 1.33, 0.75, 1.5], three);
  const ends = placesOf(areas).map(({ bottom }) => bottom);
  expect(ends.filter((end) => end === rows)).toHaveLength(3);
});

test('a card changes by at most a tenth of its height, and half a row', () => {
  fc.assert(
    fc.property(ratiosUpTo(80), shapes, (ratios, shape) => {
      const below = GAP + (shape.captions ? 6 : 0);
      for (const { at, top, left, bottom, right } of placesOf(gridLayout(ratios, shape).areas)) {
        const across = right - left;
        const own = (ratios[at] ?? 1) * (30 * across + (across - 1) * GAP);
        expect(Math.abs(bottom - top - below - own)).toBeLessThanOrEqual(own * 0.1 + 1.001);
      }
    }),
  );
});

test('cards follow reading order from the top, except around level feet and panoramas', () => {
  fc.assert(
    fc.property(ratiosUpTo(80), shapes, (ratios, shape) => {
      const places = placesOf(gridLayout(ratios, shape).areas);
      const heights = places.map(({ top, bottom }) => bottom - top);
      for (const [i, { top, left, right }] of places.entries()) {
        const isMoved = right - left === shape.columns || i === 0;
        const before = places[i - 1];
        if (isMoved || !before || before.right - before.left === shape.columns) continue;
        expect(top).toBeGreaterThanOrEqual(before.top - Math.max(...heights));
      }
    }),
  );
});

test('a panorama spans all columns once they are level, after at most a row of later cards', () => {
  const { areas } = gridLayout([0.7, 0.3, 0.7, 0.7, 0.7], three);
  const places = placesOf(areas);
  expect(places.map(({ left }) => left)).toEqual([0, 0, 1, 2, 0]);
  expect(places[1]?.right).toBe(3);
  expect(places[1]?.top).toBe(places[0]?.bottom);
  expect(places[4]?.top).toBe(places[1]?.bottom);
  // No later card makes these level.
  expect(placesOf(gridLayout([0.7, 0.3], three).areas).map(({ right }) => right)).toEqual([1, 2]);
  expect([0.3, 0.45, 0.5].map(isAcross)).toEqual([true, true, false]);
});

test('a batch ends where its columns end level, and the last batch takes the rest', () => {
  const ratio = fc.constantFrom(0.2, 0.56, 0.67, 0.75, 1, 1.5);
  fc.assert(
    fc.property(fc.array(ratio, { minLength: 60, maxLength: 160 }), (ratios) => {
      const size = batchSize(ratios);
      const uneven = (count: number) => gridLayout(ratios.slice(0, count), three).uneven;
      expect(size).toBe(ratios.length <= LAST_BATCH ? ratios.length : Math.max(45, size));
      if (ratios.length <= LAST_BATCH) return;
      expect(size).toBeLessThanOrEqual(BATCH);
      expect(uneven(size)).toBeLessThanOrEqual(uneven(BATCH));
      // The page has only the first batch.
      expect(batchSize(ratios.slice(0, LAST_BATCH), false)).toBe(size);
    }),
  );
});

test('a card has the same height from the index as from the page, within the limits', () => {
  const sizes = [
    { width: 100, height: 1000 },
    { width: 1000, height: 100 },
    { width: 6000, height: 4001 },
  ];
  expect(sizes.map(cardRatio)).toEqual([4, 0.2, 0.67]);
  expect([1000, 10, 67].map(storedRatio)).toEqual([4, 0.2, 0.67]);
});

test('cards and list have their places for every layout in the styles', () => {
  const styles = readFileSync(new URL('../styles/grid.css', import.meta.url), 'utf8');
  const { cards, list } = gridStyles([0.67, 1, 0.3]);
  const named = (text: string) => [...text.matchAll(/(--[\w]+):/g)].map(([, name]) => name);
  for (const name of named(cards[0] ?? '')) expect(styles).toContain(`var(${name})`);
  for (const name of named(list)) expect(styles).toContain(`var(${name})`);
  expect(styles).toContain('/ 30');
});
