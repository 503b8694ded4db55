import { codeInput } from '@veldlicht/contract/two-factor';
import { newUser, passwordChange } from '@veldlicht/contract/user';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { findText } from './server-text.ts';

const LONG = 'x'.repeat(129);
const user = { username: 'anna', email: 'anna@example.nl', role: 'editor' };

/** What is wrong with account forms, in the words the API answers with. */
const wrong: Array<[z.ZodType, unknown]> = [
  [passwordChange, {}],
  [passwordChange, { currentPassword: 'x', newPassword: 'short' }],
  [passwordChange, { currentPassword: 'x', newPassword: LONG }],
  [newUser, { ...user, password: '' }],
  [newUser, { ...user, password: 'short' }],
  [newUser, { ...user, password: LONG, username: '' }],
  [newUser, { ...user, password: LONG, username: 'a b' }],
  [newUser, { ...user, password: LONG, email: 'anna' }],
  [codeInput, { token: '' }],
];

describe('account sentences of the API', () => {
  it.each(wrong)('are all in the catalogue: contract %#', (schema, value) => {
    const messages = schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
    expect(messages).not.toEqual([]);
    // The API says its own sentence for a field of the wrong kind, which the forms never send.
    const said = messages.filter((message) => !message.startsWith('Invalid input'));
    expect(said.filter((message) => findText(message) === null)).toEqual([]);
  });
  it.each([
    '2FA Required',
    'The input is not valid',
    'Invalid credentials',
    'Invalid verification code',
    'Please enter the verification code',
    'The current password is wrong',
    'This password is too common; choose another',
    'Choose a password that differs from the current one',
    'This needs your password first; nothing was changed',
    'This code was used already; wait for the next one',
    'Two-factor authentication is not enabled',
    'Start the set-up again',
    'Cannot disable 2FA while enforcement is enabled',
    'Too many failed attempts; try again later',
    'Enable two-factor authentication on your own account first',
    'There must be at least one active admin',
    'You cannot change your own role or status',
    'You cannot delete your own account',
    'A user with this username already exists',
    'A user with this email already exists',
  ])('know "%s"', (sentence) => {
    expect(findText(sentence)).not.toBeNull();
  });
});
