import { expect, it } from 'vitest';
import { aUser } from '#testing/builders.ts';
import { cleanCode, cleanDigits, loginOutcome } from './login.ts';

const user = aUser();

it.each([
  ['signs in on a user alone', { user }, 'signed-in'],
  ['asks for a code before anything else', { requires2FA: true }, 'code'],
  ['asks for the set-up before anything else', { user, requires2FASetup: true }, 'setup'],
  ['lets nobody in on an empty answer', {}, 'refused'],
] as const)('%s', (_name, answer, outcome) => {
  expect(loginOutcome(answer)).toBe(outcome);
});

it.each([
  ['backup', ' ab3d-ef.7h ', 'AB3DEF7H'],
  ['backup', 'é1２ß', '1SS'],
  ['backup', 'abcdefghijk', 'ABCDEFGH'],
  ['authenticator', '123 456 789', '123456'],
] as const)(
  'a code of a %s is upper-cased, without signs, and no longer than it can be',
  (...row) => {
    const [kind, typed, code] = row;
    expect(cleanCode(typed, kind)).toBe(code);
  },
);

it('keeps only the digits of a set-up code', () => {
  expect(cleanDigits('12a 34-5678')).toBe('123456');
  expect(cleanDigits('abc')).toBe('');
});
