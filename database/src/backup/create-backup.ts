/**
 * One backup: made beside the others under a name that nobody takes for one, restored as a test, and
 * only then given its own name. Whatever fails on the way leaves nothing behind (fault F14).
 */
import { closeSync, openSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openConnection } from '../connection.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyDurably, syncPath } from '../durable-file.ts';
import { takeLock } from '../lock.ts';
import { mapLimited } from '../map-limited.ts';
import { countRows } from '../migrate.ts';
import { sha256OfFile } from '../sha256.ts';
import { hashInName, readStoredName } from '../storage/stored-name.ts';
import { ifMissing } from '../system-errors.ts';
import {
  BackupError,
  FILES_AT_ONCE,
  type FilePool,
  filePool,
  namesIn,
  requireRoom,
  sizeOf,
} from './backup-files.ts';
import { backupName, FUTURE_KEPT_MS, isOfFuture, momentsToKeep } from './backup-schedule.ts';
import { problemOf, readBackupStatus, writeBackupStatus } from './backup-status.ts';
import { type FoundBackup, listBackups } from './list-backups.ts';
import {
  type BackupManifest,
  countFiles,
  IN_BUCKET,
  isStored,
  type ListedFile,
  MISSING,
  readManifest,
  requireSound,
  stageBackup,
  writeManifest,
} from './read-backup.ts';

export interface BackupOptions {
  folder: DataFolder;
  /** Where the backups stand; it is made when it is not there. */
  backupDir: string;
  storage: 'disk' | 's3';
  /** Milliseconds since 1970. */
  now: number;
  /** Hears how many of the originals and renditions have been seen to. */
  onProgress?: (done: number, total: number) => void;
}

export interface MadeBackup {
  name: string;
  /** Its folder. */
  place: string;
  manifest: BackupManifest;
  /** Names of older ones that went. */
  removed: string[];
}

/** All pages in one step: the copy then has one moment, however fast others write. */
const ALL_PAGES = 2 ** 31 - 1;
/** Every stored file is read again once in so many days, so that rot does not stay unseen. */
const ROUND_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Copies the live database as it is at one moment, checks the copy, and answers its rows per table. It
 * blocks this process for as long as the copying takes: run it in one of its own.
 */
async function copyDatabase(from: string, to: string): Promise<Record<string, number>> {
  closeSync(openSync(to, 'wx', 0o600));
  const client = openConnection(from);
  let tables: Record<string, number>;
  try {
    // The copy is made by this connection, and so from what this transaction sees.
    client.exec('BEGIN');
    tables = countRows(client);
    await client.backup(to, { progress: () => ALL_PAGES });
    client.exec('COMMIT');
  } finally {
    client.close();
  }
  requireSound(to, tables);
  await syncPath(to);
  return tables;
}

async function copySecrets(folder: DataFolder, place: string): Promise<string[]> {
  await mkdir(path.join(place, 'secrets'), { mode: 0o700 });
  const names = (await namesIn(folder.secrets)).filter((name) => !name.endsWith('.tmp'));
  for (const name of names)
    await copyDurably(path.join(folder.secrets, name), path.join(place, 'secrets', name));
  await syncPath(path.join(place, 'secrets'));
  return names.map((name) => `secrets/${name}`);
}

type Wanted = Pick<ListedFile, 'path' | 'bytes'>;

/** Originals and renditions that a copy of the database names. */
function wantedFiles(database: string): Wanted[] {
  const client = new BetterSqlite(database, { readonly: true });
  try {
    const rows = client
      .prepare('SELECT hash, extension, bytes, renditions FROM files ORDER BY hash')
      .all() as { hash: string; extension: string; bytes: number; renditions: string }[]; // its columns
    return rows.flatMap(({ hash, extension, bytes, renditions }) => [
      { path: `originals/${hash}.${extension}`, bytes },
      // Written by our own worker.
      ...(JSON.parse(renditions) as { name: string; bytes: number }[]).map((each) => ({
        path: `renditions/${hash}/${each.name}`,
        bytes: each.bytes,
      })),
    ]);
  } finally {
    client.close();
  }
}

/** Whether a stored file has its turn to be read again. */
function isItsTurn(sha256: string, now: number): boolean {
  const turn = Number.parseInt(sha256.slice(0, 2), 16) % ROUND_DAYS;
  return turn === Math.floor(now / DAY_MS) % ROUND_DAYS;
}

/** Takes in one file, unless it is stored and did not change since `before`, what the last backup listed. */
async function collectFile(
  { path: name, bytes }: Wanted,
  before: ListedFile | undefined,
  pool: FilePool,
  { folder, storage, now }: BackupOptions,
): Promise<ListedFile> {
  const file = path.join(folder.root, name);
  const facts = await stat(file).catch(ifMissing(null));
  const changedAt = Math.floor(facts?.mtimeMs ?? 0);
  const isSame = before?.bytes === facts?.size && before?.changedAt === changedAt;
  const stored = before && isStored(before) ? before : undefined;
  if (stored && isSame && (await pool.has(stored.content, stored.bytes)))
    if (!isItsTurn(stored.content, now) || (await pool.isIntact(stored.content))) return stored;
  if (facts) {
    const content = await sha256OfFile(file);
    const original = readStoredName(name);
    // Originals are called by their bytes. Rot changes bytes and not the time; what was put in place anew is newer.
    const isRight = original
      ? content.startsWith(hashInName(original) ?? '')
      : !isSame || !stored || stored.content === content;
    if (isRight) {
      if (!(await pool.isIntact(content))) await pool.add(file, content);
      return { path: name, bytes: facts.size, changedAt, content };
    }
  }
  // The bytes of the last backup may still be good.
  if (stored && (await pool.isIntact(stored.content))) return stored;
  const inBucket = storage === 's3' && name.startsWith('originals/');
  return { path: name, bytes, changedAt: 0, content: inBucket ? IN_BUCKET : MISSING };
}

async function collectFiles(wanted: Wanted[], options: BackupOptions): Promise<ListedFile[]> {
  const { backupDir, onProgress } = options;
  const pool = filePool(backupDir);
  const [newest] = listBackups(backupDir, options.now);
  // A damaged list is no help, and no hindrance.
  const before = newest && (await readManifest(newest.place).catch(() => null));
  const known = new Map(before?.files.map((file) => [file.path, file]));
  let done = 0;
  const files = await mapLimited(wanted, FILES_AT_ONCE, async (each) => {
    const listed = await collectFile(each, known.get(each.path), pool, options);
    onProgress?.(++done, wanted.length);
    return listed;
  });
  await pool.flush();
  return files;
}

/**
 * Restores a new backup into a folder of its own, and throws that away. Of the stored files it looks at
 * presence and size: their bytes were read when they came in and are read in turn.
 */
async function rehearseRestore(place: string, backupDir: string): Promise<void> {
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

/** When a backup of the future was first found to be one: the time of its folder says so from then on. */
async function firstFound({ place }: FoundBackup, now: number): Promise<number> {
  const { mtimeMs } = await stat(place);
  if (!isOfFuture(mtimeMs, now)) return mtimeMs;
  await utimes(place, now / 1000, now / 1000);
  return now;
}

/** Backups whose time is over. Those of the future push none out, and go after four weeks. */
async function findOld(backupDir: string, now: number): Promise<FoundBackup[]> {
  const all = listBackups(backupDir, now);
  const keep = momentsToKeep(
    all.filter(({ isFuture }) => !isFuture).map(({ at }) => at),
    now,
  );
  const old: FoundBackup[] = [];
  for (const each of all) {
    const isKept = each.isFuture
      ? (await firstFound(each, now)) > now - FUTURE_KEPT_MS
      : keep.has(each.at);
    if (!isKept) old.push(each);
  }
  return old;
}

/** Removes backups whose time is over, and stored files that no backup names any more. */
async function prune(backupDir: string, now: number): Promise<string[]> {
  const old = await findOld(backupDir, now);
  for (const { name, place } of old) {
    const doomed = path.join(backupDir, `.tmp-${name}`);
    await rename(place, doomed);
    await rm(doomed, { recursive: true, force: true });
  }
  if (old.length > 0) {
    const manifests = listBackups(backupDir, now).map(({ place }) => readManifest(place));
    // Nobody knows what an unreadable one needs: all bytes stay.
    const files = await Promise.all(manifests).then(
      (all) => all.flatMap((each) => each.files),
      () => null,
    );
    if (files) await filePool(backupDir).keepOnly(new Set(files.map(({ content }) => content)));
  }
  return old.map(({ name }) => name);
}

async function makeBackup(options: BackupOptions, temporary: string): Promise<BackupManifest> {
  const { folder, backupDir, now } = options;
  const database = path.join(temporary, 'veldlicht.db');
  const [bytes, wal] = [await sizeOf(folder.database), await sizeOf(`${folder.database}-wal`)];
  // The copy, and the one of the rehearsal.
  await requireRoom(backupDir, 2 * ((bytes ?? 0) + (wal ?? 0)));
  await mkdir(temporary, { mode: 0o700 });
  const tables = await copyDatabase(folder.database, database);
  const secrets = await copySecrets(folder, temporary);
  const files = await collectFiles(wantedFiles(database), options);
  const manifest = { version: 1, createdAt: now, tables, files } as const;
  await writeManifest(temporary, manifest, secrets);
  await syncPath(temporary);
  await rehearseRestore(temporary, backupDir);
  return manifest;
}

async function removeLeftovers(backupDir: string): Promise<void> {
  for (const name of await namesIn(backupDir))
    if (name.startsWith('.tmp-'))
      await rm(path.join(backupDir, name), { recursive: true, force: true });
}

async function createLocked(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  await removeLeftovers(backupDir);
  if ((await sizeOf(folder.database)) === null)
    throw new BackupError(`There is no database in ${folder.root}.`);
  const name = backupName(now);
  const place = path.join(backupDir, name);
  if (listBackups(backupDir, now).some((other) => other.name === name))
    throw new BackupError(`There is a backup ${name} already.`);
  const temporary = path.join(backupDir, `.tmp-${name}`);
  try {
    const manifest = await makeBackup(options, temporary);
    await rename(temporary, place);
    await syncPath(backupDir);
    return { name, place, manifest, removed: await prune(backupDir, now) };
  } finally {
    await removeLeftovers(backupDir);
  }
}

/**
 * Makes a backup, removes those whose time is over, and writes down how it went. Throws `BackupError` when
 * another is being made, `DatabaseError` when the database is damaged, and what the system says (ENOSPC)
 * otherwise.
 */
export async function createBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  const lock = takeLock(folder.backupLock);
  try {
    if (!lock) throw new BackupError('Another backup is being made.');
    const made = await createLocked(options);
    const { missing, inBucket, bytes: ofFiles } = countFiles(made.manifest);
    const bytes = ofFiles + ((await sizeOf(path.join(made.place, 'veldlicht.db'))) ?? 0);
    const success = { at: now, name: made.name, bytes, missing, inBucket };
    await writeBackupStatus(folder, { success, failure: null });
    return made;
  } catch (error) {
    // Whoever makes the other one says how that went.
    if (!lock) throw error;
    const { success } = readBackupStatus(folder);
    const failure = { at: now, problem: problemOf(error, backupDir) };
    // With no room even for this, the age of the last success tells.
    await writeBackupStatus(folder, { success, failure }).catch(() => {});
    throw error;
  } finally {
    lock?.release();
  }
}
