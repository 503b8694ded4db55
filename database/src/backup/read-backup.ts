/** A backup as a restore finds it: nothing of it is believed before it was held against its sums. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BackupManifest, backupManifest } from '@veldlicht/contract/backup';
import { BackupError } from './backup-error.ts';
import { copyHashed } from './backup-files.ts';
import { requireSound } from './copy-database.ts';
import { isStored, type ListedFile, readFileList } from './file-list.ts';
import { filePool } from './file-pool.ts';
import { verifySums } from './sums-file.ts';

const DATABASE = 'veldlicht.db';
const NEEDED = ['backup.json', 'files.list', DATABASE];

export interface StagedBackup {
  manifest: BackupManifest;
  /** The database and the folder of secrets, ready to be moved. */
  database: string;
  secrets: string;
  files: ListedFile[];
}

async function readManifest(place: string): Promise<BackupManifest> {
  const text = await readFile(path.join(place, 'backup.json'), 'utf8');
  const parsed = backupManifest.safeParse(JSON.parse(text));
  if (!parsed.success)
    throw new BackupError('It was made by a newer version of Veldlicht. Restore it with that one.');
  return parsed.data;
}

/** Every entry; throws when it does not fit what the backup says of itself. */
async function readFiles(place: string, manifest: BackupManifest): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for await (const entry of readFileList(path.join(place, 'files.list'))) files.push(entry);
  if (files.filter(isStored).length !== manifest.files.stored)
    throw new BackupError('files.list does not have the files it should have.');
  return files;
}

/**
 * Copies database and secrets of a backup to a folder, which is made, and proves them: sums, integrity,
 * references, rows, tables. Throws `BackupError` or `DatabaseError` saying what is wrong.
 */
export async function stageBackup(place: string, staging: string): Promise<StagedBackup> {
  const names = await verifySums(place, NEEDED);
  const manifest = await readManifest(place);
  const files = await readFiles(place, manifest);
  const secrets = path.join(staging, 'secrets');
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  for (const name of names)
    if (name.startsWith('secrets/'))
      await copyHashed(path.join(place, name), path.join(staging, name));
  const database = path.join(staging, DATABASE);
  await copyHashed(path.join(place, DATABASE), database);
  requireSound(database, manifest.tables);
  return { manifest, database, secrets, files };
}

/**
 * Restores a new backup into a folder of its own, and throws that away. Of the stored files it looks at
 * presence and size: their bytes were read when they came in and are read in turn (collect-files.ts).
 */
export async function rehearseRestore(place: string, backupDir: string): Promise<void> {
  const staging = path.join(backupDir, '.tmp-rehearsal');
  try {
    const { files } = await stageBackup(place, staging);
    const pool = filePool(backupDir);
    for (const file of files)
      if (isStored(file) && !(await pool.has(file.content, file.bytes)))
        throw new BackupError(`${file.path} was not stored.`);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
