/** Trash of media items. */
import { z } from 'zod';
import { mediaBulkDelete, mediaItem } from './media.ts';

export const TRASH_DAYS = 30;

/** A deleted item in the trash. */
export const trashedItem = mediaItem
  .pick({ id: true, title: true, type: true, sources: true, imageUrl: true, poster: true })
  .extend({
    deletedAt: z.iso.datetime(),
    deletedBy: z.string().describe('Username at that moment'),
    goneAt: z.iso.datetime().describe('When it is purged'),
  });
export type TrashedItem = z.infer<typeof trashedItem>;

/** Payload of POST /api/admin/media/trash/restore. */
export const trashRestore = mediaBulkDelete;

/** Its answer: how many were restored now. */
export const trashRestored = z.object({ restored: z.int() });
export type TrashRestored = z.infer<typeof trashRestored>;
