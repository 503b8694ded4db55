import { expect, it } from 'vitest';
import { CommandError, readCommand, UsageError } from './read-command.ts';

it('reads each command', () => {
  expect(readCommand(['list'])).toEqual({ name: 'list' });
  expect(readCommand(['create', 'eva', 'eva@example.nl'])).toEqual({
    name: 'create',
    username: 'eva',
    email: 'eva@example.nl',
    role: 'viewer',
  });
  const withRole = ['create', '--role', 'admin', 'Éva', 'eva@example.nl'];
  expect(readCommand(withRole)).toMatchObject({ username: 'Éva', role: 'admin' });
  for (const name of ['reset-password', 'reset-2fa', 'unlock'] as const)
    expect(readCommand([name, 'eva'])).toEqual({ name, username: 'eva' });
  for (const args of [['help'], ['--help'], ['-h'], ['create', '--help']])
    expect(readCommand(args)).toEqual({ name: 'help' });
});

it.each([
  [],
  ['create'],
  ['create', 'eva'],
  ['create', 'eva', 'eva@example.nl', 'admin'],
  ['unlock'],
  ['unlock', ''],
  ['unlock', 'eva', 'jan'],
  ['list', 'eva'],
  ['list', '--all'],
  ['list', '--role', 'admin'],
  ['create', 'eva', 'eva@example.nl', '--role'],
])('takes %j %j %j %j for misuse', (...args) =>
  expect(() => readCommand(args)).toThrow(UsageError),
);

it.each([
  [['remove', 'eva'], 'There is no command remove'],
  [['create', 'eva', 'eva@example.nl', '--role', 'owner'], 'There is no role owner'],
  [
    ['create', 'eva de vries', 'eva@example.nl'],
    'Use letters, digits, dots, dashes or underscores',
  ],
  [['create', 'eva', 'eva@example'], 'Invalid email address: eva@example'],
  [['create', 'eva', 'eva@example.nl, jan@example.nl'], 'Invalid email address'],
])('refuses %j', (args, text) => {
  expect(() => readCommand(args)).toThrow(CommandError);
  expect(() => readCommand(args)).toThrow(text);
});
