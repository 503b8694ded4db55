/** The trash: a deleted item stays in its table, hidden from every view, and keeps its number, slug, time and privacy. */
import type { TrashedItem } from '@veldlicht/contract/trash';
import { among } from '@veldlicht/database/among';
import type { Database, Store } from '@veldlicht/database/open';
import { files, mediaRows } from '@veldlicht/database/schema';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { factsOfMany, type NewEntry, recordAudit } from '#audit/audit.repository.ts';
import { bringBackMedia } from '#history/bring-back-media.ts';
import { AppError } from '#http/app-error.ts';
import { inPortions } from '#http/in-portions.ts';
import type { Write } from '#http/write.ts';
import { toDeletion, undeleted } from './move-to-trash.ts';
import { pictureOf } from './to-media-item.ts';

/** Trashed items, the last deleted first. */
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
      ...toDeletion({ deletedAt, deletedBy }),
    }));
}

const isTrashed = (ids: readonly string[]) =>
  and(among(mediaRows.id, ids), isNotNull(mediaRows.deletedAt));

/**
 * Restores items; returns their titles. Items that are not in the trash stay as they are. Throws `not_found` when no id
 * is known.
 */
export async function restoreFromTrash(
  db: Database,
  ids: readonly string[],
  write: Write,
): Promise<string[]> {
  const titles: string[] = [];
  const isKnown = db.select({ id: mediaRows.id }).from(mediaRows).where(among(mediaRows.id, ids));
  if (!isKnown.get()) throw new AppError('not_found');
  await inPortions(db, write, ids, (tx, portion) => {
    const rows = tx.select().from(mediaRows).where(isTrashed(portion)).orderBy(mediaRows.seq).all();
    const wanted = rows.map(({ id }) => ({ id, want: undeleted, now: undeleted }));
    const back = bringBackMedia(tx, wanted, write);
    titles.push(...rows.filter(({ id }) => back.includes(id)).map(({ title }) => title));
    return titles.length > 0 ? entryOf('undelete', ids, titles) : null;
  });
  return titles;
}

/** Deletes a trashed item for good, in an open transaction; its file goes with the orphans. Throws `not_found`. */
export function purge(store: Store, id: string, write: Write): void {
  const [gone] = store
    .delete(mediaRows)
    .where(isTrashed([id]))
    .returning()
    .all();
  if (!gone) throw new AppError('not_found');
  recordAudit(store, write, entryOf('purge', [id], [gone.title]));
}

function entryOf(
  action: 'undelete' | 'purge',
  ids: readonly string[],
  titles: readonly string[],
): NewEntry {
  const [entityId = null] = ids.length === 1 ? ids : [];
  const about = entityId ? { entityId, summary: titles[0] ?? '' } : { facts: factsOfMany(titles) };
  return { action, entity: 'media', ...about };
}
