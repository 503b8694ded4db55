import { expect, it } from 'vitest';
import { focusAfterKey, MIDDLE } from './focus-picture.tsx';

it.each([
  ['ArrowLeft', false, { x: 0.48, y: 0.5 }],
  ['ArrowDown', true, { x: 0.5, y: 0.6 }],
  ['Tab', false, null],
])('moves the focus point with %s (Shift: %s)', (key, isFar, after) => {
  expect(focusAfterKey(MIDDLE, key, isFar)).toEqual(after);
});

it('keeps the focus point inside the picture, and brings it back with Home', () => {
  expect(focusAfterKey({ x: 0.95, y: 0.01 }, 'ArrowRight', true)).toEqual({ x: 1, y: 0.01 });
  expect(focusAfterKey({ x: 0.95, y: 0.01 }, 'ArrowUp', false)).toEqual({ x: 0.95, y: 0 });
  expect(focusAfterKey({ x: 0.95, y: 0.01 }, 'Home', false)).toEqual(MIDDLE);
});
