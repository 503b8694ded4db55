/**
 * Migrates a database file to this version, or leaves it unchanged (fault F13): a copy is made first, and everything is
 * checked before the commit. Foreign keys are switched off before the transaction: inside it the switch is ignored, and
 * rebuilding a table would silently delete child rows.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { DatabaseError, openConnection } from './connection.ts';
import { storyBlocks } from './story-blocks.ts';

/** Folder of drizzle-kit. */
export const migrationsFolder = path.join(import.meta.dirname, '../migrations');

interface Options {
  /** Folder of the copy; a new database is not copied. */
  backupFolder: string;
  /** Milliseconds since 1970; names the copy. */
  now: number;
  folder?: string;
}

function countApplied(client: BetterSqlite.Database): number {
  return Number(client.prepare('SELECT count(*) FROM migrations').pluck().get());
}

function namesOf(client: BetterSqlite.Database, kind: 'table' | 'trigger'): string[] {
  const keys = [...schemaOf(client).keys()].map((key) => key.split(' ', 2));
  return keys.flatMap(([found, name = '']) => (found === kind ? name : [])).sort();
}

/** Rows per table. */
export function countRows(client: BetterSqlite.Database): Record<string, number> {
  const count = (table: string) =>
    Number(client.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  return Object.fromEntries(namesOf(client, 'table').map((name) => [name, count(name)]));
}

/** Rows per table, and triggers: rebuilding a table silently drops its triggers. */
function inventory(client: BetterSqlite.Database): Map<string, number> {
  const triggers = namesOf(client, 'trigger').map((name) => [name, 1] as const);
  return new Map([...Object.entries(countRows(client)), ...triggers]);
}

/** Names in `-- may-drop-rows: name`, which marks an intended loss of rows, a table or a trigger. */
function mayDrop(migrations: MigrationMeta[]): Set<string> {
  const marks = migrations.flatMap(({ sql }) => [
    ...sql.join('\n').matchAll(/--\s*may-drop-rows:\s*(\w+)/g),
  ]);
  return new Set(marks.map(([, table]) => table ?? ''));
}

function refuseLosses(
  before: Map<string, number>,
  after: Map<string, number>,
  allowed: Set<string>,
) {
  for (const [name, count] of before)
    if ((after.get(name) ?? 0) < count && !allowed.has(name))
      throw new DatabaseError(
        `The migration would have lost ${name} or rows of it; nothing was changed.`,
      );
}

/** Registers functions that migrations call. */
function addFunctions(client: BetterSqlite.Database): void {
  client.function('story_blocks', { deterministic: true }, storyBlocks);
}

function apply(client: BetterSqlite.Database, all: MigrationMeta[], now: number): void {
  addFunctions(client);
  client.exec('BEGIN IMMEDIATE');
  try {
    // Counted again under the lock: another process may have been first.
    const waiting = all.slice(countApplied(client));
    const before = inventory(client);
    const insert = client.prepare('INSERT INTO migrations (hash, applied_at) VALUES (?, ?)');
    for (const migration of waiting) {
      for (const statement of migration.sql) client.exec(statement);
      insert.run(migration.hash, now);
    }
    const broken = client.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0)
      throw new DatabaseError('The migration would have broken references; nothing was changed.');
    refuseLosses(before, inventory(client), mayDrop(waiting));
    client.exec('COMMIT');
  } catch (error) {
    if (client.inTransaction) client.exec('ROLLBACK');
    throw error;
  }
}

const faults = {
  newer:
    'This database was made by a newer version of Veldlicht. Start that version again, or restore a backup from before it.',
  unreleased:
    'This database was made by an unreleased version of Veldlicht, which this one can’t follow. Start that version again; or set DATA_DIR to an empty folder and add the photos and videos once more: they are in originals/ of the present folder, or in its bucket.',
  foreign:
    'This is not a database of Veldlicht. Set DATA_DIR to the folder that holds its database, or restore a backup.',
  damaged: 'The database is damaged: it does not say which version made it.',
};

function faultOf(
  client: BetterSqlite.Database,
  known: MigrationMeta[],
): keyof typeof faults | null {
  // Read before the hashes: another process may be migrating now.
  const tables = namesOf(client, 'table');
  const columns = client.pragma('table_info(migrations)') as { name: string }[]; // as SQLite documents it
  if (!columns.some(({ name }) => name === 'hash')) return 'foreign';
  const hashes = client.prepare('SELECT hash FROM migrations ORDER BY rowid').pluck().all();
  if (hashes.length === 0 && tables.length > 1) return 'damaged';
  if (!hashes.every((hash) => /^[0-9a-f]{64}$/.test(String(hash)))) return 'damaged';
  const unknown = hashes.findIndex((hash, i) => known[i]?.hash !== hash);
  if (unknown < 0) return null;
  // Released migrations are never edited, so a later version starts with the same ones.
  return unknown < known.length ? 'unreleased' : 'newer';
}

/** Throws `DatabaseError` unless the applied migrations are a prefix of the known ones. */
function refuseUnknown(client: BetterSqlite.Database, known: MigrationMeta[]): void {
  const fault = faultOf(client, known);
  if (fault) throw new DatabaseError(faults[fault], { fault });
}

/** SQL of tables, indexes, triggers and views by kind and name. */
function schemaOf(client: BetterSqlite.Database): Map<string, string> {
  const query = client.prepare(
    "SELECT type || ' ' || name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'",
  );
  return new Map(query.raw().all() as [string, string][]); // two text columns
}

/** Schema after these migrations. */
export function expectedSchema(migrations: MigrationMeta[]): Map<string, string> {
  const client = new BetterSqlite(':memory:');
  try {
    addFunctions(client);
    for (const { sql } of migrations) for (const statement of sql) client.exec(statement);
    return schemaOf(client);
  } finally {
    client.close();
  }
}

/** Cache by the hash of the last migration: computing a schema takes 30 ms. */
const schemas = new Map<string, Map<string, string>>();

/**
 * Throws unless this is a database of Veldlicht, of this or an older version, with all its tables and triggers
 * (fault F8).
 */
export function requireKnownSchema(client: BetterSqlite.Database): void {
  const known = readMigrationFiles({ migrationsFolder });
  refuseUnknown(client, known);
  const present = schemaOf(client);
  const applied = known.slice(0, countApplied(client));
  const last = applied.at(-1)?.hash ?? '';
  const expected = schemas.get(last) ?? expectedSchema(applied);
  schemas.set(last, expected);
  const missing = [...expected.keys()].find((name) => !present.has(name));
  if (missing)
    throw new DatabaseError(`The database is damaged: it lacks its ${missing}.`, {
      fault: 'damaged',
    });
}

/** For commands: throws unless the database has the schema of this version. */
export function requireCurrentDatabase(client: BetterSqlite.Database): void {
  const known = readMigrationFiles({ migrationsFolder });
  refuseUnknown(client, known);
  if (countApplied(client) < known.length)
    throw new DatabaseError(
      'This database was made by an older version of Veldlicht. Run npm start once to bring it up to date.',
    );
}

/**
 * Creates the file if needed, with mode 600, which SQLite's other files inherit: it holds password hashes and addresses
 * of visitors (threat T24).
 */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  if ((statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // Owned by another user, who decides its mode.
  }
}

/**
 * Applies missing migrations. Throws `DatabaseError` naming the copy when one fails; the database is then unchanged.
 */
export async function migrateDatabase(file: string, options: Options): Promise<void> {
  const isNew = !existsSync(file);
  const migrations = readMigrationFiles({ migrationsFolder: options.folder ?? migrationsFolder });
  keepPrivate(file);
  const client = openConnection(file);
  try {
    if (namesOf(client, 'table').length > 0) refuseUnknown(client, migrations);
    client.exec(
      'CREATE TABLE IF NOT EXISTS migrations (hash TEXT NOT NULL, applied_at INTEGER NOT NULL)',
    );
    const applied = countApplied(client);
    if (applied === migrations.length) return;
    let copy = '';
    if (!isNew && applied > 0) {
      mkdirSync(options.backupFolder, { recursive: true, mode: 0o700 });
      const stamp = new Date(options.now).toISOString().replace(/[:.]/g, '-');
      copy = path.join(options.backupFolder, `before-migration-${stamp}.db`);
      keepPrivate(copy);
      await client.backup(copy);
    }
    client.pragma('foreign_keys = OFF');
    try {
      apply(client, migrations, options.now);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const where = copy ? ` A copy from before stands in ${copy}.` : '';
      throw new DatabaseError(
        `The database could not be brought up to date: ${reason.replace(/\.$/, '')}.${where}`,
        {
          cause: error,
        },
      );
    }
  } finally {
    client.close();
  }
}
