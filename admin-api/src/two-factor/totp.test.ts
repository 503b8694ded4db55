import { expect, it } from 'vitest';
import { otpAddress, stepOfCode } from './totp.ts';

/** The ASCII key 12345678901234567890 of RFC 6238 Appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => seconds * 1000;

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('agrees with RFC 6238 at %i seconds', (seconds, code) => {
  expect(stepOfCode(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it('takes a code one step early or late, and none that is further off (T7)', () => {
  const [seconds, code] = [1234567890, '005924'];
  const step = Math.floor(seconds / 30);
  for (const off of [-30, 0, 30]) expect(stepOfCode(SECRET, code, at(seconds + off))).toBe(step);
  for (const off of [-90, -60, 60, 90])
    expect(stepOfCode(SECRET, code, at(seconds + off))).toBeNull();
});

it('keeps to whole steps, whatever the moment within one', () => {
  const step = 41152263;
  const code = '005924';
  for (const ms of [0, 1, 14_999, 29_999])
    for (const [off, expected] of [
      [-2, null],
      [-1, step],
      [0, step],
      [1, step],
      [2, null],
    ] as const)
      expect([ms, off, stepOfCode(SECRET, code, (step + off) * 30_000 + ms)]).toEqual([
        ms,
        off,
        expected,
      ]);
});

it.each([
  '',
  '00592',
  '0059240',
  '00592A',
  ' 005924',
  '005 924',
  '００５９２４',
  '-05924',
  '5924.0',
  '1e5924',
  '\n005924',
  '005924\n',
])('has no step for %j', (code) => {
  expect(stepOfCode(SECRET, code, at(1234567890))).toBeNull();
});

it('tells authenticator apps the issuer, the name and the secret, whatever letters are in them', () => {
  const url = new URL(otpAddress('Émile.de_Wit', SECRET));
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(url.pathname)).toBe('/Veldlicht:Émile.de_Wit');
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    secret: SECRET,
    issuer: 'Veldlicht',
  });
});
