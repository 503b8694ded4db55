import { expect, it } from 'vitest';
import type { Pixels } from './pixels.ts';
import { createRecentPixels, type Recent } from './recent-pixels.ts';

const MIB = 1024 * 1024;

/** Nothing reads the pixels: one block serves all. */
const block = Buffer.alloc(70 * MIB);
function pixels(bytes: number): Pixels {
  return { data: block.subarray(0, bytes), options: {}, width: 1, height: 1, isWide: false };
}
function picture(...bytes: number[]): Recent {
  return { sizes: bytes.map(pixels), begun: new Map() };
}

it('hands pixels out once, and forgets them after a while', () => {
  const later: (() => void)[] = [];
  const recent = createRecentPixels((work) => later.push(work));
  const [first, second] = [picture(10), picture(10)];
  recent.keep('a', first);
  expect(recent.take('a')).toBe(first);
  expect(recent.take('a').sizes).toEqual([]);
  recent.keep('a', second);
  later[0]?.();
  expect(recent.take('a')).toBe(second);
  recent.keep('a', second);
  later[2]?.();
  expect(recent.take('a').sizes).toEqual([]);
});

it('keeps the last ones that have 64 MB together, and none that has more alone', () => {
  const recent = createRecentPixels(() => undefined);
  for (const hash of 'abcd') recent.keep(hash, picture(14 * MIB, 6 * MIB));
  expect([...'abcd'].map((hash) => recent.take(hash).sizes.length)).toEqual([0, 2, 2, 2]);
  recent.keep('e', picture(14 * MIB));
  recent.keep('f', picture(40 * MIB, 25 * MIB));
  expect([...'ef'].map((hash) => recent.take(hash).sizes.length)).toEqual([0, 0]);
});
