/**
 * Makes a backup under a temporary name, restores it as a test, then renames it. A failure leaves nothing behind
 * (fault F14).
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { requireSound } from '../check-database.ts';
import { openConnection } from '../connection.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyDurably, syncPath } from '../durable-file.ts';
import { linkOrCopy, requireRoom } from '../link-or-copy.ts';
import { takeLock } from '../lock.ts';
import { mapLimited } from '../map-limited.ts';
import { countRows } from '../migrate.ts';
import { sha256OfFile } from '../sha256.ts';
import { ifMissing } from '../system-errors.ts';
import {
  BackupError,
  type BackupManifest,
  countFiles,
  DATABASE,
  FILES_AT_ONCE,
  isIntact,
  isStored,
  type ListedFile,
  namesIn,
  readManifest,
  sizeOf,
  stageBackup,
  storedAt,
  writeManifest,
} from './backup-folder.ts';
import {
  type FoundBackup,
  FUTURE_KEPT_MS,
  listBackups,
  momentsToKeep,
  stampOf,
} from './backup-moments.ts';
import { problemOf, readBackupStatus, writeBackupStatus } from './backup-status.ts';

interface BackupOptions {
  folder: DataFolder;
  /** Backup folder; created if missing. */
  backupDir: string;
  storage: 'disk' | 's3';
  /** Milliseconds since 1970. */
  now: number;
  /** Called with the number of originals and renditions handled. */
  onProgress?: (done: number, total: number) => void;
}

interface MadeBackup {
  name: string;
  /** Its folder. */
  place: string;
  manifest: BackupManifest;
  /** Names of older backups that were removed. */
  removed: string[];
}

type Wanted = Pick<ListedFile, 'path' | 'bytes'>;

/** Copies all pages in one step, so that other writers do not restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;
/** Every stored file is read again once in this many days, to detect bit rot. */
const ROUND_DAYS = 28;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Prefix of the name of an unfinished backup. */
const UNFINISHED = '.tmp-';

/** Originals and renditions in the database. */
function wantedFiles(client: BetterSqlite.Database): Wanted[] {
  const files =
    client.prepare(`SELECT 'originals/' || hash || '.' || extension AS path, bytes FROM files
    UNION ALL
    SELECT 'renditions/' || hash || '/' || (value ->> 'name'), value ->> 'bytes'
    FROM files, json_each(renditions) ORDER BY path`);
  return files.all() as Wanted[]; // its columns
}

/**
 * Copies the live database at one moment and checks the copy. It blocks the process while it copies: run it in a
 * process of its own.
 */
async function copyDatabase(from: string, to: string) {
  closeSync(openSync(to, 'wx', 0o600));
  const client = openConnection(from);
  try {
    // This connection makes the copy, so the copy has what this transaction sees.
    client.exec('BEGIN');
    const found = { tables: countRows(client), wanted: wantedFiles(client) };
    await client.backup(to, { progress: () => ALL_PAGES });
    requireSound(to, found.tables);
    await syncPath(to);
    return found;
  } finally {
    client.close();
  }
}

async function copySecrets(folder: DataFolder, place: string): Promise<string[]> {
  await mkdir(path.join(place, 'secrets'), { mode: 0o700 });
  const names = (await namesIn(folder.secrets)).filter((name) => !name.endsWith('.tmp'));
  for (const name of names)
    await copyDurably(path.join(folder.secrets, name), path.join(place, 'secrets', name));
  await syncPath(path.join(place, 'secrets'));
  return names.map((name) => `secrets/${name}`);
}

/** Stores a file by its hash, unless it is stored. */
async function store(file: string, sum: string, backupDir: string): Promise<void> {
  const place = storedAt(backupDir, sum);
  if (await isIntact(place, sum)) return;
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  // Two files may have the same bytes.
  const temporary = `${place}.${randomBytes(4).toString('hex')}.tmp`;
  await linkOrCopy(file, temporary, 0o600);
  // Renaming a hard link to another link of the same file would do nothing.
  await rm(place, { force: true });
  await rename(temporary, place);
}

/** Whether a stored file is due to be read again today. */
function isItsTurn(sha256: string, now: number): boolean {
  const turn = Number.parseInt(sha256.slice(0, 2), 16) % ROUND_DAYS;
  return turn === Math.floor(now / DAY_MS) % ROUND_DAYS;
}

/** Stores one file, unless it is unchanged since `last`, its entry in the last backup. */
async function collectFile(
  { path: name, bytes }: Wanted,
  last: ListedFile | undefined,
  { folder, backupDir, storage, now }: BackupOptions,
): Promise<ListedFile> {
  const file = path.join(folder.root, name);
  const stored = last && isStored(last) ? last : null;
  const facts = await stat(file).catch(ifMissing(null));
  const changedAt = Math.floor(facts?.mtimeMs ?? 0);
  const isSame = stored?.bytes === facts?.size && stored?.changedAt === changedAt;
  if (stored && isSame && !isItsTurn(stored.content, now))
    if ((await sizeOf(storedAt(backupDir, stored.content))) === stored.bytes) return stored;
  if (facts) {
    const content = await sha256OfFile(file);
    // Originals are named by their hash. Bit rot changes the bytes but not the time; a replaced file has a newer time.
    const isRight = name.startsWith('originals/')
      ? content.startsWith(path.parse(name).name)
      : !isSame || content === stored?.content;
    if (isRight) {
      await store(file, content, backupDir);
      return { path: name, bytes: facts.size, changedAt, content };
    }
  }
  // The stored bytes of the last backup may be intact.
  if (stored && (await isIntact(storedAt(backupDir, stored.content), stored.content)))
    return stored;
  const isInBucket = storage === 's3' && name.startsWith('originals/');
  return { path: name, bytes, changedAt: 0, content: isInBucket ? 'bucket' : 'missing' };
}

async function collectFiles(wanted: Wanted[], options: BackupOptions): Promise<ListedFile[]> {
  const { backupDir, onProgress, now } = options;
  const [newest] = listBackups(backupDir, now);
  // A damaged list is ignored: every file is then read.
  const before = newest && (await readManifest(newest.place).catch(() => null));
  const known = new Map(before?.files.map((file) => [file.path, file]));
  let done = 0;
  const files = await mapLimited(wanted, FILES_AT_ONCE, async (each) => {
    const listed = await collectFile(each, known.get(each.path), options);
    onProgress?.(++done, wanted.length);
    return listed;
  });
  // The stored files are durable before a list names them.
  const root = path.join(backupDir, 'files');
  for (const shelf of await namesIn(root)) await syncPath(path.join(root, shelf));
  if (files.some(isStored)) await syncPath(root);
  return files;
}

/** Restores a backup into a temporary folder. Stored files are not read again: they were when stored. */
async function rehearseRestore(place: string, backupDir: string): Promise<void> {
  const { files } = await stageBackup(place, path.join(backupDir, `${UNFINISHED}rehearsal`));
  for (const { path: name, content, bytes } of files.filter(isStored))
    if ((await sizeOf(storedAt(backupDir, content))) !== bytes)
      throw new BackupError(`${name} was not stored.`);
}

/** Whether a backup dated in the future was first found four weeks ago; the time of its folder records that. */
async function isLongKnown({ place }: FoundBackup, now: number): Promise<boolean> {
  const { mtimeMs } = await stat(place);
  if (mtimeMs > now) await utimes(place, now / 1000, now / 1000);
  return mtimeMs <= now - FUTURE_KEPT_MS;
}

/** Removes expired backups, and stored files that no backup lists. */
async function prune(backupDir: string, now: number): Promise<string[]> {
  const all = listBackups(backupDir, now);
  const moments = all.filter(({ isFuture }) => !isFuture).map(({ at }) => at);
  const keep = momentsToKeep(moments, now);
  const removed: string[] = [];
  for (const each of all) {
    if (each.isFuture ? !(await isLongKnown(each, now)) : keep.has(each.at)) continue;
    await rename(each.place, path.join(backupDir, UNFINISHED + each.name));
    removed.push(each.name);
  }
  if (removed.length === 0) return removed;
  // With an unreadable list all stored files are kept.
  const left = listBackups(backupDir, now).map(({ place }) => readManifest(place));
  const manifests = await Promise.all(left).catch(() => null);
  const named = new Set(manifests?.flatMap(({ files }) => files.map(({ content }) => content)));
  const root = path.join(backupDir, 'files');
  for (const shelf of manifests ? await namesIn(root) : [])
    for (const name of await namesIn(path.join(root, shelf)))
      if (!named.has(name)) await rm(path.join(root, shelf, name), { force: true });
  return removed;
}

async function removeUnfinished(backupDir: string): Promise<void> {
  for (const name of await namesIn(backupDir))
    if (name.startsWith(UNFINISHED))
      await rm(path.join(backupDir, name), { recursive: true, force: true });
}

async function make(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const bytes = await sizeOf(folder.database);
  if (bytes === null) throw new BackupError(`There is no database in ${folder.root}.`);
  const name = `veldlicht-${stampOf(now)}`;
  if ((await namesIn(backupDir)).includes(name))
    throw new BackupError(`There is a backup ${name} already.`);
  await removeUnfinished(backupDir);
  try {
    // Room for the copy and for that of the rehearsal.
    await requireRoom(backupDir, 2 * (bytes + ((await sizeOf(`${folder.database}-wal`)) ?? 0)));
    const unfinished = path.join(backupDir, UNFINISHED + name);
    await mkdir(unfinished, { mode: 0o700 });
    const { tables, wanted } = await copyDatabase(folder.database, path.join(unfinished, DATABASE));
    const secrets = await copySecrets(folder, unfinished);
    const files = await collectFiles(wanted, options);
    const manifest = { version: 1, createdAt: now, tables, files } as const;
    await writeManifest(unfinished, manifest, [DATABASE, ...secrets]);
    await syncPath(unfinished);
    await rehearseRestore(unfinished, backupDir);
    const place = path.join(backupDir, name);
    await rename(unfinished, place);
    await syncPath(backupDir);
    return { name, place, manifest, removed: await prune(backupDir, now) };
  } finally {
    await removeUnfinished(backupDir);
  }
}

/**
 * Makes a backup, removes expired ones, and stores the outcome. Throws `BackupError` when another backup is running,
 * `DatabaseError` when the database is damaged, else errors of the system (ENOSPC).
 */
export async function createBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  const lock = takeLock(folder.backupLock);
  // The other process stores its own outcome.
  if (!lock) throw new BackupError('Another backup is being made.');
  try {
    const made = await make(options);
    const { missing, inBucket, bytes: ofFiles } = countFiles(made.manifest);
    const bytes = ofFiles + ((await sizeOf(path.join(made.place, DATABASE))) ?? 0);
    const success = { at: now, name: made.name, bytes, missing, inBucket };
    await writeBackupStatus(folder, { success, failure: null });
    return made;
  } catch (error) {
    const { success } = readBackupStatus(folder);
    const failure = { at: now, problem: problemOf(error, backupDir) };
    // On a full disk this may fail too; the age of the last success then tells.
    await writeBackupStatus(folder, { success, failure }).catch(() => {});
    throw error;
  } finally {
    lock.release();
  }
}
