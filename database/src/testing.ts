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

/** Names the migrated file that the global setup made; workers are ended without a chance to tidy up. */
export const TEMPLATE_VARIABLE = 'VELDLICHT_TEST_TEMPLATE';

/**
 * Tests write rows by hand, in a change that stays open. `fill` puts the data folder of an older version there, which is
 * brought up to date.
 */
export async function createTestDatabase(fill?: (root: string) => void): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-'));
  const file = path.join(folder, 'veldlicht.db');
  fill?.(folder);
  const template = fill ? undefined : process.env[TEMPLATE_VARIABLE];
  // Migrating takes longer than most tests; a closed database is a file like any other.
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

/** The change that tests write rows in. `without`: closed while a call lasts, which writes in changes of its own. */
export function standingChange(db: Database) {
  let calls = 0;
  let writes = 0;
  const isTests = eq(changes.actor, 'test');
  const set = (open: boolean) => {
    try {
      writes += db.update(changes).set({ open }).where(isTests).run().changes;
    } catch (error) {
      // What a call says of a database that can't be written is for its test.
      if (!(error instanceof BetterSqlite.SqliteError)) throw error;
    }
  };
  return {
    /** Rows written for it. */
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
