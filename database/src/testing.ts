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

let template: Promise<string> | undefined;

/** Migrating takes longer than most tests; a closed database is a file like any other. */
async function migrateTemplate(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'veldlicht.db');
  await migrateDatabase(file, { backupFolder: path.join(folder, 'backups'), now: 0 });
  return file;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-'));
  const file = path.join(folder, 'veldlicht.db');
  template ??= migrateTemplate();
  copyFileSync(await template, file);
  const db = openDatabase(file);
  const remove = () => {
    db.$client.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { db, folder, file, remove };
}
