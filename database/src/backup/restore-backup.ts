/**
 * A backup back into the data folder. All is proven and laid ready first; what stands there is moved
 * aside, not removed; and a mark says until the last step that the folder is not whole (fault F14).
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { BackupManifest } from '@veldlicht/contract/backup';
import type { DataFolder } from '../data-folder.ts';
import { takeLock } from '../lock.ts';
import { migrateDatabase } from '../migrate.ts';
import { sha256OfFile } from '../storage/sha256-of-file.ts';
import { syncPath } from '../storage/sync-path.ts';
import { adoptDatabase } from './adopt-database.ts';
import { BackupError } from './backup-error.ts';
import { linkOrCopy, move, namesIn, sizeOf, writeDurably } from './backup-files.ts';
import { backupName } from './backup-moments.ts';
import { eachLimited } from './each-limited.ts';
import { isStored, type ListedFile } from './file-list.ts';
import { type FilePool, filePool } from './file-pool.ts';
import { stageBackup } from './read-backup.ts';

export interface RestoreOptions {
  folder: DataFolder;
  /** Folder of the backup; the stored files stand beside it. */
  place: string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface Restored {
  manifest: BackupManifest;
  /** Where what stood there before is now; null when there was nothing. */
  asideIn: string | null;
}

/** Renditions are served by another program, which must be able to read them. */
const MODE = { originals: 0o600, renditions: 0o644 };

/** Files that are read at a time. */
const AT_ONCE = 8;

function areaOf({ path: name }: ListedFile): keyof typeof MODE {
  return name.startsWith('originals/') ? 'originals' : 'renditions';
}

/**
 * Lays ready what the data folder lacks or has with other bytes; answers the names. Every byte is read:
 * a damaged one ends it here, with the data folder as it was.
 */
async function stageFiles(
  files: ListedFile[],
  { root }: DataFolder,
  pool: FilePool,
  staging: string,
): Promise<string[]> {
  const stored = files.filter(isStored);
  const folders = new Set(stored.map(({ path: name }) => path.dirname(path.join(staging, name))));
  for (const place of folders) await mkdir(place, { recursive: true, mode: 0o755 });
  const staged = await eachLimited(AT_ONCE, stored, async (file) => {
    const { path: name, content, bytes } = file;
    const present = path.join(root, name);
    if ((await sizeOf(present)) === bytes && (await sha256OfFile(present)) === content) return [];
    if (!(await pool.isIntact(content)))
      throw new BackupError(`${name} is damaged or missing among the stored files.`);
    await linkOrCopy(pool.pathOf(content), path.join(staging, name), MODE[areaOf(file)]);
    return [name];
  });
  return staged.flat();
}

/** Moves a file or folder of the data folder aside, if it is there. */
async function setAside(root: string, aside: string, name: string): Promise<void> {
  const from = path.join(root, name);
  if (existsSync(from)) await move(from, path.join(aside, name));
}

/** Originals that the backup does not know stay with the database that knows them. */
async function setStrangersAside(folder: DataFolder, aside: string, files: ListedFile[]) {
  const known = new Set(files.map(({ path: name }) => name));
  for (const base of await namesIn(folder.originals))
    if (!known.has(`originals/${base}`)) await setAside(folder.root, aside, `originals/${base}`);
}

const DATABASE_FILES = [
  'veldlicht.db',
  'veldlicht.db-wal',
  'veldlicht.db-shm',
  'veldlicht.db-journal',
];

/** From the first move on the mark stands there; it goes when all is in place and on disk. */
async function putInPlace(
  folder: DataFolder,
  staging: string,
  aside: string,
  staged: { names: string[]; files: ListedFile[] },
): Promise<void> {
  const { root, restoreMark } = folder;
  await writeDurably(restoreMark, `npm run restore\n`);
  await syncPath(root);
  for (const name of [...DATABASE_FILES, 'secrets']) await setAside(root, aside, name);
  await setStrangersAside(folder, aside, staged.files);
  const touched = new Set<string>([root]);
  for (const name of staged.names) {
    await setAside(root, aside, name);
    const place = path.join(root, name);
    if (!touched.has(path.dirname(place))) await mkdir(path.dirname(place), { recursive: true });
    await rename(path.join(staging, name), place);
    touched.add(path.dirname(place));
  }
  await rename(path.join(staging, 'secrets'), folder.secrets);
  await rename(path.join(staging, 'veldlicht.db'), folder.database);
  for (const place of touched) await syncPath(place);
  await rm(restoreMark);
  await syncPath(root);
}

async function restoreLocked({ folder, place, now }: RestoreOptions): Promise<Restored> {
  const staging = path.join(folder.root, '.restore');
  await rm(staging, { recursive: true, force: true });
  try {
    const { manifest, database, files } = await stageBackup(place, staging);
    const names = await stageFiles(files, folder, filePool(path.dirname(place)), staging);
    // What an older version made becomes this one's before anybody relies on it.
    await migrateDatabase(database, { backupFolder: path.join(staging, 'older'), now });
    adoptDatabase(database, folder, now);
    const stamp = backupName(now).replace('veldlicht-', 'before-restore-');
    const aside = path.join(folder.backups, stamp);
    await mkdir(folder.originals, { recursive: true, mode: 0o700 });
    await putInPlace(folder, staging, aside, { names, files });
    return { manifest, asideIn: existsSync(aside) ? aside : null };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Puts a backup back. Throws `BackupError` while the product runs, or when the backup is damaged or of a
 * newer version; nothing has changed then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder } = options;
  const locks = [folder.instanceLock, folder.publishLock].map(takeLock);
  try {
    if (locks.includes(null))
      throw new BackupError('Veldlicht is running on this data folder. Stop it first.');
    return await restoreLocked(options);
  } finally {
    for (const lock of locks) lock?.release();
  }
}
