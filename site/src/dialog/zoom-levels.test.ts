import { expect, it } from 'vitest';
import { maxLevel, nextLevel, tapLevel } from './zoom-levels.ts';

it('goes to real pixels with one tap, within two and three times what fits', () => {
  expect(tapLevel(0.4)).toBe(1);
  expect(tapLevel(0.2)).toBeCloseTo(0.6);
  expect(tapLevel(1)).toBe(2);
});

it('steps up to the limit and back to what fits, never past either', () => {
  const range = { fit: 0.4, max: maxLevel(0.4) };
  const up = [1, 2, 3, 4, 5].reduce((level) => nextLevel(level, 1, range), range.fit);
  expect(up).toBe(1.6);
  const down = [1, 2, 3, 4, 5].reduce((level) => nextLevel(level, -1, range), up);
  expect(down).toBe(range.fit);
  expect(nextLevel(range.fit, -1, range)).toBe(range.fit);
});
