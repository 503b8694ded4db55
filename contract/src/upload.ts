import { z } from 'zod';
import { fileFacts } from './file-facts.ts';
import { MAX_FILE_NAME } from './limits.ts';

/** Accepted formats, by content, not by name or declared type. */
export const acceptedImages = ['jpg', 'png', 'webp', 'avif', 'heic', 'gif', 'tif'] as const;
export const acceptedVideos = ['mp4', 'mov', 'webm', 'mts'] as const;
export type AcceptedFormat = (typeof acceptedImages)[number] | (typeof acceptedVideos)[number];

/** Answer of POST /api/objects/upload (spec §7). */
export const uploadTicket = z.object({
  uploadURL: z.string().describe('Signed address for one PUT of the raw file'),
  objectPath: z.string().describe('Path of the upload until it is finalised'),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

/** Payload of PUT /api/media-objects (spec §7). */
export const finaliseInput = z.strictObject({
  mediaURL: z.string().min(1).max(2048),
  name: z.string().max(MAX_FILE_NAME).optional().describe('Name of the file'),
});
export type FinaliseInput = z.output<typeof finaliseInput>;

/** Answer of an `inspect` job: the stored path, and facts of the file. */
export const finaliseAnswer = z.object({
  objectPath: z.string(),
  type: z.enum(['photo', 'video']),
  width: z.int(),
  height: z.int(),
  facts: fileFacts,
});

/** Answer of an `inspect` job that refuses a file; the job's error is the text for people. */
export const inspectRefusal = z.object({
  code: z.enum([
    'unsupported_type',
    'unreadable_file',
    'file_too_large',
    'upload_missing',
    'storage_failed',
    'disk_full',
    'data_read_only',
  ]),
});
export type InspectRefusal = z.infer<typeof inspectRefusal>;

export type FinaliseAnswer = z.infer<typeof finaliseAnswer>;
