import { expect, it } from 'vitest';
import type { z } from 'zod';
import { aUser } from '#testing/builders.ts';
import { editUserForm, initialUser, newUserForm, sentUser } from './user-dialog.tsx';

const mira = aUser({ username: 'mira', email: 'mira@example.nl', role: 'editor' });
const filled = { ...initialUser(mira), password: 'een lange zin als slot' };

/** The first error of the form, or null. */
const firstIssue = (schema: z.ZodType, values: unknown) =>
  schema.safeParse(values).error?.issues[0]?.message ?? null;

it('starts a new user as an active viewer', () => {
  const bare = { username: '', email: '', password: '' };
  expect(initialUser(null)).toEqual({ ...bare, role: 'viewer', status: 'active' });
});

it('shows a placeholder address as empty', () => {
  expect(initialUser(aUser({ email: 'admin@veldlicht.invalid' })).email).toBe('');
});

it('trims the address, requires one, and needs no password for an existing user', () => {
  const { email } = newUserForm.parse({ ...filled, email: ' mira@example.nl ' });
  expect(email).toBe('mira@example.nl');
  expect(firstIssue(newUserForm, { ...filled, email: '   ' })).toBe('emailRequired');
  expect(firstIssue(editUserForm, initialUser(mira))).toBeNull();
});

it('sends no password of an existing user, and no role or status of the own account', () => {
  const changes = { username: 'mirjam', email: 'm@example.nl' };
  const rights = { role: 'admin', status: 'inactive' } as const;
  const values = { ...filled, ...changes, ...rights };
  expect(sentUser(values, false)).toEqual({ ...changes, ...rights });
  expect(sentUser(values, true)).toEqual(changes);
});
