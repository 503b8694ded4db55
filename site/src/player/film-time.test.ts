import { expect, test } from 'vitest';
import {
  clockAt,
  filmLength,
  loadedUntil,
  momentBelow,
  partOf,
  positionText,
} from './film-time.ts';

const ranges = (...parts: [number, number][]) => ({
  length: parts.length,
  start: (i: number) => parts[i]?.[0] ?? 0,
  end: (i: number) => parts[i]?.[1] ?? 0,
});

test('the file knows its length best, then the page, and else it is nothing yet', () => {
  expect(filmLength(65.4, '66')).toBe(65.4);
  expect(filmLength(Number.NaN, '66.2')).toBe(66.2);
  expect(filmLength(Number.POSITIVE_INFINITY, undefined)).toBe(0);
  expect(filmLength(Number.NaN, 'lang')).toBe(0);
});

test('a position is told in words', () => {
  expect(positionText(12.9, 65.2)).toBe('0:12 van 1:05');
});

test('a second counts once it is over', () => {
  expect([clockAt(0.99), clockAt(1), clockAt(3671.5)]).toEqual(['0:00', '0:01', '1:01:11']);
});

test('a part of a film is never less than nothing or more than all', () => {
  expect([partOf(5, 20), partOf(-1, 20), partOf(21, 20), partOf(5, 0)]).toEqual([0.25, 0, 1, 0]);
});

test('what is loaded counts up to the first gap after the present moment', () => {
  expect(loadedUntil(ranges([0, 4], [8, 12]), 2)).toBe(4);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 9)).toBe(12);
  expect(loadedUntil(ranges([0, 4], [8, 12]), 6)).toBe(6);
  expect(loadedUntil(ranges(), 3)).toBe(3);
});

test('the moment below the pointer follows the middle of the thumb', () => {
  const track = { left: 100, width: 216 };
  expect(momentBelow(108, track, 16, 50)).toBe(0);
  expect(momentBelow(208, track, 16, 50)).toBe(25);
  expect(momentBelow(308, track, 16, 50)).toBe(50);
  expect(momentBelow(900, track, 16, 50)).toBe(50);
});
