/** Into the trash, and what holds on the way back. */
import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import { media, mediaRows } from '@veldlicht/database/schema';
import { asc } from 'drizzle-orm';
import type { Write } from '#http/write.ts';
import type { MediaRow } from './to-media-item.ts';

/** Moves the items there are into the trash, in an open transaction; answers their titles. */
export function moveToTrash(store: Store, ids: readonly string[], write: Write): string[] {
  const rows = store.select().from(media).where(among(media.id, ids)).orderBy(asc(media.seq)).all();
  const seqs = rows.map(({ seq }) => seq);
  store
    .update(mediaRows)
    // A call that is made again may make another item.
    .set({ deletedAt: write.now, deletedBy: write.actor.username, creationKey: null })
    .where(among(mediaRows.seq, seqs))
    .run();
  applyGuard(store, [], { because: rows.map(({ id }) => id) });
  return rows.map(({ title }) => title);
}

/** As exact as before, unless a newer rule is stricter and nobody chose "exact" by hand (decision 041). */
export function privacyNow({
  location,
  locationPrivacy,
  exactChosen,
}: Pick<MediaRow, 'location' | 'locationPrivacy' | 'exactChosen'>): LocationPrivacy {
  if (exactChosen) return locationPrivacy;
  return stricterPrivacy(locationPrivacy, defaultLocationPrivacy(location));
}
