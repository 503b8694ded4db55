/** A migrated database for tests: a real file in a folder of its own. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { eq } from 'drizzle-orm';
import { migrateDatabase } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { changes } from './schema.ts';

export interface TestDatabase {
  db: Database;
  folder: string;
  file: string;
  remove: () => void;
}

/** Variable with the path of the migrated file that the global setup makes. */
export const TEMPLATE_VARIABLE = 'VELDLICHT_TEST_TEMPLATE';

/**
 * Opens a migrated database with an open change, so that tests can write rows. `fill` writes a data folder of an older
 * version, which is then migrated.
 */
export async function createTestDatabase(fill?: (root: string) => void): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-'));
  const file = path.join(folder, 'veldlicht.db');
  fill?.(folder);
  const template = fill ? undefined : process.env[TEMPLATE_VARIABLE];
  // Migrating takes longer than most tests.
  if (template) copyFileSync(template, file);
  else await migrateDatabase(file, { backupFolder: path.join(folder, 'backups'), now: 0 });
  const db = openDatabase(file);
  db.insert(changes).values({ at: Number.MAX_SAFE_INTEGER, actor: 'test', open: true }).run();
  const remove = () => {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, folder, file, remove };
}

/** The open change of tests. `without` closes it during a call, which writes changes of its own. */
export function standingChange(db: Database) {
  let calls = 0;
  let writes = 0;
  const isTests = eq(changes.actor, 'test');
  const set = (open: boolean) => {
    try {
      writes += db.update(changes).set({ open }).where(isTests).run().changes;
    } catch (error) {
      // On a database that can't be written, the call reports the error.
      if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    }
  };
  return {
    /** Number of rows written to open and close it. */
    writes: () => writes,
    without: async <T>(call: () => T | Promise<T>): Promise<T> => {
      calls += 1;
      if (calls === 1) set(false);
      try {
        return await call();
      } finally {
        calls -= 1;
        if (calls === 0) set(true);
      }
    },
  };
}
