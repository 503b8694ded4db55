/** What a backup says about itself, and what the dashboard hears about backups. */
import { z } from 'zod';

/** Written into every backup as backup.json. */
export const backupManifest = z.strictObject({
  version: z.literal(1),
  createdAt: z.int().describe('Milliseconds since 1970'),
  tables: z.record(z.string(), z.int()).describe('Rows per table of the database'),
  /** Originals and renditions by where they are. */
  files: z.strictObject({
    stored: z.int(),
    bytes: z.int().describe('Of the stored ones'),
    inBucket: z.int().describe('Originals that only the bucket of STORAGE=s3 has'),
    missing: z.int().describe('Files that were named by the database and could not be read'),
  }),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** Why there is no backup of this night; the words for it are the admin's. */
export const backupProblems = ['disk_full', 'unreachable', 'damaged', 'failed'] as const;
export type BackupProblem = (typeof backupProblems)[number];

/** The small file that the last attempts leave behind. */
export const backupStatus = z.object({
  success: z
    .object({ at: z.int(), name: z.string(), missing: z.int(), inBucket: z.int() })
    .nullable(),
  failure: z.object({ at: z.int(), problem: z.enum(backupProblems) }).nullable(),
});
export type BackupStatus = z.infer<typeof backupStatus>;

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
