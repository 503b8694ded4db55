import { expect, it } from 'vitest';
import type { z } from 'zod';
import { aUser } from '#testing/builders.ts';
import { editUserForm, initialUser, newUserForm, sentUser } from './user-dialog.tsx';

const mira = aUser({ username: 'mira', email: 'mira@example.nl', role: 'editor' });
const filled = { ...initialUser(mira), password: 'een lange zin als slot' };

/** The first thing the form says, or null when it may be sent. */
const firstIssue = (schema: z.ZodType, values: unknown) =>
  schema.safeParse(values).error?.issues[0]?.message ?? null;

it('starts a new user as a viewer who may sign in', () => {
  const bare = { username: '', email: '', password: '' };
  expect(initialUser(null)).toEqual({ ...bare, role: 'viewer', status: 'active' });
});

it('takes an address with spaces around it, says when there is none, and asks for no password again', () => {
  const { email } = newUserForm.parse({ ...filled, email: ' mira@example.nl ' });
  expect(email).toBe('mira@example.nl');
  expect(firstIssue(newUserForm, { ...filled, email: '   ' })).toBe('emailRequired');
  expect(firstIssue(editUserForm, initialUser(mira))).toBeNull();
});

it('sends no password of a user that exists, and of the own account no role or status', () => {
  const changes = { username: 'mirjam', email: 'm@example.nl' };
  const rights = { role: 'admin', status: 'inactive' } as const;
  const values = { ...filled, ...changes, ...rights };
  expect(sentUser(values, false)).toEqual({ ...changes, ...rights });
  expect(sentUser(values, true)).toEqual(changes);
});
