/** Stories: field notes and series. */
import { z } from 'zod';
import { MAX_TITLE } from './limits.ts';
import {
  creationKey,
  endsAfterStart,
  instant,
  mediaStatus,
  plainDate,
  publicMediaItem,
  requiredText,
} from './media.ts';
import { reason } from './reason.ts';
import { storyBody, writtenBody } from './story-body.ts';

export const storyKinds = ['note', 'series'] as const;
export type StoryKind = (typeof storyKinds)[number];

/** Public date; the month alone of a story with guarded items, since its day is likely that of a photo. */
export const shownDate = (date: string, isGuarded: boolean) =>
  isGuarded ? date.slice(0, 7) : date;

/** A story as signed-in users see it. */
export const storyItem = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  date: z.string().describe('yyyy-mm-dd: what it is sorted by'),
  body: storyBody,
  cover: z.string().nullable().describe('Id of the item on top'),
  status: mediaStatus,
  publishFrom: z.iso.datetime().nullable(),
  publishUntil: z.iso.datetime().nullable(),
  withheld: z.boolean().describe('Kept off the site: its text holds a position'),
  positionAllowed: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe('Later with every change; in quotes it is the ETag'),
});
export type StoryItem = z.infer<typeof storyItem>;

const editable = {
  title: requiredText(MAX_TITLE),
  date: plainDate.pipe(z.string({ error: reason('required_fields') })),
  body: writtenBody,
  cover: z
    .string()
    .max(100)
    .nullable()
    .transform((id) => id || null),
  status: mediaStatus,
  publishFrom: instant,
  publishUntil: instant,
  positionAllowed: z.boolean(),
};

/** Payload of POST /api/admin/notes and /api/admin/series: title and date are required. */
export const storyInput = z
  .strictObject({
    ...editable,
    body: writtenBody.default([]),
    cover: editable.cover.default(null),
    status: editable.status.default('published'),
    publishFrom: editable.publishFrom.default(null),
    publishUntil: editable.publishUntil.default(null),
    positionAllowed: editable.positionAllowed.optional(),
    key: creationKey.optional(),
  })
  .refine(({ publishFrom, publishUntil }) => endsAfterStart(publishFrom, publishUntil), {
    path: ['publishUntil'],
    error: reason('end_before_start'),
  });
export type NewStory = z.output<typeof storyInput>;

/** Payload of PATCH to one of them: any part of it. */
export const storyPatch = z.strictObject(editable).partial();
export type StoryPatch = z.output<typeof storyPatch>;

/** A deleted story, as the trash lists it. */
export const trashedStory = storyItem.pick({ id: true, title: true, date: true }).extend({
  deletedAt: z.iso.datetime(),
  deletedBy: z.string(),
  goneAt: z.iso.datetime(),
});
export type TrashedStory = z.infer<typeof trashedStory>;

/** A story in the lists for everyone (GET /api/notes, /api/series). */
export const publicStoryLink = storyItem.pick({ id: true, slug: true, title: true }).extend({
  date: z.string().describe('yyyy-mm-dd; yyyy-mm of one that shows something guarded'),
  cover: publicMediaItem.nullable(),
});
