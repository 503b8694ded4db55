/** Outcome of the last backups, in a file of the data folder that the API reads. */
import { existsSync, readFileSync } from 'node:fs';
import { type BackupProblem, backupProblems } from '@veldlicht/contract/backup';
import { z } from 'zod';
import { DatabaseError } from '../connection.ts';
import type { DataFolder } from '../data-folder.ts';
import { replaceFile } from '../durable-file.ts';
import { isDatabaseDamaged, isDiskFull, systemCode } from '../system-errors.ts';

const success = z.object({
  at: z.int(),
  name: z.string(),
  bytes: z.int().optional(),
  missing: z.int(),
  inBucket: z.int(),
});
const backupStatus = z.object({
  success: success.nullable(),
  failure: z.object({ at: z.int(), problem: z.enum(backupProblems) }).nullable(),
});
export type BackupStatus = z.infer<typeof backupStatus>;

/** The backup folder is missing or not accessible. */
const UNREACHABLE = /^(?:EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EIO|ESTALE|ENXIO)$/;

/** Empty when the file is missing or unreadable. */
export function readBackupStatus({ backupStatus: file }: DataFolder): BackupStatus {
  try {
    return backupStatus.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { success: null, failure: null };
  }
}

export function writeBackupStatus(folder: DataFolder, status: BackupStatus): Promise<void> {
  return replaceFile(folder.backupStatus, JSON.stringify(status), 0o600);
}

/** Classifies an error for the dashboard. */
export function problemOf(error: unknown, backupDir: string): BackupProblem {
  if (isDiskFull(error)) return 'disk_full';
  if (error instanceof DatabaseError || isDatabaseDamaged(error)) return 'damaged';
  if (!existsSync(backupDir) || UNREACHABLE.test(systemCode(error) ?? '')) return 'unreachable';
  return 'failed';
}
