/** Where deleted media items wait, and for how long (next.md §4). */
import { z } from 'zod';
import { mediaBulkDelete, mediaItem } from './media.ts';

export const TRASH_DAYS = 30;

/** A deleted item, as the trash lists it. */
export const trashedItem = mediaItem
  .pick({ id: true, title: true, type: true, sources: true, imageUrl: true, poster: true })
  .extend({
    deletedAt: z.iso.datetime(),
    deletedBy: z.string().describe('Username at that moment'),
    goneAt: z.iso.datetime().describe('From when on it can no longer come back'),
  });
export type TrashedItem = z.infer<typeof trashedItem>;

/** Payload of POST /api/admin/media/trash/restore. */
export const trashRestore = mediaBulkDelete;

/** Its answer: how many came back; those that were back already are not among them. */
export const trashRestored = z.object({ restored: z.int() });
export type TrashRestored = z.infer<typeof trashRestored>;
