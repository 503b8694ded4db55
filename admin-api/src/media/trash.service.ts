/**
 * The trash: a deleted item stays in its table, where no view shows it, and comes back with its number, address,
 * moment and privacy.
 */

import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { TRASH_DAYS, type TrashedItem } from '@veldlicht/contract/trash';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import { files, media, mediaRows } from '@veldlicht/database/schema';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { factsOfMany, recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant } from '#http/instant.ts';
import type { Write } from '#http/write.ts';
import { type MediaRow, pictureOf } from './to-media-item.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

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

/** What waits in the trash, what was deleted last first. */
export function listTrash(store: Store): TrashedItem[] {
  return store
    .select({ row: mediaRows, file: files })
    .from(mediaRows)
    .innerJoin(files, eq(files.hash, mediaRows.fileHash))
    .where(isNotNull(mediaRows.deletedAt))
    .orderBy(desc(mediaRows.deletedAt), desc(mediaRows.id))
    .all()
    .map(({ row: { id, title, deletedAt, deletedBy }, file }) => ({
      id,
      title,
      ...pictureOf(file),
      deletedAt: toInstant(deletedAt ?? 0),
      deletedBy: deletedBy ?? '',
      goneAt: toInstant((deletedAt ?? 0) + TRASH_DAYS * DAY_MS),
    }));
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

const isTrashed = (ids: readonly string[]) =>
  and(among(mediaRows.id, ids), isNotNull(mediaRows.deletedAt));

/**
 * Restores what the trash has of these, in an open transaction; answers their titles. What was restored
 * already stays as it is. Throws `not_found` when neither the trash nor the library knows any of them.
 */
export function restoreFromTrash(store: Store, ids: readonly string[], write: Write): string[] {
  const rows = store.select().from(mediaRows).where(isTrashed(ids)).orderBy(mediaRows.seq).all();
  putBack(store, rows, write.now);
  const titles = rows.map(({ title }) => title);
  if (titles.length > 0) audit(store, write, 'undelete', ids, titles);
  else if (!store.select().from(media).where(among(media.id, ids)).get())
    throw new AppError('not_found');
  return titles;
}

/** Puts items back at their addresses, in their places of the library, by the rules of today. */
function putBack(store: Store, rows: readonly MediaRow[], now: number): void {
  const seqs = rows.map(({ seq }) => seq);
  const updatedAt = sql`max(${now}, ${mediaRows.updatedAt} + 1)`;
  for (const row of rows)
    store
      .update(mediaRows)
      .set({ deletedAt: null, deletedBy: null, locationPrivacy: privacyNow(row), updatedAt })
      .where(eq(mediaRows.seq, row.seq))
      .run();
  applyGuard(store, seqs);
  checkPublicTexts(store, among(media.seq, seqs));
}

/** Deletes one for ever, in an open transaction; its file goes with the orphans. Throws `not_found`. */
export function purge(store: Store, id: string, write: Write): void {
  const [gone] = store
    .delete(mediaRows)
    .where(isTrashed([id]))
    .returning()
    .all();
  if (!gone) throw new AppError('not_found');
  audit(store, write, 'purge', [id], [gone.title]);
}

function audit(
  store: Store,
  write: Write,
  action: 'undelete' | 'purge',
  ids: readonly string[],
  titles: string[],
): void {
  const [entityId = null] = ids.length === 1 ? ids : [];
  const about = entityId ? { entityId, summary: titles[0] ?? '' } : { facts: factsOfMany(titles) };
  recordAudit(store, write, { action, entity: 'media', ...about });
}
