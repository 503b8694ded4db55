/** The database into one file, while others write, and the proof that it is whole (fault F14). */
import { closeSync, openSync } from 'node:fs';
import BetterSqlite from 'better-sqlite3';
import { DatabaseError, openConnection } from '../connection.ts';
import { requireKnownSchema } from '../migrate.ts';
import { syncPath } from '../storage/sync-path.ts';

/** All pages in one step: the copy then has one moment, however fast others write. */
const ALL_PAGES = 2 ** 31 - 1;

/** Rows per table. */
export function countRows(client: BetterSqlite.Database): Record<string, number> {
  const names = client
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .pluck()
    .all() as string[]; // one text column
  const count = (table: string) =>
    Number(
      client
        .prepare(`SELECT count(*) FROM "${table.replaceAll('"', '""')}"`)
        .pluck()
        .get(),
    );
  return Object.fromEntries(names.map((name) => [name, count(name)]));
}

/**
 * Throws `DatabaseError` unless the file is a sound database of ours with just these rows. The file
 * must be nobody else's: it is opened for writing, which leaves one file without company.
 */
export function requireSound(file: string, tables: Record<string, number>): void {
  const client = new BetterSqlite(file, { fileMustExist: true });
  try {
    client.pragma('journal_mode = DELETE');
    const [first] = client.pragma('integrity_check(1)') as { integrity_check: string }[]; // as SQLite documents it
    if (first?.integrity_check !== 'ok')
      throw new DatabaseError(`The database is damaged: ${first?.integrity_check}.`);
    if ((client.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new DatabaseError('The database has broken references.');
    requireKnownSchema(client);
    if (JSON.stringify(countRows(client)) !== JSON.stringify(tables))
      throw new DatabaseError('The database does not have the rows it should have.');
  } catch (error) {
    if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    throw new DatabaseError(`The database is damaged: ${error.message}.`, { cause: error });
  } finally {
    client.close();
  }
}

/**
 * Copies the live database as it is at one moment, checks the copy, and answers its rows per table. It
 * blocks this process for as long as the copying takes: run it in one of its own.
 */
export async function copyDatabase(from: string, to: string): Promise<Record<string, number>> {
  closeSync(openSync(to, 'wx', 0o600));
  const client = openConnection(from);
  let tables: Record<string, number>;
  try {
    // The copy is made by this connection, and so from what this transaction sees.
    client.exec('BEGIN');
    tables = countRows(client);
    await client.backup(to, { progress: () => ALL_PAGES });
    client.exec('COMMIT');
  } finally {
    client.close();
  }
  requireSound(to, tables);
  await syncPath(to);
  return tables;
}
