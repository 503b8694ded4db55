import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gridLayout, rounded, storedRatio } from './grid-layout.ts';
import { cardsBetween, windowLayout } from './window-layout.ts';

const ratios = fc.array(fc.integer({ min: 10, max: 300 }).map(storedRatio), { maxLength: 200 });
const shapes = fc.record({
  columns: fc.integer({ min: 1, max: 3 }),
  caption: fc.constantFrom(0, 0.19),
  likeHtml: fc.constantFrom(0, 24),
});
const all = (ratio: number[]) => ratio.map((_, row) => row);

test('the first cards keep the places that they have in the HTML', () => {
  fc.assert(
    fc.property(ratios, shapes, (ratio, { columns, caption }) => {
      const html = gridLayout(ratio.slice(0, 24), columns).places;
      const layout = windowLayout(all(ratio), ratio, { columns, caption, likeHtml: 24 });
      html.forEach(({ column, top, above }, i) => {
        expect(layout.column[i]).toBe(column);
        expect(layout.top[i]).toBeCloseTo(top + above * caption, 3);
      });
    }),
  );
});

test('without captions all cards stand as the HTML would place them', () => {
  fc.assert(
    fc.property(ratios, shapes, (ratio, { columns }) => {
      const layout = windowLayout(all(ratio), ratio, { columns, caption: 0, likeHtml: 0 });
      const html = gridLayout(ratio, columns);
      expect([...layout.top].map(rounded)).toEqual(html.places.map(({ top }) => top));
      expect(rounded(layout.height)).toBe(html.height);
    }),
  );
});

test('a window holds every card that reaches into it, whatever the layout', () => {
  fc.assert(
    fc.property(
      ratios,
      shapes,
      fc.double({ min: -5, max: 80, noNaN: true }),
      (ratio, shape, from) => {
        const layout = windowLayout(all(ratio), ratio, shape);
        const to = from + 2;
        const { start, end } = cardsBetween(layout, from, to);
        ratio.forEach((height, i) => {
          const top = layout.top[i] ?? 0;
          const isSeen = top + height + shape.caption > from && top <= to;
          if (isSeen) expect([i >= start, i < end]).toEqual([true, true]);
        });
        expect(start).toBeLessThanOrEqual(end);
      },
    ),
  );
});

test('a window of ten thousand cards is a few dozen', () => {
  const ratio = Array.from({ length: 10_000 }, (_, i) => [0.67, 1.5, 0.33, 1][(i * 7) % 4] ?? 1);
  const layout = windowLayout(all(ratio), ratio, { columns: 3, caption: 0.19, likeHtml: 24 });
  for (const from of [0, 500, 1500, 3000]) {
    const { start, end } = cardsBetween(layout, from, from + 5);
    expect(end - start).toBeGreaterThan(8);
    expect(end - start).toBeLessThan(60);
  }
});

test('an empty result has no height and no cards', () => {
  const layout = windowLayout([], [1, 1], { columns: 2, caption: 0, likeHtml: 0 });
  expect(layout.height).toBe(0);
  expect(cardsBetween(layout, 0, 10)).toEqual({ start: 0, end: 0 });
});

test('captions that push a card below the next one hide neither', () => {
  const ratio = [1.8, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3];
  const layout = windowLayout(all(ratio), ratio, { columns: 2, caption: 0.19, likeHtml: 24 });
  const behind = layout.top.findIndex((top, i) => top > (layout.top[i + 1] ?? top));
  expect(behind).toBeGreaterThan(0);
  // Ends between the two: the later card is seen, the earlier one is not.
  const limit = ((layout.top[behind] ?? 0) + (layout.top[behind + 1] ?? 0)) / 2;
  expect(cardsBetween(layout, limit - 1, limit).end).toBeGreaterThan(behind + 1);
});
