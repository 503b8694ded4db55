/** File locks held by the operating system, so that a crash releases them. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';

/** References that keep the garbage collector from closing the connections. */
const held = new Set<BetterSqlite.Database>();

/**
 * Takes a lock, or returns null if it is already held. The lock is an exclusive SQLite transaction, because that works
 * on every system and can't be left behind.
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
