/**
 * Commands on accounts. Each is one immediate transaction, so that it works beside a running
 * server. They return lines to print.
 */
import { sameName } from '@veldlicht/contract/name';
import { newId } from '@veldlicht/database/new-id';
import type { Database, Store } from '@veldlicht/database/open';
import { recordAudit, siteBuilder } from '#audit/audit.repository.ts';
import { hashPassword, newPassword } from '#auth/password.ts';
import { endAccess } from '#auth/sign-in-and-out.ts';
import { inTransaction } from '#http/write.ts';
import { noticeAccountChange } from '#mail/notices.ts';
import { oneLine } from '#mail/outbox.ts';
import { removePasskeys } from '#passkeys/passkeys.service.ts';
import { forgetAccountFailures } from '#throttle/throttle.ts';
import { removeTwoFactor } from '#two-factor/codes.ts';
import {
  findUserByName,
  insertUser,
  listUsers,
  type UserRow,
  updateUser,
} from '#users/users.repository.ts';
import { type Command, CommandError } from './read-command.ts';

function requireUser(store: Store, name: string): UserRow {
  const user = findUserByName(store, name);
  if (!user) throw new CommandError(`There is no user ${name}.`);
  return user;
}

/** Runs one transaction on an account, and records it as the site builder's, since nobody is signed in. */
function change(
  db: Database,
  name: string,
  action: 'reset-password' | 'reset-2fa' | 'unlock',
  now: number,
  act: (tx: Store, user: UserRow) => void,
): UserRow {
  return inTransaction(db, (tx) => {
    const user = requireUser(tx, name);
    act(tx, user);
    const entry = { action, entity: 'account', entityId: user.id, summary: user.username } as const;
    recordAudit(tx, { actor: siteBuilder, now }, entry);
    return user;
  });
}

/** Commands don't activate accounts; only the panel does. */
function hint({ status }: UserRow): string[] {
  return status === 'active' ? [] : ['This account is inactive: an admin can switch it on.'];
}

async function create(db: Database, command: Command & { name: 'create' }, now: number) {
  const { username, email, role } = command;
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  inTransaction(db, (tx) => {
    const taken = findUserByName(tx, username);
    if (taken) throw new CommandError(`There is a user ${taken.username} already.`);
    const other = listUsers(tx).find((user) => sameName(user.email, email));
    if (other) throw new CommandError(`${other.username} has the address ${email} already.`);
    const id = newId();
    insertUser(tx, { id, username, email, role, passwordHash, createdAt: now });
    const entry = { action: 'create', entity: 'user', entityId: id, summary: username } as const;
    recordAudit(tx, { actor: siteBuilder, now }, entry);
  });
  return [`Created ${username} (${role}).`, `Password   ${password}   (shown this once)`];
}

/** Keeps the second factor: a lost password is no reason to drop it (threat T10). */
async function resetPassword(db: Database, name: string, now: number): Promise<string[]> {
  requireUser(db, name);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  const user = change(db, name, 'reset-password', now, (tx, found) => {
    updateUser(tx, found.id, { passwordHash, invitedAt: null });
    endAccess(tx, found.id);
    noticeAccountChange(tx, found, ['password-by-builder'], now);
  });
  return [
    `${user.username} has a new password; all sessions have ended.`,
    `Password   ${password}   (shown this once)`,
    ...hint(user),
  ];
}

function resetTwoFactor(db: Database, name: string, now: number): string[] {
  const user = change(db, name, 'reset-2fa', now, (tx, found) => {
    const had = removePasskeys(tx, found.id);
    if (found.twoFactorAt === null && had === 0)
      throw new CommandError(`${found.username} has no two-factor authentication and no passkeys.`);
    removeTwoFactor(tx, found.id);
    endAccess(tx, found.id);
    noticeAccountChange(tx, found, ['two-factor-by-builder'], now);
  });
  return [
    `${user.username} signs in with the password alone now; all sessions have ended.`,
    ...hint(user),
  ];
}

function unlock(db: Database, name: string, now: number): string[] {
  const user = change(db, name, 'unlock', now, forgetAccountFailures);
  return [`${user.username} can try to sign in again.`, ...hint(user)];
}

/** Runs a command. `now` in milliseconds since 1970. Throws `CommandError` before changing anything. */
export async function runCommand(
  db: Database,
  command: Exclude<Command, { name: 'help' }>,
  now: number,
): Promise<string[]> {
  switch (command.name) {
    case 'list':
      return userTable(listUsers(db));
    case 'create':
      return create(db, command, now);
    case 'reset-password':
      return resetPassword(db, command.username, now);
    case 'reset-2fa':
      return resetTwoFactor(db, command.username, now);
    case 'unlock':
      return unlock(db, command.username, now);
  }
}

const HEAD = ['USERNAME', 'EMAIL', 'ROLE', 'STATUS', '2FA', 'LAST LOGIN'];

/** Formats accounts as a table; times are UTC. */
function userTable(users: UserRow[]): string[] {
  const cells = users.map((user) => [
    user.username,
    user.email,
    user.role,
    user.status,
    user.twoFactorAt === null ? 'no' : 'yes',
    user.lastLoginAt === null
      ? 'never'
      : `${new Date(user.lastLoginAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]);
  // Strips control characters, which could move the cursor.
  const rows = [HEAD, ...cells.map((row) => row.map(oneLine))];
  const widths = HEAD.map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('   ')
      .trimEnd(),
  );
}
