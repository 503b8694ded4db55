import { expect, it } from 'vitest';
import { groupSecret } from './group-secret.ts';

it('parts a secret into groups of four', () => {
  expect(groupSecret('ABCDEFGHIJKLMNOP')).toBe('ABCD EFGH IJKL MNOP');
  expect(groupSecret('ABCDEF')).toBe('ABCD EF');
  expect(groupSecret('')).toBe('');
});
