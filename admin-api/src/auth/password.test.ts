import { expect, it } from 'vitest';
import { hashPassword, newPassword, verifyPassword } from './password.ts';

it('hashes with argon2id at least as strong as 19456 KiB and 2 passes, and a fresh salt', async () => {
  const [a, b] = await Promise.all([hashPassword('lentebos'), hashPassword('lentebos')]);
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(a) ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  expect(a).not.toBe(b);
});

it('verifies passwords to the last letter, and is false for an unknown user', async () => {
  const hash = await hashPassword('é'.repeat(128));
  expect(await verifyPassword(hash, 'é'.repeat(128))).toBe(true);
  expect(await verifyPassword(hash, `${'é'.repeat(127)}e`)).toBe(false);
  expect(await verifyPassword(null, 'lentebos')).toBe(false);
});

it('generates distinct passwords that can be read out', () => {
  const made = Array.from({ length: 200 }, newPassword);
  for (const password of made)
    expect(password).toMatch(/^[A-HJ-NP-Z2-9]{4}(?:-[A-HJ-NP-Z2-9]{4}){5}$/);
  expect(new Set(made).size).toBe(200);
  // All 32 characters occur, so each carries 5 bits.
  expect(new Set(made.join('').replaceAll('-', '')).size).toBe(32);
});
