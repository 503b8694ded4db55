/** Messages between the API and a CI job that builds the site. */
import { z } from 'zod';

/** Limits of a job's log. */
export const BUILD_LOG_LINES = 50;
export const BUILD_LOG_CHARACTERS = 8192;

/** Revision of the content, then the start of a hash over the public content. */
export const snapshotId = z.string().regex(/^s\d{1,15}-[0-9a-f]{12}$/);

const buildStates = ['running', 'live', 'failed'] as const;

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
  bytes: z.int().min(0).optional().describe('Bytes sent to the target'),
});
export type BuildReport = z.infer<typeof buildReport>;

/** `accepted` is false for a report about superseded content. */
export const buildReportAnswer = z.object({ accepted: z.boolean() });

/** Header of GET /api/build/snapshot: id of the public database in the body. */
export const SNAPSHOT_HEADER = 'Veldlicht-Snapshot';
