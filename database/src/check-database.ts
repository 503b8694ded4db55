/**
 * Checks the database before use, since opening a file shows no damage (fault F8). Reads only: a damaged file and the
 * files beside it stay unchanged.
 */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { DatabaseError, requireSafeSqlite } from './connection.ts';
import type { DataFolder } from './data-folder.ts';
import { shownContent } from './live-site.ts';
import { countRows, requireKnownSchema } from './migrate.ts';

/** Whether there was a database: these files are created later. */
function hasHistory(folder: DataFolder): boolean {
  if (existsSync(folder.publicDatabase)) return true;
  return existsSync(folder.originals) && readdirSync(folder.originals).length > 0;
}

/** SQLite breaks its findings into lines. */
function oneLine(finding: string | undefined): string {
  return (finding ?? 'no answer').replaceAll(/\s+/g, ' ');
}

function requireContent(
  client: BetterSqlite.Database,
  check: 'quick_check' | 'integrity_check',
): void {
  const [first] = client.prepare(`PRAGMA ${check}(1)`).pluck().all() as string[]; // as SQLite documents it
  if (first !== 'ok')
    throw new DatabaseError(`The database is damaged: ${oneLine(first)}.`, { fault: 'damaged' });
}

/** Throws when the site shows a later revision: the last changes were lost, or the file is an old copy. */
function requireAbreast(client: BetterSqlite.Database, folder: DataFolder): void {
  const shown = shownContent(folder);
  if (!shown) return;
  // Databases of older versions have no epoch.
  const row = client.prepare('SELECT * FROM content_state').get() as
    | { epoch?: string; revision: number }
    | undefined; // its columns
  const { epoch = shown.epoch, revision = 0 } = row ?? {};
  if (epoch === shown.epoch && revision < shown.revision)
    throw new DatabaseError(
      'The database is older than the site: its last changes are missing, or an old copy was put in its place.',
      { fault: 'behind' },
    );
}

function inspect(folder: DataFolder): void {
  const client = new BetterSqlite(folder.database, { readonly: true, timeout: 5000 });
  try {
    requireSafeSqlite(client);
    requireContent(client, 'quick_check');
    requireKnownSchema(client);
    requireAbreast(client, folder);
  } finally {
    client.close();
  }
}

function asFault(error: unknown): unknown {
  if (!(error instanceof BetterSqlite.SqliteError)) return error;
  if (error.code.startsWith('SQLITE_BUSY')) return error;
  const message = `The database is damaged: ${error.message}.`;
  return new DatabaseError(message, { fault: 'damaged', cause: error });
}

/**
 * Throws `DatabaseError` unless every page of a copy is intact and it has these numbers of rows. Opens it for writing,
 * so that no WAL file is left beside it; nobody else may use the copy.
 */
export function requireSound(copy: string, tables: Record<string, number>): void {
  const client = new BetterSqlite(copy, { fileMustExist: true });
  try {
    client.pragma('journal_mode = DELETE');
    requireContent(client, 'integrity_check');
    if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new DatabaseError('The database has broken references.');
    requireKnownSchema(client);
    if (JSON.stringify(countRows(client)) !== JSON.stringify(tables))
      throw new DatabaseError('The database does not have the rows it should have.');
  } catch (error) {
    throw asFault(error);
  } finally {
    client.close();
  }
}

/**
 * Returns when the database is intact or never existed. Throws `DatabaseError` with the fault when it is damaged or
 * lost, or of another program or an unknown version.
 */
export function checkDatabase(folder: DataFolder): void {
  const { database, restoreMark } = folder;
  if (existsSync(restoreMark))
    throw new DatabaseError('A restore was cut off before its end.', { fault: 'unfinished' });
  const [wal, index] = [`${database}-wal`, `${database}-shm`];
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (sizeOf(database) === 0) {
    // Opening it would make SQLite discard the WAL.
    if (!hasHistory(folder) && sizeOf(wal) === 0) return;
    throw new DatabaseError(`The database ${database} is missing or empty.`, { fault: 'missing' });
  }
  // SQLite itself never leaves this state.
  if (existsSync(index) && !existsSync(wal))
    throw new DatabaseError(`${wal} is missing, and the last changes with it.`, {
      fault: 'behind',
    });
  const hadNeither = !existsSync(wal) && !existsSync(index);
  try {
    inspect(folder);
  } catch (error) {
    if (hadNeither) for (const file of [wal, index]) rmSync(file, { force: true });
    throw asFault(error);
  }
}
