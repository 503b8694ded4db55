import { z } from 'zod';
import { auditEntry } from './audit.ts';

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
/** Changes that an attempt lists by name; the rest is a number. */
export const CHANGES_LISTED = 20;

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

/** One change of content that an attempt brings along. */
export const contentChange = auditEntry.pick({
  actor: true,
  action: true,
  entity: true,
  summary: true,
  facts: true,
});
export type ContentChange = z.infer<typeof contentChange>;

/** What changed since the last good attempt, newest first. */
export const contentChanges = z.object({
  total: z.int(),
  newest: z.array(contentChange).max(CHANGES_LISTED),
});
export type ContentChanges = z.infer<typeof contentChanges>;

/** One finished attempt, newest first in lists. */
export const publishAttempt = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['live', 'gone', 'failed']),
  revision: z.int(),
  pagesRendered: z.int(),
  pagesTotal: z.int(),
  durationMs: z.int(),
  bytes: z.int().describe('Written by this publish'),
  error: z.string().nullable(),
  changes: contentChanges,
  log: z.array(z.string()).describe('Last lines of a failed attempt, without paths of the server'),
});
export type PublishAttempt = z.infer<typeof publishAttempt>;
