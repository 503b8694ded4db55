/**
 * Brings a database file to this version, or leaves it exactly as it was (fault F13): a copy is
 * made first, foreign keys are off outside the transaction (inside it the switch is ignored and a
 * table rebuild would silently drop child rows), and everything is checked before the commit.
 */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError, openConnection } from './open.ts';

const migrationsFolder = path.join(import.meta.dirname, '../migrations');

interface Options {
  /** Where the copy goes; nothing is copied for a new database. */
  backupFolder: string;
  /** Milliseconds since 1970; names the copy. */
  now: number;
  folder?: string;
}

function appliedCount(client: BetterSqlite.Database): number {
  client.exec(
    'CREATE TABLE IF NOT EXISTS migrations (hash TEXT NOT NULL, applied_at INTEGER NOT NULL)',
  );
  return Number(client.prepare('SELECT count(*) FROM migrations').pluck().get());
}

function rowCounts(client: BetterSqlite.Database): Map<string, number> {
  const tables = client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[]; // the query selects one text column
  const count = (table: string) =>
    Number(client.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  return new Map(tables.map((table) => [table, count(table)]));
}

/** A migration says `-- may-drop-rows: table` when losing rows of a table is its purpose. */
function mayDrop(migrations: MigrationMeta[]): Set<string> {
  const marks = migrations.flatMap(({ sql }) => [
    ...sql.join('\n').matchAll(/--\s*may-drop-rows:\s*(\w+)/g),
  ]);
  return new Set(marks.map(([, table]) => table ?? ''));
}

function refuseLostRows(
  before: Map<string, number>,
  after: Map<string, number>,
  allowed: Set<string>,
) {
  for (const [table, count] of before)
    if ((after.get(table) ?? 0) < count && !allowed.has(table) && after.has(table))
      throw new DatabaseError(
        `The migration would have lost rows of ${table}; nothing was changed.`,
      );
}

function apply(client: BetterSqlite.Database, waiting: MigrationMeta[], now: number): void {
  const before = rowCounts(client);
  client.exec('BEGIN IMMEDIATE');
  try {
    const insert = client.prepare('INSERT INTO migrations (hash, applied_at) VALUES (?, ?)');
    for (const migration of waiting) {
      for (const statement of migration.sql) client.exec(statement);
      insert.run(migration.hash, now);
    }
    const broken = client.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0)
      throw new DatabaseError('The migration would have broken references; nothing was changed.');
    refuseLostRows(before, rowCounts(client), mayDrop(waiting));
    client.exec('COMMIT');
  } catch (error) {
    if (client.inTransaction) client.exec('ROLLBACK');
    throw error;
  }
}

function refuseUnknown(client: BetterSqlite.Database, known: MigrationMeta[]): void {
  const hashes = client.prepare('SELECT hash FROM migrations ORDER BY rowid').pluck().all();
  hashes.forEach((hash, i) => {
    if (known[i]?.hash !== hash)
      throw new DatabaseError(
        'This database was made by a newer version of Veldlicht. Start that version, or restore a backup.',
      );
  });
}

/**
 * Applies what is missing. Throws `DatabaseError` naming the copy when a migration fails; the
 * database is then as before.
 */
export async function migrateDatabase(file: string, options: Options): Promise<void> {
  const isNew = !existsSync(file);
  const migrations = readMigrationFiles({ migrationsFolder: options.folder ?? migrationsFolder });
  const client = openConnection(file);
  try {
    const applied = appliedCount(client);
    refuseUnknown(client, migrations);
    const waiting = migrations.slice(applied);
    if (waiting.length === 0) return;
    let copy = '';
    if (!isNew && applied > 0) {
      mkdirSync(options.backupFolder, { recursive: true, mode: 0o700 });
      const stamp = new Date(options.now).toISOString().replace(/[:.]/g, '-');
      copy = path.join(options.backupFolder, `before-migration-${stamp}.db`);
      await client.backup(copy);
    }
    client.pragma('foreign_keys = OFF');
    try {
      apply(client, waiting, options.now);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const where = copy ? ` A copy from before stands in ${copy}.` : '';
      throw new DatabaseError(`The database could not be brought up to date: ${reason}.${where}`, {
        cause: error,
      });
    }
  } finally {
    client.close();
  }
}
