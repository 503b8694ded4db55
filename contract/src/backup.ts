/** Backups as the dashboard shows them. */
import { z } from 'zod';

/** Why the last backup failed; the panel translates it. */
export const backupProblems = ['disk_full', 'unreachable', 'damaged', 'failed'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/**
 * `none`: no backup yet. `ok`: the last one is recent and complete. `late`: it is older than three days.
 * `incomplete`: it lacks files. `failed`: the last attempt failed.
 */
const backupStates = ['none', 'ok', 'late', 'incomplete', 'failed'] as const;

/** Answer of GET /api/admin/backup. */
export const backupState = z.object({
  state: z.enum(backupStates),
  lastAt: z.iso
    .datetime()
    .nullable()
    .describe('Time of the newest backup; each is restored as a test'),
  bytes: z.int().nullable().describe('Size of the newest; null when unknown'),
  missing: z.int().describe('Number of files it lacks'),
  inBucket: z.int().describe('Number of originals left in the bucket'),
  failedAt: z.iso.datetime().nullable(),
  problem: z.enum(backupProblems).nullable(),
  percent: z.int().nullable().describe('Progress of a requested backup; null: none is running'),
  place: z.string().describe('Path of the newest backup, else of the backup folder'),
});
export type BackupState = z.infer<typeof backupState>;

/** Progress that a running `backup` job stores. */
export const backupProgress = z.object({ percent: z.int() });

/** The newest backup as one file: POST requests it, GET sends it. */
export const BACKUP_DOWNLOAD_PATH = '/api/admin/backup/download';
