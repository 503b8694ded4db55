import { expect, it } from 'vitest';
import { otpauthAddress } from './otpauth-address.ts';

it('names the account, the site and the secret', () => {
  expect(otpauthAddress('els & jan', 'ABCD2345')).toBe(
    'otpauth://totp/Veldlicht:els%20%26%20jan?secret=ABCD2345&issuer=Veldlicht',
  );
});
