import { z } from 'zod';

/**
 * State of publishing in the header of the panel. `live`: nothing waits. `waiting`: there are
 * changes. `publishing`: pages are being rendered. `failed`: the last attempt failed and the site is unchanged.
 */
const publishStates = ['live', 'waiting', 'publishing', 'failed'] as const;

/** Progress of an encoding. */
const videoProgress = z.object({
  objectPath: z.string().describe('`imageUrl` of its items'),
  percent: z.int().min(0).max(100),
});
export type VideoProgress = z.infer<typeof videoProgress>;

export const publishState = z.object({
  state: z.enum(publishStates),
  releaseId: z.string().nullable().describe('Id of the publish that is live'),
  publishedAt: z.iso.datetime().nullable(),
  pagesDone: z.int().describe('Pages rendered in the running publish'),
  pagesTotal: z.int(),
  imagesLeft: z.int().describe('Uploaded files whose renditions are not complete'),
  videos: z.array(videoProgress).describe('Videos being encoded'),
  versions: z
    .array(z.string())
    .describe('`imageUrl` of public videos that wait for smaller versions'),
  error: z.string().nullable().describe('Why the last publish failed (contract/reason)'),
  nextTryAt: z.iso
    .datetime()
    .nullable()
    .describe('When a failed publish is retried; null: after the next change'),
  behindSince: z.iso
    .datetime()
    .nullable()
    .describe('With PUBLISH_MODE=ci: time of the oldest change that is not live'),
  latestAttempt: z.string().nullable().describe('Id of the newest attempt in the list'),
});
export type PublishState = z.infer<typeof publishState>;

/** Attempts that are kept, besides the last successful one. */
export const ATTEMPTS_LISTED = 200;
/** Entities whose changes visitors may see. */
export const contentEntities = [
  'media',
  'category',
  'tag',
  'settings',
  'species',
  'guard',
  'note',
  'series',
] as const;
