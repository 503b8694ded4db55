import type { AdminUser } from '@veldlicht/contract/user';
import { describe, expect, it } from 'vitest';
import { changedUser, editUserForm, initialUser, newUserForm } from './user-dialog.tsx';

const mira: AdminUser = {
  id: 'u1',
  username: 'mira',
  email: 'mira@example.nl',
  role: 'editor',
  status: 'active',
  lastLogin: null,
  twoFactorEnabled: false,
  etag: '"1"',
};
const filled = { ...initialUser(mira), password: 'een lange zin als slot' };

/** The first thing the form says, or null when it may be sent. */
const firstIssue = (schema: typeof newUserForm, values: unknown) =>
  schema.safeParse(values).error?.issues[0]?.message ?? null;

describe('the form of a new user', () => {
  it('starts as a viewer who may sign in', () => {
    expect(initialUser(null)).toEqual({
      username: '',
      email: '',
      role: 'viewer',
      status: 'active',
      password: '',
    });
  });
  it('asks for a password in the words of the specification', () => {
    expect(firstIssue(newUserForm, { ...filled, password: '' })).toBe('password_required');
  });
  it('asks for a password that is long enough', () => {
    expect(firstIssue(newUserForm, { ...filled, password: 'kort' })).toBe(
      'password_too_short?n=12',
    );
  });
  it.each([
    ['', 'emailRequired'],
    ['   ', 'emailRequired'],
    ['mira', 'email_invalid'],
    ['mira@', 'email_invalid'],
  ])('refuses the address %j', (email, message) => {
    expect(firstIssue(newUserForm, { ...filled, email })).toBe(message);
  });
  it('takes an address with spaces around it', () => {
    expect(newUserForm.parse({ ...filled, email: ' mira@example.nl ' }).email).toBe(
      'mira@example.nl',
    );
  });
  it('asks for a username', () => {
    expect(firstIssue(newUserForm, { ...filled, username: ' ' })).toBe('username_required');
  });
});

describe('the form of a user that exists', () => {
  it('needs no password', () => {
    expect(firstIssue(editUserForm, initialUser(mira))).toBeNull();
  });
  it('sends nothing that is unchanged, and never a password', () => {
    expect(changedUser(mira, filled, false)).toEqual({});
  });
  it('sends each field that changed', () => {
    const values = {
      username: 'mirjam',
      email: 'm@example.nl',
      role: 'admin',
      status: 'inactive',
      password: '',
    } as const;
    expect(changedUser(mira, values, false)).toEqual({
      username: 'mirjam',
      email: 'm@example.nl',
      role: 'admin',
      status: 'inactive',
    });
  });
  it('never sends role or status of the own account', () => {
    const values = { ...initialUser(mira), email: 'm@example.nl', role: 'admin' } as const;
    expect(changedUser(mira, { ...values, status: 'inactive' }, true)).toEqual({
      email: 'm@example.nl',
    });
  });
});
