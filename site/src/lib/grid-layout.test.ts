import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CAPTION_RATIO,
  cardRatio,
  cardsBetween,
  GRID_GAP,
  type GridShape,
  gridLayout,
  storedRatio,
  wholeHeights,
} from './grid-layout.ts';

const ratios = fc.array(fc.integer({ min: 10, max: 300 }).map(storedRatio), { maxLength: 200 });
const shapes = fc.record({
  columns: fc.integer({ min: 1, max: 3 }),
  caption: fc.constantFrom(0, CAPTION_RATIO),
  likeHtml: fc.constantFrom(0, 24),
});
const plain = (columns: number): GridShape => ({ columns, caption: 0, likeHtml: 0 });
const columnsOf = (list: number[], columns: number) => [...gridLayout(list, plain(columns)).column];

test('the first cards fill the first row from the left, each next one the shortest column', () => {
  expect(columnsOf([1, 1, 1], 3)).toEqual([0, 1, 2]);
  expect(columnsOf([1.5, 0.5, 1, 0.4, 1], 3)).toEqual([0, 1, 2, 1, 1]);
});

test('a card starts one gap below the one above it; the last one has none below', () => {
  const { top, height } = gridLayout([0.5, 0.75], plain(1));
  expect([...top]).toEqual([0, 0.5 + GRID_GAP]);
  expect(height).toBeCloseTo(1.25 + GRID_GAP);
  expect(gridLayout([0.5, 2], plain(2)).height).toBe(2);
  expect(gridLayout([], plain(3)).height).toBe(0);
});

test('adding cards moves none of the earlier ones', () => {
  fc.assert(
    fc.property(ratios, shapes, fc.nat(200), (all, shape, count) => {
      const few = gridLayout(all.slice(0, count), shape);
      const { column, top } = gridLayout(all, shape);
      expect([...column.slice(0, count)]).toEqual([...few.column]);
      expect([...top.slice(0, count)]).toEqual([...few.top]);
    }),
  );
});

test('the first cards keep the columns of the HTML, whatever captions add', () => {
  fc.assert(
    fc.property(ratios, shapes, (all, { columns, caption }) => {
      const first = all.slice(0, 24);
      const { column } = gridLayout(all, { columns, caption, likeHtml: 24 });
      expect([...column.slice(0, 24)]).toEqual(columnsOf(first, columns));
    }),
  );
});

test('a card is as high from the index as from the page, and never taller or flatter than a page can bear', () => {
  const sizes = [
    { width: 100, height: 1000 },
    { width: 1000, height: 100 },
    { width: 6000, height: 4001 },
  ];
  expect(sizes.map(cardRatio)).toEqual([4, 0.3, 0.67]);
  expect([1000, 10, 67].map(storedRatio)).toEqual([4, 0.3, 0.67]);
});

test('a window holds every card that reaches into it, whatever the layout', () => {
  fc.assert(
    fc.property(
      ratios,
      shapes,
      fc.double({ min: -5, max: 80, noNaN: true }),
      (all, shape, from) => {
        const layout = gridLayout(all, shape);
        const { start, end } = cardsBetween(layout, from, from + 2);
        all.forEach((height, i) => {
          const top = layout.top[i] ?? 0;
          const isSeen = top + height + shape.caption > from && top <= from + 2;
          if (isSeen) expect([i >= start, i < end]).toEqual([true, true]);
        });
        expect(start).toBeLessThanOrEqual(end);
      },
    ),
  );
});

test('a window of ten thousand cards is a few dozen', () => {
  const all = Array.from({ length: 10_000 }, (_, i) => [0.67, 1.5, 0.33, 1][(i * 7) % 4] ?? 1);
  const layout = gridLayout(all, { columns: 3, caption: CAPTION_RATIO, likeHtml: 24 });
  for (const from of [0, 500, 1500, 3000]) {
    const { start, end } = cardsBetween(layout, from, from + 5);
    expect(end - start).toBeGreaterThan(8);
    expect(end - start).toBeLessThan(60);
  }
});

test('the whole grid is as high as its highest column, with captions where they are below', () => {
  const { plain: without, captioned } = wholeHeights([100, 50, 150], 24);
  expect(without[0]).toBeCloseTo(3 + 2 * GRID_GAP);
  expect(captioned[0]).toBeCloseTo(3 + 2 * GRID_GAP + 3 * CAPTION_RATIO);
  // 100 | 50, 30 and a gap: then 150 below the right one.
  expect(wholeHeights([100, 50, 30, 150], 24).plain[1]).toBeCloseTo(2.3 + 2 * GRID_GAP);
  // Cropped as they are shown.
  expect(wholeHeights([1000, 5], 24).plain[2]).toBe(4);
  expect(wholeHeights([], 24)).toEqual({ plain: [0, 0, 0], captioned: [0, 0, 0] });
});

test('captions are as high as the styles make them', () => {
  const styles = readFileSync(new URL('../styles/grid.css', import.meta.url), 'utf8');
  const found = [...styles.matchAll(/--caption-ratio: ([\d.]+);/g)].map(([, ratio]) => ratio);
  expect(found).toEqual(['0', String(CAPTION_RATIO)]);
});
