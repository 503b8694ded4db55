/** Upload keys, and the requests and responses of programs that use them (decision 029). */
import { z } from 'zod';
import { MAX_BULK_IDS, MAX_NAME, MAX_TITLE } from './limits.ts';
import { mediaStatus, requiredText } from './media.ts';
import { toOneLine, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';

/** A key in its owner's list. */
export const uploadKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().describe('Its first characters, to know it by'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  mayDelete: z.boolean().describe('Whether it may trash what its program added'),
});
export type UploadKey = z.infer<typeof uploadKey>;

/** Payload of POST /api/admin/keys. */
export const uploadKeyInput = z.strictObject({
  name: z
    .string({ error: reason('name_required') })
    .overwrite(toOneLine)
    .regex(VISIBLE, reason('name_required'))
    .max(...upTo(MAX_NAME)),
  mayDelete: z.boolean().default(false),
});
export type UploadKeyInput = z.output<typeof uploadKeyInput>;

/** Its answer, the only one with the key itself. */
export const newUploadKey = uploadKey.extend({ key: z.string() });

/** Longest id that a program may give a photo or a collection, in characters. */
export const MAX_REMOTE_ID = 200;
const remoteId = z
  .string()
  .max(...upTo(MAX_REMOTE_ID))
  .regex(/^\P{Cc}*$/u, reason('not_valid'))
  .overwrite((id) => id.normalize('NFC'));
/** An id in a path, which is never empty. */
export const remoteIdInput = remoteId.min(1, reason('not_valid'));

/** Answer of GET /api/v1/me. */
export const keyHolder = z.object({
  program: z.literal('veldlicht').describe('Identifies the server as Veldlicht'),
  version: z.int().describe('Of this API; later versions break no earlier program'),
  name: z.string().describe('Username of the owner of the key'),
  key: z.string().describe('Name of the key'),
  mayDelete: uploadKey.shape.mayDelete,
  takesPhotos: z.boolean().describe('False where originals are in a bucket'),
  categories: z.array(z.string()).describe('Names of the categories that a photo may get'),
  limits: z.object({
    fileBytes: z.int(),
    photosAtOnce: z.int(),
    seriesPhotos: z.int().describe('Most photos that a series shows'),
    remoteId: z.int().describe('Longest id, in characters'),
  }),
});
export type KeyHolder = z.infer<typeof keyHolder>;

/** Query of PUT /api/v1/photos/:remoteId. */
export const sentPhotoQuery = z.strictObject({
  name: z.string().default('').describe('File name'),
  collection: remoteId
    .optional()
    .describe('Collection that holds it; empty: the library of the program'),
  category: z.string().max(MAX_NAME).default('').describe('Used where no keyword names a category'),
  status: mediaStatus.default('draft').describe('Status of a new item'),
});
/** Query of DELETE /api/v1/photos/:remoteId. */
export const droppedPhotoQuery = z.strictObject({
  collection: remoteId.optional().describe('Collection that drops it; without one: all of them'),
});

/** Answer of PUT /api/v1/photos/:remoteId. */
export const sentPhoto = z.object({
  id: z.string().describe('Of the media item, or of its draft'),
  title: z.string(),
  status: mediaStatus,
  url: z
    .string()
    .nullable()
    .describe('Its public address, once it is published; null for a draft of Bulk Upload'),
});
export type SentPhoto = z.infer<typeof sentPhoto>;

/** Payload of PUT /api/v1/series/:remoteId. */
export const sentSeriesInput = z.strictObject({
  title: requiredText(MAX_TITLE),
  status: mediaStatus.default('draft').describe('Status of a new series'),
});
export type SentSeriesInput = z.output<typeof sentSeriesInput>;

/** Payload of PUT /api/v1/series/:remoteId/order. */
export const seriesOrder = z.strictObject({
  photos: z
    .array(remoteIdInput)
    .max(MAX_BULK_IDS, reason('select_fewer', { n: MAX_BULK_IDS }))
    .describe('Ids that the program gave the photos, in order'),
});

/** Answer of both: the series as it is now. */
export const sentSeries = z.object({
  id: z.string(),
  title: z.string(),
  status: mediaStatus,
  url: z.string(),
  arranged: z
    .enum(['program', 'hand'])
    .describe('hand: arranged in the panel, so new photos are appended'),
  waiting: z.int().describe('Photos of the collection that are drafts without a category'),
  left: z.int().describe('Photos that did not fit'),
});
export type SentSeries = z.infer<typeof sentSeries>;

/** A file of the watched folder that could not be added or removed; or the folder itself. */
export const failedFile = z.object({
  name: z.string(),
  reason: z.string().describe('Why (contract/reason)'),
});
export type FailedFile = z.infer<typeof failedFile>;
