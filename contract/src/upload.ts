import { z } from 'zod';
import { fileFacts } from './file-facts.ts';
import { hasStill, type Rendition } from './renditions.ts';

/** Pictures and videos we accept, by what the bytes are; names and claims do not count (product decisions §8). */
export const acceptedImages = ['jpg', 'png', 'webp', 'avif', 'heic', 'gif', 'tif'] as const;
export const acceptedVideos = ['mp4', 'mov', 'webm'] as const;
export type AcceptedFormat = (typeof acceptedImages)[number] | (typeof acceptedVideos)[number];

export const ACCEPTED_TEXT = 'JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, MP4, MOV or WebM';

/** Answer of POST /api/objects/upload (spec §7). */
export const uploadTicket = z.object({
  uploadURL: z.string().describe('Signed address for one PUT of the raw file'),
  objectPath: z.string().describe('Where the upload waits until it is finalised'),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

/** Payload of PUT /api/media-objects (spec §7). */
export const finaliseInput = z.strictObject({
  mediaURL: z.string().min(1).max(2048),
  poster: z
    .string()
    .max(2048)
    .nullable()
    .optional()
    .describe(
      'Still for a video whose answer had `wantsPoster`: path of an uploaded photo; null: none',
    ),
});

/** Answer of PUT /api/media-objects: the stored path, and what the server knows of the file. */
export const finaliseAnswer = z.object({
  objectPath: z.string(),
  type: z.enum(['photo', 'video']),
  width: z.int(),
  height: z.int(),
  wantsPoster: z
    .literal(true)
    .optional()
    .describe(
      'The server has no ffmpeg: say which photo is the still of this video (decision 019)',
    ),
  facts: fileFacts,
});

interface StoredVideo {
  type: 'photo' | 'video';
  processing: 'working' | 'ready' | 'failed';
  posterHash: string | null;
  renditions: readonly Rendition[];
}

/** Whether the still of a video is not decided yet; part of a `FinaliseAnswer`. */
export function posterWish(file: StoredVideo): Pick<FinaliseAnswer, 'wantsPoster'> {
  const isSettled = file.type !== 'video' || file.processing !== 'working' || file.posterHash;
  return isSettled || hasStill(file.renditions) ? {} : { wantsPoster: true };
}

/** What an `inspect` job answers when it refuses a file; the job's error is the text for people. */
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
