/** What a job that builds the site elsewhere and the API say to each other (product decisions §5). */
import { z } from 'zod';

/** Most lines, and characters, of the log of a job that are kept. */
export const BUILD_LOG_LINES = 50;
export const BUILD_LOG_CHARACTERS = 8192;

/** Revision of the content, and the beginning of a hash over what the public may know. */
export const snapshotId = z.string().regex(/^s\d{1,15}-[0-9a-f]{12}$/);

export const buildStates = ['running', 'live', 'failed'] as const;

/** POST /api/build/report */
export const buildReport = z.strictObject({
  snapshotId,
  state: z.enum(buildStates),
  log: z
    .string()
    .max(BUILD_LOG_CHARACTERS)
    .refine((text) => text.split('\n').length <= BUILD_LOG_LINES, {
      error: `at most ${BUILD_LOG_LINES} lines`,
    })
    .describe('The last lines of the job, for people; no secret'),
  pagesDone: z.int().min(0).max(10_000_000).optional(),
  pagesTotal: z.int().min(0).max(10_000_000).optional(),
  bytes: z.int().min(0).optional().describe('What was sent to the target'),
});
export type BuildReport = z.infer<typeof buildReport>;

/** `accepted` is false for a report about content that something newer has replaced. */
export const buildReportAnswer = z.object({ accepted: z.boolean() });

/** Of the answer to GET /api/build/snapshot, a public database: which one it is. */
export const SNAPSHOT_HEADER = 'Veldlicht-Snapshot';
