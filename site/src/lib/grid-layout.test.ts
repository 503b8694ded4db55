import { expect, test } from 'vitest';
import { cardRatio, GRID_GAP, gridLayout, storedRatio } from './grid-layout.ts';

const columnsOf = (ratios: number[], columns: number) =>
  gridLayout(ratios, columns).places.map((place) => place.column);

test('the first items fill the first row from the left', () => {
  expect(columnsOf([1, 1, 1], 3)).toEqual([0, 1, 2]);
});

test('each next item goes to the shortest column', () => {
  expect(columnsOf([1.5, 0.5, 1, 0.4, 1], 3)).toEqual([0, 1, 2, 1, 1]);
});

test('an item starts one gap below the item above it', () => {
  const { places } = gridLayout([0.5, 0.75], 1);
  expect(places[1]).toEqual({ column: 0, top: Math.round((0.5 + GRID_GAP) * 1e4) / 1e4, above: 1 });
});

test('the grid is as tall as its tallest column, without a gap below', () => {
  expect(gridLayout([0.5, 2], 2).height).toBe(2);
  expect(gridLayout([], 3)).toEqual({ places: [], height: 0, captions: 0 });
});

test('adding items moves none of the earlier ones', () => {
  const ratios = [0.66, 1.5, 0.33, 1, 0.66, 0.5, 1.2];
  const few = gridLayout(ratios.slice(0, 4), 3).places;
  expect(gridLayout(ratios, 3).places.slice(0, 4)).toEqual(few);
});

test('a card is never taller or flatter than a page can bear', () => {
  expect(cardRatio({ width: 100, height: 1000 })).toBe(1.8);
  expect(cardRatio({ width: 1000, height: 100 })).toBe(0.3);
  expect(cardRatio({ width: 3, height: 2 })).toBe(0.67);
});

test('a card is as high from the index as it is from the page', () => {
  for (const [width, height] of [
    [6000, 4001],
    [4000, 6000],
    [1000, 1],
    [1, 1000],
    [1920, 1080],
  ]) {
    const size = { width: width ?? 1, height: height ?? 1 };
    expect(storedRatio(Math.round((100 * size.height) / size.width))).toBe(cardRatio(size));
  }
});
