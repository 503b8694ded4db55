/**
 * What was taken away since a backup was made must not come back with it unseen (threat T5): keys and passkeys that
 * the present database no longer has stay revoked. Where it can't tell, the restore names what is valid again.
 */
import { existsSync, rmSync } from 'node:fs';
import { type AuditAction, TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import { type Role, roles } from '@veldlicht/contract/user';
import BetterSqlite from 'better-sqlite3';

export interface Way {
  kind: 'key' | 'passkey' | 'user';
  id: string;
  /** As its owner called it, and whose it is. */
  name: string;
}

export interface Revocations {
  /** Revoked since the backup, and still so. */
  kept: Way[];
  /** Accounts that were deactivated, demoted or deleted since, and are as they were. */
  accounts: Way[];
  /** Keys and passkeys of which nobody can tell whether they were revoked since: they are valid. */
  unknown: Way[];
}

/** What the present database knows of the ways in. */
interface Present {
  /** Ids of keys and passkeys. */
  ways: Set<unknown>;
  /** Ids of active accounts with their roles. */
  accounts: Map<string, Role>;
  /** Ids of backup codes that were used, and when. */
  used: { id: string; usedAt: number }[];
}

function readPresent(client: BetterSqlite.Database, last: unknown[]): Present | null {
  // One that does not know what the backup knows is of another history: nothing follows from what it lacks.
  const isLater = client
    .prepare('SELECT 1 FROM audit_log WHERE (id, at, actor, action) = (?, ?, ?, ?)')
    .get(...last);
  if (!isLater) return null;
  const ways = client.prepare('SELECT id FROM upload_keys UNION SELECT id FROM passkeys');
  const accounts = client.prepare("SELECT id, role FROM users WHERE status = 'active'");
  const used = client.prepare(
    'SELECT id, used_at AS usedAt FROM backup_codes WHERE used_at IS NOT NULL',
  );
  return {
    ways: new Set(ways.pluck().all()),
    accounts: new Map(accounts.raw().all() as [string, Role][]), // its columns
    used: used.all() as Present['used'], // its columns
  };
}

/** Null when it is missing, can't be read, or is of another history. What lies beside it stays as it is. */
function openPresent(database: string, last: unknown[] | undefined): Present | null {
  if (!last || !existsSync(database)) return null;
  const company = ['-wal', '-shm'].map((end) => database + end);
  const hadNone = !company.some((file) => existsSync(file));
  let client: BetterSqlite.Database | undefined;
  try {
    client = new BetterSqlite(database, { readonly: true });
    return readPresent(client, last);
  } catch (error) {
    if (error instanceof BetterSqlite.SqliteError) return null;
    throw error;
  } finally {
    client?.close();
    if (hadNone) for (const file of company) rmSync(file, { force: true });
  }
}

const WAYS = `SELECT 'key' AS kind, k.id, k.name || ' · ' || username AS name
  FROM upload_keys k JOIN users u ON u.id = user_id
  UNION ALL
  SELECT 'passkey', p.id, p.name || ' · ' || username FROM passkeys p JOIN users u ON u.id = user_id`;
const LAST = `SELECT id, at, actor, action FROM audit_log WHERE action <> 'sign-in-refused'
  ORDER BY id DESC LIMIT 1`;

/** Active accounts that were deactivated, demoted or deleted since. */
function findReopened(client: BetterSqlite.Database, present: Present): Way[] {
  const level = (role?: Role) => (role ? roles.indexOf(role) : -1);
  const accounts = client
    .prepare("SELECT id, role, username FROM users WHERE status = 'active'")
    .all() as { id: string; role: Role; username: string }[]; // its columns
  return accounts
    .filter(({ id, role }) => level(present.accounts.get(id)) < level(role))
    .map(({ id, username }) => ({ kind: 'user', id, name: username }));
}

function settle(client: BetterSqlite.Database, present: Present | null): Revocations {
  const ways = client.prepare(WAYS).all() as Way[]; // its columns
  if (!present) return { kept: [], accounts: [], unknown: ways };
  const kept = ways.filter(({ id }) => !present.ways.has(id));
  for (const table of ['upload_keys', 'passkeys']) {
    const remove = client.prepare(`DELETE FROM ${table} WHERE id = ?`);
    for (const { id } of kept) remove.run(id);
  }
  const use = client.prepare('UPDATE backup_codes SET used_at = coalesce(used_at, ?) WHERE id = ?');
  for (const { id, usedAt } of present.used) use.run(usedAt, id);
  return { kept, accounts: findReopened(client, present), unknown: [] };
}

/**
 * Settles what a database from a backup opens, by what the one that it replaces knows, and writes it into its audit
 * log. Call it in a transaction; `now` in milliseconds since 1970.
 */
export function keepRevocations(
  client: BetterSqlite.Database,
  presentDatabase: string,
  now: number,
): Revocations {
  const last = client.prepare(LAST).raw().get() as unknown[] | undefined; // four columns
  const revocations = settle(client, openPresent(presentDatabase, last));
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
