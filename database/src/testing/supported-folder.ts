/** A data folder as the oldest supported version left it; README.md beside it says how it was made. */
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type DataFolder, dataFolder } from '../data-folder.ts';

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

/** What its owner knows by heart, and what her program sends. */
export const supportedAccounts = JSON.parse(
  readFileSync(path.join(place, 'accounts.json'), 'utf8'),
) as Accounts; // a file of our own

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
