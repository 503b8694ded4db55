import { expect, it } from 'vitest';
import { categoryInput } from './category.ts';

it('refuses a name that is far too long at once, without looking for a position in it', () => {
  const began = performance.now();
  const name = 'rd '.repeat(100_000);
  const { error } = categoryInput.safeParse({ name, type: 'tag' });
  expect(error?.issues.map(({ message }) => message)).toEqual(['too_long?n=100']);
  expect(performance.now() - began).toBeLessThan(1000);
});
