import { loginInput } from '@veldlicht/contract/auth';
import { settingsPatch } from '@veldlicht/contract/settings';
import { newUser, userPatch } from '@veldlicht/contract/user';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { AppError } from './app-error.ts';
import { parseInput } from './request-body.ts';

const user = { username: 'eva', email: 'eva@example.nl', password: 'een lange zin als slot' };
const typed = { username: 'eva', password: user.password };
const BOTH = 'Please enter both username and password';
const NOT_VALID = 'The input is not valid';

/** The text and the fields of a refusal. */
function refused(schema: z.ZodType, sent: unknown): [string, AppError['fields']] {
  try {
    parseInput(schema, sent);
  } catch (error) {
    if (error instanceof AppError) return [error.message, error.fields];
    throw error;
  }
  throw new Error('It was taken');
}

it('says what the schema says', () => {
  expect(refused(loginInput, {})).toEqual([BOTH, { username: BOTH, password: BOTH }]);
  expect(refused(newUser, { ...user, role: 'admin', email: 'eva' })[0]).toBe(
    'Invalid email address',
  );
});

it.each<[string, z.ZodType, unknown]>([
  ['a role that does not exist', newUser, { ...user, role: 'owner' }],
  ['a status that does not exist', userPatch, { status: 'asleep' }],
  ['an unknown key', userPatch, { username: 'eva', isOwner: true }],
  ['no object', loginInput, null],
  ['a text longer than any form sends', loginInput, { ...typed, twoFactorCode: 'x'.repeat(33) }],
  ['a list of the wrong size', settingsPatch, { profile: { social: [] } }],
  ['a number as a switch', settingsPatch, { enforce2FA: 1 }],
])('says no sentence of the library: %s', (_name, schema, sent) => {
  const [message, fields] = refused(schema, sent);
  expect(message).toBe(NOT_VALID);
  expect(Object.values(fields ?? {}).filter((text) => text !== NOT_VALID)).toEqual([]);
});

it('gives what the schema makes of it', () => {
  expect(parseInput(newUser, { ...user, username: ' eva ', role: 'viewer' })).toMatchObject({
    username: 'eva',
    status: 'active',
  });
});
