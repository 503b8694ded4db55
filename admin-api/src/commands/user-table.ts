import { oneLine } from '#mail/one-line.ts';
import type { UserRow } from '#users/users.repository.ts';

const HEAD = ['USERNAME', 'EMAIL', 'ROLE', 'STATUS', '2FA', 'LAST LOGIN'];

/** All accounts as lines of a table (pure). Times are UTC. */
export function userTable(users: UserRow[]): string[] {
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
  // Nothing that was typed in may move the cursor.
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
