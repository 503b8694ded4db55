/** A data folder with a library in it, for tests of backups. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DataFolder, dataFolder } from '../data-folder.ts';
import type { Database } from '../open.ts';
import { sessions, throttles, users } from '../schema.ts';
import { sha256 } from '../sha256.ts';
import { createTestDatabase } from '../testing.ts';
import { addFile, addItem as addItemRow } from './add-item.ts';

export interface BackupWorld {
  db: Database;
  folder: DataFolder;
  backupDir: string;
  /** Adds an item with its original and two renditions; returns the hash. */
  addItem: (name: string) => string;
  remove: () => void;
}

export async function createBackupWorld(): Promise<BackupWorld> {
  const { db, folder: root, remove } = await createTestDatabase();
  const folder = dataFolder(root);
  mkdirSync(folder.originals, { recursive: true });
  mkdirSync(folder.secrets, { recursive: true });
  writeFileSync(path.join(folder.secrets, 'upload-signing'), Buffer.alloc(32, 5), { mode: 0o600 });
  const user = { id: 'u1', username: 'iris', email: 'iris@example.nl', passwordHash: 'x' } as const;
  db.insert(users)
    .values({ ...user, role: 'admin', totpSecret: 'sealed', totpStep: 1, createdAt: 0 })
    .run();
  db.insert(sessions).values({ idHash: 's', userId: 'u1', createdAt: 0, lastSeenAt: 0 }).run();
  db.insert(throttles).values({ bucket: 'account:1', failures: 3, lastFailureAt: 0 }).run();

  function addItem(name: string): string {
    const bytes = Buffer.from(`original of ${name}`);
    const hash = sha256(bytes).slice(0, 32);
    writeFileSync(path.join(folder.originals, `${hash}.jpg`), bytes);
    mkdirSync(path.join(folder.renditions, hash), { recursive: true });
    const renditions = (['480.avif', '960.jpg'] as const).map((each) => {
      const text = `${each} of ${name}`;
      writeFileSync(path.join(folder.renditions, hash, each), text);
      const format = each.endsWith('avif') ? ('avif' as const) : ('jpg' as const);
      return { format, name: each, width: 48, height: 32, bytes: text.length };
    });
    addFile(db, hash, { bytes: bytes.length, renditions });
    addItemRow(db, name, hash);
    return hash;
  }
  return { db, folder, backupDir: folder.backups, addItem, remove };
}

/** Files below a folder, with their bytes; without paths that match `skip`. */
export function treeOf(root: string, skip: RegExp): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !skip.test(name))
    .sort();
  return Object.fromEntries(
    entries.map((name) => [name, readFileSync(path.join(root, name)).toString('base64')]),
  );
}

/** Files and folders below a folder that other users may access. */
export function openToOthers(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((place) => (statSync(place).mode & 0o077) !== 0);
}
