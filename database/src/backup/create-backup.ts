/**
 * One backup: made beside the others under a name that nobody takes for one, restored as a test, and
 * only then given its own name. Whatever fails on the way leaves nothing behind (fault F14).
 */
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupManifest } from '@veldlicht/contract/backup';
import type { DataFolder } from '../data-folder.ts';
import { takeLock } from '../lock.ts';
import { syncPath } from '../storage/sync-path.ts';
import { BackupError } from './backup-error.ts';
import { copyHashed, namesIn, requireRoom, sizeOf, writeDurably } from './backup-files.ts';
import { backupName, momentsToKeep } from './backup-moments.ts';
import { collectFiles, wantedFiles } from './collect-files.ts';
import { copyDatabase } from './copy-database.ts';
import {
  IN_BUCKET,
  isStored,
  type ListedFile,
  MISSING,
  readFileList,
  writeFileList,
} from './file-list.ts';
import { type FilePool, filePool } from './file-pool.ts';
import { listBackups } from './list-backups.ts';
import { rehearseRestore } from './read-backup.ts';
import { writeSums } from './sums-file.ts';

export interface BackupOptions {
  folder: DataFolder;
  /** Where the backups stand; it is made when it is not there. */
  backupDir: string;
  storage: 'disk' | 's3';
  /** Milliseconds since 1970. */
  now: number;
}

export interface MadeBackup {
  name: string;
  /** Its folder. */
  place: string;
  manifest: BackupManifest;
  /** Names of older ones that went. */
  removed: string[];
}

async function copySecrets(folder: DataFolder, place: string): Promise<string[]> {
  await mkdir(path.join(place, 'secrets'), { mode: 0o700 });
  const names: string[] = [];
  for (const name of await namesIn(folder.secrets)) {
    if (name.endsWith('.tmp')) continue;
    await copyHashed(path.join(folder.secrets, name), path.join(place, 'secrets', name));
    names.push(`secrets/${name}`);
  }
  return names;
}

/** What the newest backup listed: files that did not change since need not be read again. */
async function readKnown(newest: string | undefined): Promise<Map<string, ListedFile>> {
  const known = new Map<string, ListedFile>();
  if (newest === undefined) return known;
  try {
    for await (const entry of readFileList(path.join(newest, 'files.list')))
      known.set(entry.path, entry);
  } catch {
    // A damaged list is no help, and no hindrance.
    known.clear();
  }
  return known;
}

function manifestOf(
  list: ListedFile[],
  tables: Record<string, number>,
  now: number,
): BackupManifest {
  const stored = list.filter(isStored);
  const count = (content: string) => list.filter((entry) => entry.content === content).length;
  return {
    version: 1,
    createdAt: now,
    tables,
    files: {
      stored: stored.length,
      bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      inBucket: count(IN_BUCKET),
      missing: count(MISSING),
    },
  };
}

/** Removes backups whose time is over, and stored files that no backup names any more. */
async function prune(backupDir: string, pool: FilePool, now: number): Promise<string[]> {
  const all = listBackups(backupDir);
  const keep = momentsToKeep(
    all.map(({ at }) => at),
    now,
  );
  const old = all.filter(({ at }) => !keep.has(at));
  if (old.length === 0) return [];
  for (const { name, place } of old) {
    const doomed = path.join(backupDir, `.tmp-${name}`);
    await rename(place, doomed);
    await rm(doomed, { recursive: true, force: true });
  }
  const named = new Set<string>();
  try {
    for (const { place } of listBackups(backupDir))
      for await (const entry of readFileList(path.join(place, 'files.list')))
        named.add(entry.content);
  } catch {
    // Nobody knows what the unreadable one needs: all bytes stay.
    return old.map(({ name }) => name);
  }
  await pool.keepOnly(named);
  return old.map(({ name }) => name);
}

async function makeBackup(options: BackupOptions, temporary: string): Promise<BackupManifest> {
  const { folder, backupDir, storage, now } = options;
  const database = path.join(temporary, 'veldlicht.db');
  const bytes = (await sizeOf(folder.database)) ?? 0;
  // The copy, and the one of the rehearsal.
  await requireRoom(backupDir, 2 * (bytes + ((await sizeOf(`${folder.database}-wal`)) ?? 0)));
  await mkdir(temporary, { mode: 0o700 });
  const tables = await copyDatabase(folder.database, database);
  const secrets = await copySecrets(folder, temporary);
  const known = await readKnown(listBackups(backupDir)[0]?.place);
  const pool = filePool(backupDir);
  const list = await collectFiles(wantedFiles(database), { folder, pool, known, storage, now });
  await writeFileList(path.join(temporary, 'files.list'), list);
  const manifest = manifestOf(list, tables, now);
  await writeDurably(path.join(temporary, 'backup.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeSums(temporary, ['backup.json', 'files.list', 'veldlicht.db', ...secrets]);
  await syncPath(path.join(temporary, 'secrets'));
  await syncPath(temporary);
  await rehearseRestore(temporary, backupDir);
  return manifest;
}

async function removeLeftovers(backupDir: string): Promise<void> {
  for (const name of await namesIn(backupDir))
    if (name.startsWith('.tmp-'))
      await rm(path.join(backupDir, name), { recursive: true, force: true });
}

/**
 * Makes a backup and removes those whose time is over. Throws `BackupError` when another is being made,
 * `DatabaseError` when the database is damaged, and what the system says (ENOSPC) otherwise.
 */
export async function createBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  const lock = takeLock(folder.backupLock);
  if (!lock) throw new BackupError('Another backup is being made.');
  try {
    await mkdir(backupDir, { recursive: true, mode: 0o700 });
    await removeLeftovers(backupDir);
    if ((await sizeOf(folder.database)) === null)
      throw new BackupError(`There is no database in ${folder.root}.`);
    const name = backupName(now);
    const place = path.join(backupDir, name);
    if (listBackups(backupDir).some((other) => other.name === name))
      throw new BackupError(`There is a backup ${name} already.`);
    const temporary = path.join(backupDir, `.tmp-${name}`);
    const manifest = await makeBackup(options, temporary).catch(async (error: unknown) => {
      await removeLeftovers(backupDir);
      throw error;
    });
    await rename(temporary, place);
    await syncPath(backupDir);
    const removed = await prune(backupDir, filePool(backupDir), now);
    return { name, place, manifest, removed };
  } finally {
    lock.release();
  }
}
