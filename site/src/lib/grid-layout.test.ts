import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CAPTION_RATIO,
  cardRatio,
  cardsBetween,
  columnsAcross,
  GRID_GAP,
  type GridShape,
  gridLayout,
  storedRatio,
  widthAcross,
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
  expect(columnsOf([1.5, 0.7, 1, 0.6, 1], 3)).toEqual([0, 1, 2, 1, 2]);
});

test('a card starts one gap below the one above it; the last one has none below', () => {
  const { top, height } = gridLayout([0.6, 0.75], plain(1));
  expect([...top]).toEqual([0, 0.6 + GRID_GAP]);
  expect(height).toBeCloseTo(1.35 + GRID_GAP);
  expect(gridLayout([0.6, 2], plain(2)).height).toBe(2);
  expect(gridLayout([], plain(3)).height).toBe(0);
});

/** Without panoramas, which wait for cards that follow. */
const upright = ratios.map((list) => list.filter((ratio) => columnsAcross(ratio, 3) === 1));

test('adding cards moves none of the earlier ones', () => {
  fc.assert(
    fc.property(upright, shapes, fc.nat(200), (all, shape, count) => {
      const few = gridLayout(all.slice(0, count), shape);
      const { column, top } = gridLayout(all, shape);
      expect([...column.slice(0, count)]).toEqual([...few.column]);
      expect([...top.slice(0, count)]).toEqual([...few.top]);
    }),
  );
});

test('the first cards keep the place of the HTML, whatever follows and whatever captions add', () => {
  fc.assert(
    fc.property(ratios, shapes, (all, { columns, caption }) => {
      const html = gridLayout(all.slice(0, 24), { columns, caption: 0, likeHtml: 24 });
      const { column, span, top } = gridLayout(all, { columns, caption, likeHtml: 24 });
      expect([...column.slice(0, 24)]).toEqual([...html.column]);
      expect([...span.slice(0, 24)]).toEqual([...html.span]);
      if (caption === 0) expect([...top.slice(0, 24)]).toEqual([...html.top]);
    }),
  );
});

test('no card lies on another, and none is higher or wider than its picture', () => {
  fc.assert(
    fc.property(ratios, shapes, (all, shape) => {
      const { column, span, top, bottom } = gridLayout(all, shape);
      const ends = new Array<number>(shape.columns).fill(0);
      const byTop = [...all.keys()].sort((a, b) => (top[a] ?? 0) - (top[b] ?? 0));
      for (const at of byTop) {
        const [first = 0, across = 0, start = 0] = [column[at], span[at], top[at]];
        expect(across).toBeGreaterThan(0);
        for (let c = first; c < first + across; c++) {
          expect(start).toBeGreaterThan((ends[c] ?? Number.POSITIVE_INFINITY) - 1e-9);
          ends[c] = (bottom[at] ?? 0) + GRID_GAP;
        }
        const height = (all[at] ?? 1) * widthAcross(across) + shape.caption;
        expect((bottom[at] ?? 0) - start).toBeCloseTo(height);
      }
    }),
  );
});

test('a panorama leaves no hole above it', () => {
  fc.assert(
    fc.property(ratios, shapes, (all, shape) => {
      const { column, span, top, bottom } = gridLayout(all, { ...shape, likeHtml: 0 });
      for (const at of all.keys()) {
        if ((span[at] ?? 1) === 1) continue;
        const [first = 0, across = 0, start = 0] = [column[at], span[at], top[at]];
        const above = Array.from({ length: across }, (_, i) =>
          Math.max(
            -GRID_GAP,
            ...[...all.keys()]
              .filter((other) => {
                const [left = 0, width = 1] = [column[other], span[other]];
                const isOver = left <= first + i && first + i < left + width;
                return isOver && (bottom[other] ?? 0) < start;
              })
              .map((other) => bottom[other] ?? 0),
          ),
        );
        for (const end of above) expect(start - end).toBeLessThan(GRID_GAP + 0.0451);
      }
    }),
  );
});

test('a panorama lies across two columns, a flatter one across all, after the cards that make them even', () => {
  expect([0.6, 0.5, 0.3].map((ratio) => columnsAcross(ratio, 3))).toEqual([1, 2, 3]);
  expect(columnsAcross(0.3, 2)).toBe(2);
  const { column, span, top } = gridLayout([0.7, 0.3, 0.7, 0.7, 0.45], plain(3));
  expect([...span]).toEqual([1, 3, 1, 1, 2]);
  expect([...column]).toEqual([0, 0, 1, 2, 0]);
  expect(top[1]).toBeCloseTo(0.7 + GRID_GAP);
  expect(top[4]).toBeCloseTo(0.7 + GRID_GAP + 0.3 * (3 + 2 * GRID_GAP) + GRID_GAP);
});

test('a panorama at the end of the HTML does not wait for what the script adds', () => {
  const spans = (likeHtml: number) => [
    ...gridLayout([0.7, 0.3, 0.7], { ...plain(2), likeHtml }).span,
  ];
  expect(spans(2)).toEqual([1, 1, 1]);
  expect(spans(3)).toEqual([1, 2, 1]);
});

test('a panorama finds its place beside a tall picture', () => {
  const { span, column } = gridLayout([4, 0.7, 0.7, 0.4], plain(3));
  expect([...span]).toEqual([1, 1, 1, 2]);
  expect(column[3]).toBe(1);
});

test('a panorama that would leave a hole is a card like others', () => {
  expect([...gridLayout([0.7, 0.3], plain(2)).span]).toEqual([1, 1]);
  expect([...gridLayout([0.7, 0.3], plain(3)).span]).toEqual([1, 2]);
  expect([...gridLayout([0.3], plain(1)).span]).toEqual([1]);
});

test('a card is as high from the index as from the page, and never taller or flatter than a page can bear', () => {
  const sizes = [
    { width: 100, height: 1000 },
    { width: 1000, height: 100 },
    { width: 6000, height: 4001 },
  ];
  expect(sizes.map(cardRatio)).toEqual([4, 0.2, 0.67]);
  expect([1000, 10, 67].map(storedRatio)).toEqual([4, 0.2, 0.67]);
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
        all.forEach((_, i) => {
          const isSeen = (layout.bottom[i] ?? 0) > from && (layout.top[i] ?? 0) <= from + 2;
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

test('the grid is as high as its highest column, with captions where they are below', () => {
  const heightOf = (all: number[], columns: number, caption = 0) =>
    gridLayout(all, { columns, caption, likeHtml: 24 }).height;
  expect(heightOf([1, 0.6, 1.4], 1)).toBeCloseTo(3 + 2 * GRID_GAP);
  expect(heightOf([1, 0.6, 1.4], 1, CAPTION_RATIO)).toBeCloseTo(
    3 + 2 * GRID_GAP + 3 * CAPTION_RATIO,
  );
  // 0.6 and 0.55 beside 1, then 1.5 below the latter.
  expect(heightOf([1, 0.6, 0.55, 1.5], 2)).toBeCloseTo(2.5 + GRID_GAP);
  expect(heightOf([], 3)).toBe(0);
});

test('captions are as high as the styles make them', () => {
  const styles = readFileSync(new URL('../styles/grid.css', import.meta.url), 'utf8');
  const found = [...styles.matchAll(/--caption-ratio: ([\d.]+);/g)].map(([, ratio]) => ratio);
  expect(found).toEqual(['0', String(CAPTION_RATIO)]);
});
