import { describe, expect, it } from 'vitest';
import { aUser } from '#testing/builders.ts';
import {
  cleanCode,
  cleanDigits,
  type LoginEvent,
  loginOutcome,
  loginReducer,
  loginStart,
} from './login.ts';

const credentials = { username: 'anna', password: 'long enough to be right' };
const after = (...events: LoginEvent[]) =>
  events.reduce(loginReducer, { ...loginStart, ...credentials });
const refused = (code: string, waits = false): LoginEvent => ({
  type: 'refused',
  code,
  wait: waits ? { until: 60_000, reason: code } : null,
});
const codeStep: LoginEvent = { type: 'answered', outcome: 'code' };
const typed: LoginEvent = { type: 'typed', field: 'code', text: '12 34' };

describe('the code step', () => {
  it('follows when the server asks for a code, and keeps the credentials', () => {
    expect(after(codeStep)).toMatchObject({ step: 'code', kind: 'authenticator', ...credentials });
  });
  it('cleans what is typed and takes the message about an empty field away', () => {
    const state = after(codeStep, { type: 'missing' });
    expect(state.missing).toBe(true);
    expect(loginReducer(state, typed)).toMatchObject({ code: '1234', missing: false });
  });
  it('clears the field and the error when the kind of code is toggled', () => {
    const toggled = after(codeStep, typed, { type: 'missing' }, { type: 'kind-toggled' });
    expect(toggled).toMatchObject({ kind: 'backup', code: '', missing: false });
    expect(loginReducer(toggled, { type: 'kind-toggled' }).kind).toBe('authenticator');
  });
  it('starts afresh after a wrong code, with the focus, the credentials and the kind', () => {
    const before = after(codeStep, { type: 'kind-toggled' }, typed);
    const state = loginReducer(before, refused('invalid_code'));
    expect(state).toMatchObject({ step: 'code', code: '', kind: 'backup', ...credentials });
    expect(state.round).toBeGreaterThan(before.round);
  });
  it('leads back to the first step when the credentials are wrong after all', () => {
    const state = after(codeStep, typed, refused('invalid_credentials'));
    expect(state).toMatchObject({ step: 'credentials', code: '' });
  });
  it('has a way back, with the credentials still there and no wait', () => {
    const state = after(codeStep, refused('too_many_attempts', true), { type: 'went-back' });
    expect(state).toMatchObject({ step: 'credentials', ...credentials, wait: null });
  });
});

describe('a sign-in', () => {
  const blocked = refused('too_many_attempts', true);
  it('waits where it was when there were too many tries, until the wait is over', () => {
    expect(after(codeStep, blocked)).toMatchObject({ step: 'code', wait: { until: 60_000 } });
    expect(after(blocked)).toMatchObject({ step: 'credentials', wait: { until: 60_000 } });
    expect(after(blocked, { type: 'wait-over' }).wait).toBeNull();
  });
  it('forgets an earlier wait with the next answer', () => {
    expect(after(blocked, codeStep).wait).toBeNull();
    expect(after(blocked, refused('invalid_credentials')).wait).toBeNull();
  });
  it('shows the alert when two-factor must be set up first', () => {
    expect(after({ type: 'answered', outcome: 'setup' }).step).toBe('setup');
  });
});

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

it('keeps digits only of the code of a set-up', () => {
  expect(cleanDigits('12a 34-5678')).toBe('123456');
  expect(cleanDigits('abc')).toBe('');
});
