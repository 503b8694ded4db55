/**
 * A backup back into the data folder. All is proven and laid ready first; what stands there is moved
 * aside, not removed; and a mark says until the last step that the folder is not whole (fault F14).
 */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { TERMINAL_ACTOR } from '@veldlicht/contract/audit';
import BetterSqlite from 'better-sqlite3';
import type { DataFolder } from '../data-folder.ts';
import { syncPath, writeDurably } from '../durable-file.ts';
import { isServable, shownContent } from '../live-site.ts';
import { takeLock } from '../lock.ts';
import { mapLimited } from '../map-limited.ts';
import { migrateDatabase } from '../migrate.ts';
import { sha256OfFile } from '../sha256.ts';
import {
  BackupError,
  FILES_AT_ONCE,
  filePool,
  linkOrCopy,
  move,
  namesIn,
  sizeOf,
} from './backup-files.ts';
import { backupName } from './backup-schedule.ts';
import { type BackupManifest, isStored, type ListedFile, stageBackup } from './read-backup.ts';
import { keepRevocations, type Revocations } from './revocations.ts';

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
  revocations: Revocations;
}

/** Codes of an authenticator that were used since the backup must not count again. */
const STEP_MS = 30_000;

/**
 * Ends what was open at the moment of the backup: sessions that may have been closed since, upload
 * addresses, links that set a password, mail that has left since, and waits after wrong passwords. Revisions go on above all that
 * the site was ever made of: the same number must never stand for two contents. Answers what was revoked since.
 */
function adoptDatabase(file: string, { folder, place, now }: RestoreOptions): Revocations {
  const client = new BetterSqlite(file, { fileMustExist: true });
  const apply = client.transaction(() => {
    client.exec(
      "DELETE FROM sessions; DELETE FROM throttles; DELETE FROM outbox; DELETE FROM access_links; DELETE FROM uploads WHERE state <> 'finalised';",
    );
    client
      .prepare(
        'UPDATE users SET totp_step = max(coalesce(totp_step, 0), ?) WHERE totp_secret IS NOT NULL',
      )
      .run(Math.floor(now / STEP_MS));
    client
      .prepare(
        `UPDATE content_state SET revision = max(revision, @newest) + 1, first_change_at = @now,
         last_change_at = @now, running = 0, error = NULL, retry_at = @now,
         epoch = lower(hex(randomblob(16)))`,
      )
      .run({ newest: shownContent(folder)?.revision ?? 0, now });
    // Into an empty folder: nothing is live, whatever the database remembers.
    if (!isServable(folder))
      client.exec('UPDATE content_state SET release_id = NULL, published_at = NULL');
    const revocations = keepRevocations(client, folder.database, now);
    client
      .prepare(
        `INSERT INTO audit_log (at, actor, action, entity, summary)
         VALUES (?, '${TERMINAL_ACTOR}', 'restore-backup', 'backup', ?)`,
      )
      .run(now, path.basename(place));
    return revocations;
  });
  try {
    return apply();
  } finally {
    client.close();
  }
}

/**
 * Lays ready what the data folder lacks or has with other bytes; answers the names. Every byte is read:
 * a damaged one ends it here, with the data folder as it was.
 */
async function stageFiles(
  files: ListedFile[],
  { folder: { root }, place }: RestoreOptions,
  staging: string,
): Promise<string[]> {
  const pool = filePool(path.dirname(place));
  const staged = await mapLimited(
    files.filter(isStored),
    FILES_AT_ONCE,
    async ({ path: name, content, bytes }) => {
      const present = path.join(root, name);
      if ((await sizeOf(present)) === bytes && (await sha256OfFile(present)) === content) return [];
      if (!(await pool.isIntact(content)))
        throw new BackupError(`${name} is damaged or missing among the stored files.`);
      const laidReady = path.join(staging, name);
      await mkdir(path.dirname(laidReady), { recursive: true, mode: 0o755 });
      // Renditions are served by another program, which must be able to read them.
      await linkOrCopy(
        pool.pathOf(content),
        laidReady,
        name.startsWith('originals/') ? 0o600 : 0o644,
      );
      return [name];
    },
  );
  return staged.flat();
}

const DATABASE = 'veldlicht.db';

/** From the first move on the mark stands there; it goes when all is in place and on disk. */
async function putInPlace(
  { folder, now }: RestoreOptions,
  staging: string,
  files: ListedFile[],
  staged: string[],
): Promise<string | null> {
  const { root, restoreMark } = folder;
  const aside = path.join(folder.backups, backupName(now).replace('veldlicht-', 'before-restore-'));
  await writeDurably(restoreMark, `npm run restore\n`);
  await syncPath(root);
  // Originals that the backup does not know stay with the database that knows them.
  const known = new Set(files.map(({ path: name }) => name));
  const originals = (await namesIn(folder.originals)).map((base) => `originals/${base}`);
  const strangers = originals.filter((name) => !known.has(name));
  const own = [DATABASE, ...['-wal', '-shm', '-journal'].map((end) => DATABASE + end), 'secrets'];
  for (const name of [...own, ...strangers, ...staged])
    if (existsSync(path.join(root, name)))
      await move(path.join(root, name), path.join(aside, name));
  const touched = new Set([root]);
  for (const name of [...staged, 'secrets', DATABASE]) {
    const to = path.join(root, name);
    await mkdir(path.dirname(to), { recursive: true });
    await rename(path.join(staging, name), to);
    touched.add(path.dirname(to));
  }
  for (const place of touched) await syncPath(place);
  await rm(restoreMark);
  await syncPath(root);
  return existsSync(aside) ? aside : null;
}

async function restoreLocked(options: RestoreOptions): Promise<Restored> {
  const { folder, place, now } = options;
  const staging = path.join(folder.root, '.restore');
  await rm(staging, { recursive: true, force: true });
  try {
    const manifest = await stageBackup(place, staging);
    const { files } = manifest;
    const staged = await stageFiles(files, options, staging);
    const database = path.join(staging, DATABASE);
    // What an older version made becomes this one's before anybody relies on it.
    await migrateDatabase(database, { backupFolder: path.join(staging, 'older'), now });
    const revocations = adoptDatabase(database, options);
    await mkdir(folder.originals, { recursive: true, mode: 0o700 });
    const asideIn = await putInPlace(options, staging, files, staged);
    return { manifest, asideIn, revocations };
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
