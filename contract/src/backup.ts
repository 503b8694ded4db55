/** What the dashboard hears about backups, and what is done with them there. */
import { z } from 'zod';

/** Why there is no backup of this night; the words for it are the admin's. */
export const backupProblems = ['disk_full', 'unreachable', 'damaged', 'failed'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/**
 * `none` not one yet, `ok` the last one is young and whole, `late` it is older than three days,
 * `incomplete` it lacks files, `failed` the last attempt did not succeed.
 */
export const backupStates = ['none', 'ok', 'late', 'incomplete', 'failed'] as const;

/** Answer of GET /api/admin/backup. */
export const backupState = z.object({
  state: z.enum(backupStates),
  lastAt: z.iso.datetime().nullable().describe('The newest backup; each was restored as a test'),
  bytes: z.int().nullable().describe('Of the newest; null where that was not noted'),
  missing: z.int().describe('Files that it lacks'),
  inBucket: z.int().describe('Originals that it leaves to the bucket'),
  failedAt: z.iso.datetime().nullable(),
  problem: z.enum(backupProblems).nullable(),
  percent: z.int().nullable().describe('How far the one is that somebody asked for; null: none'),
  place: z
    .string()
    .describe('Folder of the newest, or where they will stand; for who runs the server'),
});
export type BackupState = z.infer<typeof backupState>;

/** What a `backup` job notes while it runs. */
export const backupProgress = z.object({ percent: z.int() });

/** Of the newest backup as one file; POST asks for it, GET sends it. */
export const BACKUP_DOWNLOAD_PATH = '/api/admin/backup/download';
