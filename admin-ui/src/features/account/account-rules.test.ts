import { expect, it } from 'vitest';
import {
  backupCodesText,
  deviceName,
  groupSecret,
  otpauthAddress,
  passwordValues,
} from './account-rules.ts';

it('shows a mismatch at the repeated password', () => {
  const newPassword = 'twelve signs and more';
  const errorsOf = (repeat: string) =>
    passwordValues
      .safeParse({ currentPassword: 'old', newPassword, repeat })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(errorsOf(newPassword)).toBeUndefined();
  expect(errorsOf('twelve')).toEqual([['repeat', 'passwordsDiffer']]);
});

it('writes one code per line', () => {
  expect(backupCodesText(['AAAA2222', 'BBBB3333'])).toBe('AAAA2222\nBBBB3333\n');
});

it('splits a secret into groups of four', () => {
  expect(groupSecret('ABCDEFGHIJKLMNOP')).toBe('ABCD EFGH IJKL MNOP');
  expect(groupSecret('ABCDEF')).toBe('ABCD EF');
  expect(groupSecret('')).toBe('');
});

it('names the account, the site and the secret', () => {
  expect(otpauthAddress('els & jan', 'ABCD2345')).toBe(
    'otpauth://totp/Veldlicht:els%20%26%20jan?secret=ABCD2345&issuer=Veldlicht',
  );
});

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15', 'iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15', 'iPad'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 'Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36', 'Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101', 'Linux'],
  ['curl/8', ''],
])('names the device of %s: %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
