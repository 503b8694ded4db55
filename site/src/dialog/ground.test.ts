import { expect, it } from 'vitest';
import { groundAfter, groundOf } from './ground.ts';

it('is dark until a visitor chose otherwise', () => {
  expect([null, '', 'pink', 'light'].map(groundOf)).toEqual(['dark', 'dark', 'dark', 'light']);
});

it('goes from dark to grey to light and round again', () => {
  expect((['dark', 'neutral', 'light'] as const).map(groundAfter)).toEqual([
    ...['neutral', 'light', 'dark'],
  ]);
});
