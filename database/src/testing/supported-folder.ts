/** A data folder of the oldest supported version (README.md in the fixture). */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import { type DataFolder, dataFolder } from '../data-folder.ts';
import { sha256 } from '../sha256.ts';

const place = path.join(import.meta.dirname, '../../fixtures/6d0fbf59');

/** The last change in it, in milliseconds since 1970. */
export const RECORDED = 1_795_701_287_000;

interface Accounts {
  username: string;
  password: string;
  totpSecret: string;
  backupCode: string;
  uploadKey: string;
}

/** Credentials of its owner. */
export const supportedAccounts = JSON.parse(
  readFileSync(path.join(place, 'accounts.json'), 'utf8'),
) as Accounts; // a file of our own

/** Writes the backup that the same version made of it into a backup folder; returns its path. */
export function addSupportedBackup(backupDir: string): string {
  const backup = path.join(backupDir, 'veldlicht-20261126T135447Z');
  cpSync(path.join(place, 'folder/secrets'), path.join(backup, 'secrets'), { recursive: true });
  for (const name of ['SHA256SUMS', 'backup.json'])
    cpSync(path.join(place, 'backup', name), path.join(backup, name));
  const packed = readFileSync(path.join(place, 'backup/veldlicht.db.gz'));
  writeFileSync(path.join(backup, 'veldlicht.db'), gunzipSync(packed));
  // Its stored files have the bytes of those in the folder.
  const entries = ['originals', 'renditions'].flatMap((area) =>
    readdirSync(path.join(place, 'folder', area), { recursive: true, withFileTypes: true }),
  );
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = readFileSync(path.join(entry.parentPath, entry.name));
    const sum = sha256(bytes);
    mkdirSync(path.join(backupDir, 'files', sum.slice(0, 2)), { recursive: true });
    writeFileSync(path.join(backupDir, 'files', sum.slice(0, 2), sum), bytes);
  }
  return backup;
}

/** Fills an empty folder with it. */
export function fillSupportedFolder(root: string): DataFolder {
  cpSync(path.join(place, 'folder'), root, { recursive: true });
  const folder = dataFolder(root);
  const client = new BetterSqlite(folder.database);
  client.exec(readFileSync(path.join(place, 'veldlicht.sql'), 'utf8'));
  client.pragma('journal_mode = WAL');
  client.close();
  return folder;
}
