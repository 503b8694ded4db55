/** What the dashboard hears about backups. */
import { z } from 'zod';

/** Why there is no backup of this night; the words for it are the admin's. */
export const backupProblems = ['disk_full', 'unreachable', 'damaged', 'failed'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/**
 * `none` not one yet, `ok` the last one is young and whole, `late` it is older than two days,
 * `incomplete` it lacks files, `failed` the last attempt did not succeed.
 */
export const backupStates = ['none', 'ok', 'late', 'incomplete', 'failed'] as const;

/** Answer of GET /api/admin/backup. */
export const backupState = z.object({
  state: z.enum(backupStates),
  lastAt: z.iso.datetime().nullable().describe('The newest backup; each was restored as a test'),
  missing: z.int().describe('Files that it lacks'),
  inBucket: z.int().describe('Originals that it leaves to the bucket'),
  failedAt: z.iso.datetime().nullable(),
  problem: z.enum(backupProblems).nullable(),
});
export type BackupState = z.infer<typeof backupState>;
