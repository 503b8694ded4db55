import { expect, it } from 'vitest';
import type { Pixels } from './pixels.ts';
import { createRecentPixels } from './recent-pixels.ts';

function picture(bytes = 10): Pixels {
  return { data: Buffer.alloc(bytes), options: {}, width: 1, height: 1, isWide: false };
}

it('hands pixels out once, and forgets them after a while', () => {
  const later: (() => void)[] = [];
  const recent = createRecentPixels((work) => later.push(work));
  const [first, second] = [picture(), picture()];
  recent.keep('a', first);
  expect(recent.take('a')).toBe(first);
  expect(recent.take('a')).toBeNull();
  recent.keep('a', second);
  later[0]?.();
  expect(recent.take('a')).toBe(second);
  recent.keep('a', second);
  later[2]?.();
  expect(recent.take('a')).toBeNull();
});

it('keeps only the last four, and none that is very large', () => {
  const recent = createRecentPixels(() => undefined);
  for (const hash of 'abcde') recent.keep(hash, picture());
  recent.keep('f', picture(25 * 1024 * 1024));
  expect([...'abcdef'].map((hash) => recent.take(hash) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});
