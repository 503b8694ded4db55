/** What was typed, as one of the commands (pure). */

import { parseArgs } from 'node:util';
import { sentenceOf } from '@veldlicht/contract/reason';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import { email, type Role, role, roles, username } from '@veldlicht/contract/user';
import type { z } from 'zod';

export type Command =
  | { name: 'help' }
  | { name: 'list' }
  | { name: 'create'; username: string; email: string; role: Role }
  | { name: 'reset-password' | 'reset-2fa' | 'unlock'; username: string };

export const usage = `Usage: npm run user -- COMMAND

  list                         all accounts
  create NAME EMAIL            makes an account; its password is shown once
         [--role ${roles.toReversed().join('|')}]   (viewer when left out)
  reset-password NAME          gives a new password, shown once; ends all sessions of the account
  reset-2fa NAME               takes the second factor and the passkeys away; ends all sessions of the account
  unlock NAME                  lets an account try again after too many wrong passwords or codes`;

/** The command line does not have the form of its command. */
export class UsageError extends Error {
  override name = 'UsageError';
}

function parse(args: string[]) {
  const options = { role: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function requireValid<T>(schema: z.ZodType<T>, value: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommandError(`${sentenceOf(parsed.error.issues[0]?.message ?? 'Not valid')}: ${value}`);
}

function readRole(typed: string): Role {
  const parsed = role.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new CommandError(`There is no role ${typed}; take ${roles.toReversed().join(', ')}.`);
}

/** Throws `UsageError` for a wrong form, `CommandError` for wrong content. */
export function readCommand(args: string[]): Command {
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (values.help || name === 'help') return { name: 'help' };
  if (name === undefined) throw new UsageError('Say what to do.');
  const take = (...names: string[]): string[] => {
    if (rest.length !== names.length || rest.includes(''))
      throw new UsageError(`Write it so: ${[name, ...names].join(' ')}`);
    if (values.role !== undefined && name !== 'create')
      throw new UsageError('--role belongs to create.');
    return rest;
  };
  switch (name) {
    case 'list':
      take();
      return { name };
    case 'create': {
      const [typedName = '', typedEmail = ''] = take('NAME', 'EMAIL');
      return {
        name,
        username: requireValid(username, typedName),
        email: requireValid(email, typedEmail),
        role: readRole(values.role ?? 'viewer'),
      };
    }
    case 'reset-password':
    case 'reset-2fa':
    case 'unlock': {
      const [typed = ''] = take('NAME');
      return { name, username: typed };
    }
    default:
      throw new CommandError(
        `There is no command ${name}; take list, create, reset-password, reset-2fa or unlock.`,
      );
  }
}

/** A reason why a command can't be carried out. */
export class CommandError extends TerminalError {
  override name = 'CommandError';
}
