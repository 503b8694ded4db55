import { z } from 'zod';

/**
 * What the header of the admin says about the public site (product decisions §5):
 * `live` nothing waits, `waiting` a change was made, `publishing` pages are being made,
 * `failed` the last attempt did not succeed and the last good release stays up.
 */
export const publishStates = ['live', 'waiting', 'publishing', 'failed'] as const;

/** A film that is being encoded. */
export const filmProgress = z.object({
  objectPath: z.string().describe('`imageUrl` of its items'),
  percent: z.int().min(0).max(100),
});
export type FilmProgress = z.infer<typeof filmProgress>;

export const publishState = z.object({
  state: z.enum(publishStates),
  releaseId: z.string().nullable().describe('The release that visitors see'),
  publishedAt: z.iso.datetime().nullable(),
  pagesDone: z.int().describe('Pages rendered in the running publish'),
  pagesTotal: z.int(),
  imagesLeft: z.int().describe('Uploaded files whose renditions are not complete'),
  films: z.array(filmProgress).describe('How far films are that are being encoded'),
  error: z.string().nullable().describe('Why the last publish failed, for people'),
});
export type PublishState = z.infer<typeof publishState>;

/** One finished attempt, newest first in lists. */
export const releaseRecord = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['live', 'kept', 'gone', 'failed']),
  revision: z.int(),
  pagesRendered: z.int(),
  pagesTotal: z.int(),
  durationMs: z.int(),
  bytes: z.int().describe('Written by this publish'),
  error: z.string().nullable(),
});
export type ReleaseRecord = z.infer<typeof releaseRecord>;
