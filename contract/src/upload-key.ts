/** Keys with which programs add photos, and nothing else (next.md §4). */
import { z } from 'zod';
import { MAX_NAME } from './limits.ts';
import { toOneLine, VISIBLE } from './name.ts';
import { reason, upTo } from './reason.ts';

/** One key as its owner sees it in the list. */
export const uploadKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().describe('Its first characters, to know it by'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type UploadKey = z.infer<typeof uploadKey>;

/** Payload of POST /api/admin/keys. */
export const uploadKeyInput = z.strictObject({
  name: z
    .string({ error: reason('name_required') })
    .overwrite(toOneLine)
    .regex(VISIBLE, reason('name_required'))
    .max(...upTo(MAX_NAME)),
});

/** Its answer: the only time that the key itself is told. */
export const newUploadKey = uploadKey.extend({ key: z.string() });

/** Answer of PUT /api/v1/photos/:remoteId. */
export const sentPhoto = z.object({
  id: z.string().describe('Of the media item, or of its draft'),
  title: z.string(),
  status: z.enum(['draft', 'published']),
});
export type SentPhoto = z.infer<typeof sentPhoto>;

/** Longest id that a program may know a photo by. */
export const MAX_REMOTE_ID = 200;

/** A file of the watched folder that could not be added, or not be taken away; or the folder itself. */
export const failedFile = z.object({
  name: z.string(),
  reason: z.string().describe('Why (contract/reason)'),
});
export type FailedFile = z.infer<typeof failedFile>;
