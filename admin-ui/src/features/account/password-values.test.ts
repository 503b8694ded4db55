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
  expect(wrong(values)).toEqual([['repeat', 'passwordsDiffer']]);
});
it('asks for the current password and for twelve characters', () => {
  expect(wrong(noPasswords)).toEqual([
    ['currentPassword', 'current_password_required'],
    ['newPassword', 'password_too_short?n=12'],
  ]);
});
