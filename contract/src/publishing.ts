import { z } from 'zod';

/**
 * What the header of the admin says about the public site (product decisions §5):
 * `live` nothing waits, `waiting` a change was made, `publishing` pages are being made,
 * `failed` the last attempt did not succeed and the site stays as it was.
 */
export const publishStates = ['live', 'waiting', 'publishing', 'failed'] as const;

/** A video that is being encoded. */
export const videoProgress = z.object({
  objectPath: z.string().describe('`imageUrl` of its items'),
  percent: z.int().min(0).max(100),
});
export type VideoProgress = z.infer<typeof videoProgress>;

export const publishState = z.object({
  state: z.enum(publishStates),
  releaseId: z.string().nullable().describe('What visitors see, by the id of its publish'),
  publishedAt: z.iso.datetime().nullable(),
  pagesDone: z.int().describe('Pages rendered in the running publish'),
  pagesTotal: z.int(),
  imagesLeft: z.int().describe('Uploaded files whose renditions are not complete'),
  videos: z.array(videoProgress).describe('How far videos are that are being encoded'),
  versions: z
    .array(z.string())
    .describe('`imageUrl` of videos that are public and wait for smaller versions'),
  error: z.string().nullable().describe('Why the last publish failed (contract/reason)'),
  nextTryAt: z.iso
    .datetime()
    .nullable()
    .describe('When a failed publish is tried again by itself; null: after the next change'),
  behindSince: z.iso
    .datetime()
    .nullable()
    .describe('With PUBLISH_MODE=ci: the oldest change that the site elsewhere does not show yet'),
  latestAttempt: z.string().nullable().describe('Id of the newest attempt in the list'),
});
export type PublishState = z.infer<typeof publishState>;

/** Attempts that are remembered; the last good one stays in any case. */
export const ATTEMPTS_LISTED = 200;
/** What visitors may see a change of; sign-ins, accounts and messages are no part of it. */
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
