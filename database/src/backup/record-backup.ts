import { problemOf, readBackupStatus, writeBackupStatus } from './backup-status.ts';
import type { BackupOptions, MadeBackup } from './create-backup.ts';
import { createBackup } from './create-backup.ts';

/** Makes a backup and writes down how it went. Throws as `createBackup` does. */
export async function recordBackup(options: BackupOptions): Promise<MadeBackup> {
  const { folder, backupDir, now } = options;
  try {
    const made = await createBackup(options);
    const { missing, inBucket } = made.manifest.files;
    const success = { at: now, name: made.name, missing, inBucket };
    await writeBackupStatus(folder, { success, failure: null });
    return made;
  } catch (error) {
    const { success } = readBackupStatus(folder);
    const failure = { at: now, problem: problemOf(error, backupDir) };
    // With no room even for this, the age of the last success tells.
    await writeBackupStatus(folder, { success, failure }).catch(() => {});
    throw error;
  }
}
