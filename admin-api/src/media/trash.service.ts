/**
 * The trash: a deleted item leaves the table of items, and so everything that reads it; its row waits in a table
 * of its own, from which it comes back at the same address.
 */

import { type LocationPrivacy, stricterPrivacy } from '@veldlicht/contract/location';
import { defaultLocationPrivacy } from '@veldlicht/contract/position-shapes';
import { TRASH_DAYS, type TrashedItem } from '@veldlicht/contract/trash';
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { Store } from '@veldlicht/database/open';
import { checkPublicTexts } from '@veldlicht/database/public-texts';
import {
  categories,
  files,
  media,
  mediaSpecies,
  mediaTags,
  trash,
} from '@veldlicht/database/schema';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import { factsOfMany, recordAudit } from '#audit/audit.repository.ts';
import { AppError } from '#http/app-error.ts';
import { toInstant } from '#http/instant.ts';
import type { Write } from '#http/write.ts';
import { knownNames, speciesRows } from '#species/species.repository.ts';
import { setTags } from './media.repository.ts';
import { type MediaRow, pictureOf } from './to-media-item.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves the items there are into the trash, in an open transaction; answers their titles. */
export function moveToTrash(store: Store, ids: readonly string[], write: Write): string[] {
  const rows = store.select().from(media).where(among(media.id, ids)).orderBy(asc(media.seq)).all();
  const tags = Map.groupBy(
    store
      .select({ mediaSeq: mediaTags.mediaSeq, tagId: mediaTags.tagId })
      .from(mediaTags)
      .innerJoin(media, eq(media.seq, mediaTags.mediaSeq))
      .where(among(media.id, ids))
      .all(),
    ({ mediaSeq }) => mediaSeq,
  );
  const shown = speciesRows(
    store,
    rows.map(({ seq }) => seq),
  );
  for (const row of rows) {
    const species = (shown.get(row.seq) ?? []).map(({ mediaSeq: _, ...one }) => one);
    const tagIds = (tags.get(row.seq) ?? []).map(({ tagId }) => tagId);
    const { id, slug, categoryId, fileHash } = row;
    const deleted = { deletedAt: write.now, deletedBy: write.actor.username };
    store
      .insert(trash)
      .values({ id, slug, categoryId, fileHash, row, tagIds, species, ...deleted })
      .run();
  }
  store.delete(media).where(among(media.id, ids)).run();
  applyGuard(store, [], { because: rows.map(({ id }) => id) });
  return rows.map(({ title }) => title);
}

/** What waits in the trash, what was deleted last first. */
export function listTrash(store: Store): TrashedItem[] {
  return store
    .select({ trashed: trash, file: files })
    .from(trash)
    .innerJoin(files, eq(files.hash, trash.fileHash))
    .orderBy(desc(trash.deletedAt), desc(trash.id))
    .all()
    .map(({ trashed: { id, row, deletedAt, deletedBy }, file }) => ({
      id,
      title: row.title,
      ...pictureOf(file),
      deletedAt: toInstant(deletedAt),
      deletedBy,
      goneAt: toInstant(deletedAt + TRASH_DAYS * DAY_MS),
    }));
}

/** As exact as before, unless a newer rule is stricter and nobody chose "exact" by hand (decision 041). */
function privacyNow({ location, locationPrivacy, exactChosen }: MediaRow): LocationPrivacy {
  if (exactChosen) return locationPrivacy;
  return stricterPrivacy(locationPrivacy, defaultLocationPrivacy(location));
}

const isChosen = (store: Store, where: SQL | undefined) =>
  store.select({ seq: media.seq }).from(media).where(where).get() !== undefined;

/** Puts one back at its address, in its place of the library and with its privacy. */
function putBack(store: Store, trashed: typeof trash.$inferSelect, now: number): void {
  const { row, tagIds } = trashed;
  const { seq } = row;
  const sameCategory = eq(media.categoryId, row.categoryId);
  const values = {
    ...row,
    locationPrivacy: privacyNow(row),
    previousFileHash: null,
    // Another item may have been made by the same call since.
    creationKey: null,
    // Another item may have been chosen since.
    hero: row.hero && !isChosen(store, eq(media.hero, true)),
    cover: row.cover && !isChosen(store, and(eq(media.cover, true), sameCategory)),
    updatedAt: Math.max(now, row.updatedAt + 1),
  };
  store.insert(media).values(values).run();
  const known = store.select({ id: categories.id }).from(categories).all();
  const ids = new Set(known.map(({ id }) => id));
  setTags(
    store,
    seq,
    tagIds.filter((id) => ids.has(id)),
  );
  const names = trashed.species.map(({ scientificName }) => scientificName);
  const listed = knownNames(store, names);
  for (const one of trashed.species)
    if (listed.has(one.scientificName))
      store
        .insert(mediaSpecies)
        .values({ ...one, mediaSeq: seq })
        .run();
  applyGuard(store, [seq]);
  checkPublicTexts(store, eq(media.seq, seq));
}

/**
 * Restores what the trash has of these, in an open transaction; answers their titles. What was restored
 * already stays as it is. Throws `not_found` when neither the trash nor the library knows any of them.
 */
export function restoreFromTrash(store: Store, ids: readonly string[], write: Write): string[] {
  const rows = store.delete(trash).where(among(trash.id, ids)).returning().all();
  for (const row of rows.toSorted((a, b) => a.row.seq - b.row.seq)) putBack(store, row, write.now);
  const titles = rows.map(({ row }) => row.title);
  if (titles.length > 0) audit(store, write, 'undelete', ids, titles);
  else if (!store.select().from(media).where(among(media.id, ids)).get())
    throw new AppError('not_found');
  return titles;
}

/** Deletes one for ever, in an open transaction; its file goes with the orphans. Throws `not_found`. */
export function purge(store: Store, id: string, write: Write): void {
  const [gone] = store.delete(trash).where(eq(trash.id, id)).returning().all();
  if (!gone) throw new AppError('not_found');
  audit(store, write, 'purge', [id], [gone.row.title]);
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
