/** The trash, for items and stories. */

import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import { media, mediaRows } from '@veldlicht/database/schema';
import { asc } from 'drizzle-orm';
import { toInstant } from '#http/instant.ts';
import type { Write } from '#http/write.ts';
import type { MediaRow } from './to-media-item.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Columns of a row that is not in the trash. */
export const undeleted = { deletedAt: null, deletedBy: null };

/** When and by whom a trashed row was deleted, and when it is purged. */
export function toDeletion({ deletedAt, deletedBy }: Pick<MediaRow, 'deletedAt' | 'deletedBy'>) {
  return {
    deletedAt: toInstant(deletedAt ?? 0),
    deletedBy: deletedBy ?? '',
    goneAt: toInstant((deletedAt ?? 0) + TRASH_DAYS * DAY_MS),
  };
}

/** Moves items to the trash, in an open transaction; returns their titles. */
export function moveToTrash(store: Store, ids: readonly string[], write: Write): string[] {
  const rows = store.select().from(media).where(among(media.id, ids)).orderBy(asc(media.seq)).all();
  const seqs = rows.map(({ seq }) => seq);
  store
    .update(mediaRows)
    // Without the key a repeated call creates a new item.
    .set({ deletedAt: write.now, deletedBy: write.actor.username, creationKey: null })
    .where(among(mediaRows.seq, seqs))
    .run();
  applyGuard(store, [], { because: rows.map(({ id }) => id) });
  return rows.map(({ title }) => title);
}

/** The privacy of a restored item: as before, or stricter by the rules of today unless "exact" was chosen by hand. */
export function privacyNow({
  location,
  locationPrivacy,
  exactChosen,
}: Pick<MediaRow, 'location' | 'locationPrivacy' | 'exactChosen'>): LocationPrivacy {
  if (exactChosen) return locationPrivacy;
  return stricterPrivacy(locationPrivacy, defaultLocationPrivacy(location));
}
