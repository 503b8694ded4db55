/**
 * Restores a backup into the data folder. Everything is checked and staged first; present files are moved aside, not
 * removed; a mark says until the last step that the folder is incomplete (fault F14).
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import BetterSqlite from 'better-sqlite3';
import type { DataFolder } from '../data-folder.ts';
import { exists, makeFolder, syncPath, writeDurably } from '../durable-file.ts';
import { linkOrCopy } from '../link-or-copy.ts';
import { isServable, shownContent } from '../live-site.ts';
import { takeLock } from '../lock.ts';
import { mapLimited } from '../map-limited.ts';
import { migrateDatabase } from '../migrate.ts';
import {
  BackupError,
  type BackupManifest,
  DATABASE,
  FILES_AT_ONCE,
  isIntact,
  isStored,
  type ListedFile,
  stageBackup,
  storedAt,
} from './backup-folder.ts';
import { stampOf } from './backup-moments.ts';
import { attachPresent, keepRevocations, type Revocations } from './revocations.ts';

interface RestoreOptions {
  folder: DataFolder;
  /** Folder of the backup; the stored files stand beside it. */
  place: string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface Restored {
  manifest: BackupManifest;
  /** Folder of the replaced files; null when there were none. */
  asideIn: string | null;
  revocations: Revocations;
}

/** Files and folders that a restore replaces. */
const PARTS = [
  ...['', '-wal', '-shm', '-journal'].map((end) => DATABASE + end),
  'secrets',
  'originals',
  'renditions',
];

/**
 * Ends sessions, upload addresses, links to set a password, queued mail and throttling of the time of the backup: they
 * may have been closed, used or sent since.
 */
const END_OPEN = `DELETE FROM sessions; DELETE FROM throttles; DELETE FROM outbox; DELETE FROM access_links;
  DELETE FROM uploads WHERE state <> 'finalised'`;
const USE_UP_CODES = `UPDATE users SET totp_step = max(coalesce(totp_step, 0), cast(@now / 30000 AS INTEGER))
  WHERE totp_secret IS NOT NULL`;
/** Continues above every published revision, so that a revision never has two contents. */
const GO_ON = `UPDATE content_state SET revision = max(revision, @shown) + 1, first_change_at = @now,
  last_change_at = @now, running = 0, error = NULL, retry_at = @now, epoch = lower(hex(randomblob(16)))`;
/** In an empty folder nothing is live. */
const NOT_LIVE = 'UPDATE content_state SET release_id = NULL, published_at = NULL';
const NOTE = `INSERT INTO audit_log (at, actor, action, entity, summary)
  VALUES (@now, '${TERMINAL_ACTOR}', 'restore-backup', 'backup', @name)`;

/** Adapts the database in `staging` to this data folder. Returns what was revoked since the backup. */
async function adoptDatabase(
  staging: string,
  { folder, place, now }: RestoreOptions,
): Promise<Revocations> {
  const client = new BetterSqlite(path.join(staging, DATABASE), { fileMustExist: true });
  const apply = client.transaction(() => {
    client.exec(END_OPEN);
    client.prepare(USE_UP_CODES).run({ now });
    client.prepare(GO_ON).run({ shown: shownContent(folder)?.revision ?? 0, now });
    if (!isServable(folder)) client.exec(NOT_LIVE);
    const revocations = keepRevocations(client, now);
    client.prepare(NOTE).run({ now, name: path.basename(place) });
    return revocations;
  });
  try {
    await attachPresent(client, folder.database, path.join(staging, 'present.db'));
    return apply();
  } finally {
    client.close();
  }
}

/**
 * Stages one file: the present one if it is intact, else the stored one. Every byte is read; a damaged file ends the
 * restore, which has changed nothing yet.
 */
async function stageFile(
  file: ListedFile,
  { folder: { root }, place }: RestoreOptions,
  staging: string,
): Promise<void> {
  const { path: name, content } = file;
  const present = path.join(root, name);
  const stored = storedAt(path.dirname(place), content);
  const isKept = await (isStored(file) ? isIntact(present, content) : exists(present));
  if (!isKept && !isStored(file)) return;
  if (!isKept && !(await isIntact(stored, content)))
    throw new BackupError(`${name} is damaged or missing among the stored files.`);
  const laidReady = path.join(staging, name);
  await mkdir(path.dirname(laidReady), { recursive: true });
  // Renditions are read by the web server.
  const mode = name.startsWith('originals/') ? 0o600 : 0o644;
  await linkOrCopy(isKept ? present : stored, laidReady, mode);
}

/** Stages all files of a backup, durably. */
async function stage(options: RestoreOptions, staging: string) {
  const { place, now } = options;
  const manifest = await stageBackup(place, staging);
  await mkdir(path.join(staging, 'originals'), { mode: 0o700 });
  await mkdir(path.join(staging, 'renditions'));
  await mapLimited(manifest.files, FILES_AT_ONCE, (file) => stageFile(file, options, staging));
  const folders = new Set(manifest.files.map((file) => path.dirname(file.path)));
  await mapLimited(
    [...folders, 'secrets', 'originals', 'renditions', ''].map((name) => path.join(staging, name)),
    FILES_AT_ONCE,
    async (each) => existsSync(each) && syncPath(each),
  );
  // A database of an older version is migrated before anything is replaced.
  const older = path.join(staging, 'older');
  await migrateDatabase(path.join(staging, DATABASE), { backupFolder: older, now });
  return { manifest, revocations: await adoptDatabase(staging, options) };
}

/** Moves the staged files in place; the mark exists until all of them are durable. */
async function putInPlace({ folder, now }: RestoreOptions, staging: string) {
  const { root, restoreMark } = folder;
  const aside = path.join(folder.beforeRestore, stampOf(now));
  const present = PARTS.filter((name) => existsSync(path.join(root, name)));
  if (present.length > 0) await makeFolder(aside, 0o700);
  await writeDurably(restoreMark, 'npm run restore\n');
  await syncPath(root);
  for (const name of PARTS) {
    if (present.includes(name)) await rename(path.join(root, name), path.join(aside, name));
    const ready = path.join(staging, name);
    if (existsSync(ready)) await rename(ready, path.join(root, name));
  }
  if (present.length > 0) await syncPath(aside);
  await syncPath(root);
  await rm(restoreMark);
  await syncPath(root);
  return present.length > 0 ? aside : null;
}

/**
 * Restores a backup. Throws `BackupError` while the product runs, or when the backup is damaged or of a newer version;
 * nothing has changed then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder } = options;
  const staging = path.join(folder.root, '.restore');
  const locks = [folder.instanceLock, folder.publishLock].map(takeLock);
  try {
    if (locks.includes(null))
      throw new BackupError('Veldlicht is running on this data folder. Stop it first.');
    await rm(staging, { recursive: true, force: true });
    try {
      const found = await stage(options, staging);
      return { ...found, asideIn: await putInPlace(options, staging) };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } finally {
    for (const lock of locks) lock?.release();
  }
}
