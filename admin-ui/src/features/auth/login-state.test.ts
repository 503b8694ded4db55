import { describe, expect, it } from 'vitest';
import {
  cleanCode,
  cleanDigits,
  type LoginEvent,
  loginOutcome,
  loginReducer,
  loginStart,
} from './login-state.ts';

const credentials = { username: 'anna', password: 'long enough to be right' };
const after = (...events: LoginEvent[]) => events.reduce(loginReducer, loginStart);
const codeStep: LoginEvent[] = [
  { type: 'credentials-sent', credentials },
  { type: 'answered', outcome: 'code' },
];
const typed: LoginEvent = { type: 'code-typed', text: '12 34' };
const wait = { until: 60_000, reason: 'too_many_attempts' };

describe('the code step', () => {
  it('follows when the server asks for a code, and keeps the credentials', () => {
    expect(after(...codeStep)).toMatchObject({ step: 'code', kind: 'authenticator', credentials });
  });
  it('cleans what is typed and takes the message about an empty field away', () => {
    const state = after(...codeStep, { type: 'code-missing' });
    expect(state.codeMissing).toBe(true);
    expect(loginReducer(state, typed)).toMatchObject({ code: '1234', codeMissing: false });
  });
  it('clears the field and the error when the kind of code is toggled', () => {
    const toggled = after(...codeStep, typed, { type: 'code-missing' }, { type: 'kind-toggled' });
    expect(toggled).toMatchObject({ kind: 'backup', code: '', codeMissing: false });
    const back = loginReducer(toggled, { type: 'kind-toggled' });
    expect(back.kind).toBe('authenticator');
  });
  it('starts afresh, with the focus, after a wrong code', () => {
    const before = after(...codeStep, typed);
    const state = loginReducer(before, { type: 'refused', code: 'invalid_code', wait: null });
    expect(state).toMatchObject({ step: 'code', code: '', credentials });
    expect(state.round).toBeGreaterThan(before.round);
  });
  it('keeps a backup code a backup code after a wrong one', () => {
    const refused: LoginEvent = { type: 'refused', code: 'invalid_code', wait: null };
    expect(after(...codeStep, { type: 'kind-toggled' }, refused).kind).toBe('backup');
  });
  it('leads back to the first step when the credentials are wrong after all', () => {
    const refused: LoginEvent = { type: 'refused', code: 'invalid_credentials', wait: null };
    expect(after(...codeStep, typed, refused)).toMatchObject({ step: 'credentials', code: '' });
  });
  it('has a way back, with the credentials still there and no wait', () => {
    const refused: LoginEvent = { type: 'refused', code: 'too_many_attempts', wait };
    const state = after(...codeStep, refused, { type: 'went-back' });
    expect(state).toMatchObject({ step: 'credentials', credentials, wait: null });
  });
});

describe('a sign-in', () => {
  it('waits where it was when there were too many tries, until the wait is over', () => {
    const refused: LoginEvent = { type: 'refused', code: 'too_many_attempts', wait };
    expect(after(...codeStep, refused)).toMatchObject({ step: 'code', wait });
    expect(after(refused)).toMatchObject({ step: 'credentials', wait });
    expect(after(refused, { type: 'wait-over' }).wait).toBeNull();
  });
  it('forgets an earlier wait with the next answer', () => {
    const refused: LoginEvent = { type: 'refused', code: 'too_many_requests', wait };
    expect(after(refused, ...codeStep).wait).toBeNull();
    const wrong: LoginEvent = { type: 'refused', code: 'invalid_credentials', wait: null };
    expect(after(refused, wrong).wait).toBeNull();
  });
  it('shows the alert when two-factor must be set up first', () => {
    expect(after({ type: 'answered', outcome: 'setup' }).step).toBe('setup');
  });
});

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

describe('a code as it is typed', () => {
  it('is upper-cased and keeps letters and digits only', () => {
    expect(cleanCode(' ab3d-ef.7h ', 'backup')).toBe('AB3DEF7H');
    expect(cleanCode('é1２ß', 'backup')).toBe('1SS');
  });
  it('ends at six characters of an authenticator and eight of a backup code', () => {
    expect(cleanCode('123 456 789', 'authenticator')).toBe('123456');
    expect(cleanCode('abcdefghijk', 'backup')).toBe('ABCDEFGH');
  });
  it('of the set-up has digits only', () => {
    expect(cleanDigits('12a 34-5678')).toBe('123456');
    expect(cleanDigits('abc')).toBe('');
  });
});
