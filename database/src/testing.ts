/** A migrated database for tests: a real file in a folder of its own. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

export interface TestDatabase {
  db: Database;
  folder: string;
  file: string;
  remove: () => void;
}

/** Names the migrated file that the global setup made; workers are ended without a chance to tidy up. */
export const TEMPLATE_VARIABLE = 'VELDLICHT_TEST_TEMPLATE';

/** `fill` puts the data folder of an older version there, which is brought up to date. */
export async function createTestDatabase(fill?: (root: string) => void): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-'));
  const file = path.join(folder, 'veldlicht.db');
  fill?.(folder);
  const template = fill ? undefined : process.env[TEMPLATE_VARIABLE];
  // Migrating takes longer than most tests; a closed database is a file like any other.
  if (template) copyFileSync(template, file);
  else await migrateDatabase(file, { backupFolder: path.join(folder, 'backups'), now: 0 });
  const db = openDatabase(file);
  const remove = () => {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, folder, file, remove };
}
