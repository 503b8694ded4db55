import { expect, it } from 'vitest';
import { loginOutcome } from './login-outcome.ts';

const user = {
  id: '1',
  username: 'anna',
  email: 'anna@example.nl',
  role: 'admin' as const,
  status: 'active' as const,
  lastLogin: null,
  twoFactorEnabled: false,
  etag: '"1"',
};

it('signs in on a user alone', () => {
  expect(loginOutcome({ user })).toBe('signed-in');
});
it('asks for a code, or for the set-up, before anything else', () => {
  expect(loginOutcome({ requires2FA: true })).toBe('code');
  expect(loginOutcome({ user, requires2FASetup: true })).toBe('setup');
});
it('lets nobody in on an empty answer', () => {
  expect(loginOutcome({})).toBe('refused');
});
