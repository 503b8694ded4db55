import { expect, it } from 'vitest';
import {
  backupCodesText,
  groupSecret,
  noPasswords,
  otpauthAddress,
  passwordValues,
} from './account-rules.ts';

/** The fields that are wrong, each with what is wrong with it. */
const wrong = (values: typeof noPasswords) =>
  passwordValues.safeParse(values).error?.issues.map(({ path, message }) => [path[0], message]);

it('takes a change whose new password was typed twice', () => {
  const newPassword = 'twelve signs and more';
  const values = { currentPassword: 'old', newPassword, repeat: newPassword };
  expect(wrong(values)).toBeUndefined();
});
it('says beside the repetition that it differs', () => {
  const values = { currentPassword: 'old', newPassword: 'twelve signs and more', repeat: 'twelve' };
  expect(wrong(values)).toEqual([['repeat', 'passwordsDiffer']]);
});
it('asks for the current password and for twelve characters', () => {
  expect(wrong(noPasswords)).toEqual([
    ['currentPassword', 'current_password_required'],
    ['newPassword', 'password_too_short?n=12'],
  ]);
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
