/** One owner at a time, held by the operating system: a crash lets go of it by itself. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';

/** A connection that nobody refers to is closed by the garbage collector, and its lock with it. */
const held = new Set<BetterSqlite.Database>();

/**
 * Takes the lock file, or returns null when another process holds it. It is an exclusive SQLite
 * transaction, since that works alike on every system and can't be left behind.
 */
export function takeLock(file: string): { release: () => void } | null {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const client = new BetterSqlite(file, { timeout: 0 });
  try {
    client.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    client.close();
    if (error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return null;
    throw error;
  }
  held.add(client);
  return {
    release: () => {
      held.delete(client);
      client.close();
    },
  };
}
