import { expect, it } from 'vitest';
import { noPasswords, passwordValues } from './password-values.ts';

/** The fields that are wrong, each with what is wrong with it. */
const wrong = (values: typeof noPasswords) =>
  passwordValues.safeParse(values).error?.issues.map(({ path, message }) => [path[0], message]);

it('takes a change whose new password was typed twice', () => {
  const newPassword = 'twelve signs and more';
  const values = { currentPassword: 'old', newPassword, repeat: newPassword };
  expect(wrong(values)).toBeUndefined();
});
it('says beside the repetition that it differs', () => {
  const values = { currentPassword: 'old', newPassword: 'twelve signs and more', repeat: 'twelve' };
  expect(wrong(values)).toEqual([['repeat', 'The two passwords are not the same']]);
});
it('asks for the current password and for twelve characters', () => {
  expect(wrong(noPasswords)).toEqual([
    ['currentPassword', 'Please enter your current password'],
    ['newPassword', 'Password must have at least 12 characters'],
  ]);
});
