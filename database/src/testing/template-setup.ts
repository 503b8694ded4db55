/** Global setup of the test runs: one migrated database, which every test copies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { migrateDatabase } from '../migrate.ts';
import { TEMPLATE_VARIABLE } from '../testing.ts';

/** Migrates once for all workers; returns the teardown. */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veldlicht-template-'));
  const file = path.join(folder, 'veldlicht.db');
  await migrateDatabase(file, { backupFolder: path.join(folder, 'backups'), now: 0 });
  process.env[TEMPLATE_VARIABLE] = file;
  return () => rmSync(folder, { recursive: true, force: true });
}
