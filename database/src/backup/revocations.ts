/**
 * Keeps revocations across a restore (threat T5): keys and passkeys that the present database lacks stay revoked. When
 * it can't tell, the restore lists what is valid again.
 */
import { existsSync } from 'node:fs';
import { type AuditAction, TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import { roles } from '@veldlicht/contract/user';
import BetterSqlite from 'better-sqlite3';
import { isDiskFull } from '../system-errors.ts';

export interface Way {
  kind: 'key' | 'passkey' | 'user';
  id: string;
  /** Its name and its owner. */
  name: string;
}

export interface Revocations {
  /** Revoked since the backup, and kept so. */
  kept: Way[];
  /** Accounts deactivated, demoted or deleted since, and restored. */
  accounts: Way[];
  /** Valid keys and passkeys that may have been revoked since. */
  unknown: Way[];
}

const WAYS = `SELECT kind, ways.id, ways.name || ' · ' || username AS name
  FROM (SELECT 'key' AS kind, id, user_id, name FROM upload_keys
    UNION ALL SELECT 'passkey', id, user_id, name FROM passkeys) AS ways
  JOIN users ON users.id = user_id`;
const REVOKED = `${WAYS} WHERE ways.id NOT IN
  (SELECT id FROM present.upload_keys UNION SELECT id FROM present.passkeys)`;
/** Active accounts that have a lesser role in the present database, or are inactive or missing. */
const REOPENED = `SELECT 'user' AS kind, u.id, u.username AS name FROM users AS u
  LEFT JOIN present.users AS p ON p.id = u.id AND p.status = 'active'
  WHERE u.status = 'active' AND instr(@roles, u.role) > coalesce(instr(@roles, p.role), 0)`;
/** Whether the present database continues the backup's: else what it lacks is no revocation. */
const IS_LATER = `SELECT count(*) FROM present.audit_log WHERE (id, at, actor, action) =
  (SELECT id, at, actor, action FROM main.audit_log WHERE action <> 'sign-in-refused' ORDER BY id DESC LIMIT 1)`;
const REVOKE = `DELETE FROM main.upload_keys WHERE id NOT IN (SELECT id FROM present.upload_keys);
  DELETE FROM main.passkeys WHERE id NOT IN (SELECT id FROM present.passkeys);
  UPDATE main.backup_codes SET used_at = p.used_at FROM present.backup_codes AS p
  WHERE p.id = backup_codes.id AND p.used_at IS NOT NULL AND backup_codes.used_at IS NULL`;

/** Attaches a copy of the present database as `present`, if it can be read. */
export async function attachPresent(
  client: BetterSqlite.Database,
  database: string,
  copy: string,
): Promise<void> {
  if (!existsSync(database)) return;
  let present: BetterSqlite.Database | undefined;
  try {
    present = new BetterSqlite(database, { readonly: true });
    await present.backup(copy);
    client.prepare('ATTACH ? AS present').run(copy);
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError) || isDiskFull(error)) throw error;
  } finally {
    present?.close();
  }
}

/**
 * Applies revocations of the `present` database to one from a backup, and writes them to its audit log. Call it in a
 * transaction; `now` in milliseconds since 1970.
 */
export function keepRevocations(client: BetterSqlite.Database, now: number): Revocations {
  const find = (query: string, ...values: object[]) =>
    client.prepare(query).all(...values) as Way[]; // its columns
  const settle = client.transaction((): Revocations | null => {
    if (client.prepare(IS_LATER).pluck().get() !== 1) return null;
    const kept = find(REVOKED);
    const accounts = find(REOPENED, { roles: roles.join() });
    client.exec(REVOKE);
    return { kept, accounts, unknown: [] };
  });
  let settled: Revocations | null = null;
  try {
    settled = settle();
  } catch (error) {
    // `present` is missing, damaged, or without these tables.
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
  }
  const revocations = settled ?? { kept: [], accounts: [], unknown: find(WAYS) };
  const audit = client.prepare(
    `INSERT INTO audit_log (at, actor, action, entity, entity_id, summary)
     VALUES (?, '${TERMINAL_ACTOR}', ?, ?, ?, ?)`,
  );
  const note = (action: AuditAction, { kind, id, name }: Way) =>
    audit.run(now, action, kind, id, name);
  for (const way of revocations.kept) note('delete', way);
  for (const way of [...revocations.accounts, ...revocations.unknown]) note('restore-backup', way);
  return revocations;
}
