import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CAPTION_RATIO } from './grid-layout.ts';
import { wholeHeights } from './whole-heights.ts';

it('is the sum of all in one column, with gaps between them and captions where they stand below', () => {
  const { plain, captioned } = wholeHeights([100, 50, 150], 24);
  expect(plain[0]).toBeCloseTo(3 + 2 / 28);
  expect(captioned[0]).toBeCloseTo(3 + 2 / 28 + 3 * CAPTION_RATIO);
});

it('is the higher of the columns, filled in order', () => {
  // 100 | 50, 30 and a gap: then 150 below the right one.
  expect(wholeHeights([100, 50, 30, 150], 24).plain[1]).toBeCloseTo(0.5 + 0.3 + 1.5 + 2 / 28);
});

it('counts pictures that are cropped as they are shown', () => {
  expect(wholeHeights([1000, 5], 24).plain[2]).toBe(1.8);
});

it('is computed again only for other pictures', () => {
  const known = wholeHeights([100, 50, 150], 24);
  expect(wholeHeights([100, 50, 150], 24)).toBe(known);
  expect(wholeHeights([100, 50, 151], 24).plain[0]).toBeGreaterThan(known.plain[0] ?? 0);
  expect(wholeHeights([100, 50], 24).plain[0]).toBeLessThan(known.plain[0] ?? 0);
  expect(wholeHeights([100, 50], 0)).not.toBe(wholeHeights([100, 50], 24));
});

it('is nothing for nothing', () => {
  expect(wholeHeights([], 24)).toEqual({ plain: [0, 0, 0], captioned: [0, 0, 0] });
});

it('knows captions as high as the styles make them', () => {
  const styles = readFileSync(new URL('../styles/grid.css', import.meta.url), 'utf8');
  const ratios = [...styles.matchAll(/--caption-ratio: ([\d.]+);/g)].map(([, ratio]) => ratio);
  expect(ratios).toEqual(['0', String(CAPTION_RATIO)]);
});
