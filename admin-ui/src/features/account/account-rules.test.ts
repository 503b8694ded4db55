import { expect, it } from 'vitest';
import { backupCodesText, groupSecret, otpauthAddress, passwordValues } from './account-rules.ts';

it('says beside the repetition of a new password that it differs', () => {
  const newPassword = 'twelve signs and more';
  const said = (repeat: string) =>
    passwordValues
      .safeParse({ currentPassword: 'old', newPassword, repeat })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(said(newPassword)).toBeUndefined();
  expect(said('twelve')).toEqual([['repeat', 'passwordsDiffer']]);
});

it('writes one code per line', () => {
  expect(backupCodesText(['AAAA2222', 'BBBB3333'])).toBe('AAAA2222\nBBBB3333\n');
});

it('parts a secret into groups of four', () => {
  expect(groupSecret('ABCDEFGHIJKLMNOP')).toBe('ABCD EFGH IJKL MNOP');
  expect(groupSecret('ABCDEF')).toBe('ABCD EF');
  expect(groupSecret('')).toBe('');
});

it('names the account, the site and the secret', () => {
  expect(otpauthAddress('els & jan', 'ABCD2345')).toBe(
    'otpauth://totp/Veldlicht:els%20%26%20jan?secret=ABCD2345&issuer=Veldlicht',
  );
});
