import { expect, it } from 'vitest';
import { newPassword } from './new-password.ts';

it('makes passwords that can be read out, each another', () => {
  const made = Array.from({ length: 200 }, newPassword);
  for (const password of made)
    expect(password).toMatch(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){5}$/);
  expect(new Set(made).size).toBe(200);
  // All 32 signs come up, so that each is worth its 5 bits.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});
