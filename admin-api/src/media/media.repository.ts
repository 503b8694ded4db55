import type { Store } from '@veldlicht/database/open';
import { categories, files, media, mediaTags, protectedPlaces } from '@veldlicht/database/schema';
import { and, desc, eq } from 'drizzle-orm';
import type { FileRow, MediaRow } from './to-media-item.ts';

export function findFile(store: Store, hash: string): FileRow | undefined {
  return store.select().from(files).where(eq(files.hash, hash)).get();
}

export function findMedia(store: Store, id: string): MediaRow | undefined {
  return store.select().from(media).where(eq(media.id, id)).get();
}

/** The item that a call with this key has made. */
export function findMediaByKey(store: Store, key: string): MediaRow | undefined {
  return store.select().from(media).where(eq(media.creationKey, key)).get();
}

/** Ids of items whose place a newer rule tells less exactly (decision 041), newest first. */
export function listProtectedPlaces(store: Store): string[] {
  return store
    .select({ id: media.id })
    .from(protectedPlaces)
    .innerJoin(media, eq(media.seq, protectedPlaces.mediaSeq))
    .orderBy(desc(media.seq))
    .all()
    .map(({ id }) => id);
}

export function forgetProtectedPlaces(store: Store): void {
  store.delete(protectedPlaces).run();
}

/** Every category and tag: names are compared without case in every alphabet, which SQL can't. */
export function listNames(store: Store) {
  return store
    .select({ id: categories.id, type: categories.type, name: categories.name })
    .from(categories)
    .all();
}

export function insertMedia(store: Store, row: typeof media.$inferInsert): MediaRow {
  return store.insert(media).values(row).returning().get();
}

export function updateMedia(store: Store, seq: number, change: Partial<MediaRow>): void {
  store.update(media).set(change).where(eq(media.seq, seq)).run();
}

export function deleteMedia(store: Store, seq: number): void {
  store.delete(media).where(eq(media.seq, seq)).run();
}

/** Makes these the tags of an item; what is there already stays untouched. Answers whether any changed. */
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
