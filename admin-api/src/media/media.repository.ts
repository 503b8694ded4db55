/** Reads items: one statement for items, one for all their tags, one for files being replaced. */

import { among } from '@veldlicht/database/among';
import { whereInTime, whereListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import {
  categories,
  files,
  media,
  mediaRows,
  mediaTags,
  protectedPlaces,
} from '@veldlicht/database/schema';
import {
  and,
  asc,
  desc,
  eq,
  getViewSelectedFields,
  gt,
  inArray,
  isNotNull,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { readSpecies } from '#species/species.repository.ts';
import { type FileRow, type MediaRecord, type MediaRow, thumbnailOf } from './to-media-item.ts';

export function findFile(store: Store, hash: string): FileRow | undefined {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}

export function findMedia(store: Store, id: string): MediaRow | undefined {
  return store.select().from(media).where(eq(media.id, id)).get();
}

/** Ids of items whose public place an upgrade of the rules made less exact, newest first. */
export function listProtectedPlaces(store: Store): string[] {
  return store
    .select({ id: media.id })
    .from(protectedPlaces)
    .innerJoin(media, eq(media.seq, protectedPlaces.mediaSeq))
    .orderBy(desc(media.seq))
    .all()
    .map(({ id }) => id);
}

/** Every category and tag; SQLite can't compare names without regard to case beyond ASCII. */
export function listNames(store: Store) {
  return store
    .select({ id: categories.id, type: categories.type, name: categories.name })
    .from(categories)
    .all();
}

export function updateMedia(store: Store, seq: number, change: Partial<MediaRow>): void {
  store.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run();
}

/** Sets the tags of an item; writes only differences. Returns whether any changed. */
export function setTags(store: Store, seq: number, tagIds: string[]): boolean {
  const present = store
    .select({ tagId: mediaTags.tagId })
    .from(mediaTags)
    .where(eq(mediaTags.mediaSeq, seq))
    .all()
    .map(({ tagId }) => tagId);
  const gone = present.filter((id) => !tagIds.includes(id));
  const added = tagIds.filter((id) => !present.includes(id));
  for (const tagId of gone)
    store
      .delete(mediaTags)
      .where(and(eq(mediaTags.mediaSeq, seq), eq(mediaTags.tagId, tagId)))
      .run();
  for (const tagId of added) store.insert(mediaTags).values({ mediaSeq: seq, tagId }).run();
  return gone.length + added.length > 0;
}

const previous = alias(files, 'previous');
const columnsOfMedia = getViewSelectedFields(media);

/** Published, within its window, with a file that visitors can see. */
function visibleAt(moment: number): SQL | undefined {
  return and(
    whereListed,
    whereInTime(moment),
    or(eq(files.processing, 'ready'), eq(previous.processing, 'ready')),
  );
}

function readTags(store: Store, seqs: number[]): Map<number, string[]> {
  const rows = store
    .select({ seq: mediaTags.mediaSeq, name: categories.name })
    .from(mediaTags)
    .innerJoin(categories, eq(categories.id, mediaTags.tagId))
    .where(among(mediaTags.mediaSeq, seqs))
    .orderBy(asc(categories.sortOrder), asc(categories.id))
    .all();
  const bySeq = Map.groupBy(rows, ({ seq }) => seq);
  return new Map([...bySeq].map(([seq, named]) => [seq, named.map(({ name }) => name)]));
}

/** Files being replaced are few, so they are not joined to every row. */
function readFiles(store: Store, hashes: string[]): Map<string, FileRow> {
  if (hashes.length === 0) return new Map();
  const rows = store.select().from(files).where(inArray(files.hash, hashes)).all();
  return new Map(rows.map((row) => [row.hash, row]));
}

/** The order of the panel, and that of visitors: guarded items come at the start of their month. */
const orders = {
  panel: [desc(media.createdAt), desc(media.seq)],
  public: [sql`coalesce(${media.guardOrder}, ${media.seq}) DESC`],
};

function readRecords(
  store: Store,
  where: SQL | undefined,
  order: keyof typeof orders = 'panel',
  limit?: number,
): MediaRecord[] {
  const query = store
    .select({ media: columnsOfMedia, category: categories.name, file: files })
    .from(media)
    .innerJoin(categories, eq(categories.id, media.categoryId))
    .innerJoin(files, eq(files.hash, media.fileHash))
    .leftJoin(previous, eq(previous.hash, media.previousFileHash))
    .where(where)
    .orderBy(...orders[order]);
  const rows = limit === undefined ? query.all() : query.limit(limit).all();
  if (rows.length === 0) return [];
  const seqs = rows.map((row) => row.media.seq);
  const tags = readTags(store, seqs);
  const species = readSpecies(store, seqs);
  const replaced = rows.flatMap(({ media: { previousFileHash } }) => previousFileHash ?? []);
  const earlier = readFiles(store, replaced);
  return rows.map((row) => ({
    ...row,
    tags: tags.get(row.media.seq) ?? [],
    species: species.get(row.media.seq) ?? [],
    previous: earlier.get(row.media.previousFileHash ?? '') ?? null,
  }));
}

export function readMedia(store: Store, id: string): MediaRecord | undefined {
  return readRecords(store, eq(media.id, id))[0];
}

/** Guarded items that are or will be public, newest first; `since`: only those with a newer revision. */
export function readGuardedMedia(store: Store, since = -1): MediaRecord[] {
  return readRecords(store, and(whereListed, isNotNull(media.guard), gt(media.revision, since)));
}

/** These items, newest first. */
export function readMediaBySeqs(store: Store, seqs: readonly number[]): MediaRecord[] {
  return readRecords(store, among(media.seq, seqs));
}

/** These items in the given order, without unknown ones. */
export function readInOrder(store: Store, seqs: number[]): MediaRecord[] {
  const records = new Map(readMediaBySeqs(store, seqs).map((record) => [record.media.seq, record]));
  return seqs.flatMap((seq) => records.get(seq) ?? []);
}

/** Items that visitors may see, newest first. */
export function readVisibleMedia(store: Store, moment: number, limit?: number): MediaRecord[] {
  return readRecords(store, visibleAt(moment), 'public', limit);
}

/** Items with these ids that visitors may see. */
export function readVisibleByIds(store: Store, ids: string[], moment: number): MediaRecord[] {
  if (ids.length === 0) return [];
  return readRecords(store, and(visibleAt(moment), inArray(media.id, ids)), 'public');
}

/** The item with this slug, if visitors may see it. */
export function readVisibleBySlug(store: Store, slug: string, moment: number) {
  return readRecords(store, and(visibleAt(moment), eq(media.slug, slug)))[0];
}

export function readFeaturedMedia(store: Store, moment: number): MediaRecord[] {
  return readRecords(store, and(visibleAt(moment), eq(media.featured, true)), 'public');
}

/** Titles and thumbnails of items, by id or slug. */
export function readThumbnails(store: Store, by: 'id' | 'slug', values: readonly string[]) {
  const { hash, renditions } = files;
  const rows = store
    .select({ name: media[by], title: media.title, hash, renditions })
    .from(media)
    .innerJoin(files, eq(hash, media.fileHash))
    .where(among(media[by], values))
    .all();
  return new Map(
    rows.map(({ name, title, ...file }) => [name, { title, picture: thumbnailOf(file) }]),
  );
}
