import { expect, it } from 'vitest';
import { passwords } from '#auth/password.ts';
import { hashBackupCodes, hashLike, newBackupCodes } from './backup-codes.ts';

it('makes ten different codes of eight signs that nobody takes for one another', () => {
  const codes = Array.from({ length: 200 }, newBackupCodes);
  for (const set of codes) {
    expect(set).toHaveLength(10);
    expect(new Set(set).size).toBe(10);
    for (const code of set) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  }
  expect(new Set(codes.flat()).size).toBe(2000);
  expect(new Set(codes.flat().join('')).size).toBe(32);
});

it('keeps only Argon2id hashes under a salt of the set, and knows a code again by one hash (T24)', async () => {
  const codes = ['ABCDEFGH', '23456789'];
  const rows = await hashBackupCodes(passwords, codes);
  for (const row of rows) expect(row).toMatch(/^[0-9a-f]{32}:\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(rows.join('')).not.toMatch(/ABCDEFGH|23456789/);
  const [first, second] = rows;
  expect(await hashLike(passwords, 'ABCDEFGH', second)).toBe(first);
  expect(await hashLike(passwords, 'ABCDEFGJ', second)).not.toBe(first);
  const [again] = await hashBackupCodes(passwords, codes);
  expect(again).not.toBe(first);
});

it('costs one hash also where there is no set', async () => {
  let hashes = 0;
  const counting = {
    ...passwords,
    hashWith: async (text: string) => {
      hashes += 1;
      return text;
    },
  };
  await hashLike(counting, 'ABCDEFGH', undefined);
  expect(hashes).toBe(1);
});
