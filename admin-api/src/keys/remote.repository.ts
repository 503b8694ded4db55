/** Maps the ids that programs give photos and collections to items, drafts and series. */
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import {
  drafts,
  mediaRows,
  remoteHolds,
  remotePhotos,
  remoteSeries,
  stories,
} from '@veldlicht/database/schema';
import { and, asc, eq, notExists } from 'drizzle-orm';

export type SeriesRow = typeof remoteSeries.$inferSelect;
export type StoryRow = typeof stories.$inferSelect;

/** Id of a photo, unique for its owner. */
export interface RemotePhoto {
  userId: string;
  remoteId: string;
}

/** Id of a collection, unique for its owner. */
export interface RemoteCollection {
  userId: string;
  collection: string;
}

const { userId, remoteId, collection } = remoteHolds;

/** Adds a photo to a collection. */
export function hold(store: Store, photo: RemotePhoto & RemoteCollection): void {
  store.insert(remoteHolds).values(photo).onConflictDoNothing().run();
}

/** One photo, one collection, or one photo of one collection. */
export interface Held {
  photo?: string;
  collection?: string | undefined;
}

/** Takes photos out of collections. Returns these, and the items and drafts that no collection holds any more. */
export function release(store: Store, owner: string, held: Held) {
  const ofPhoto = held.photo === undefined ? undefined : eq(remoteId, held.photo);
  const ofCollection = held.collection === undefined ? undefined : eq(collection, held.collection);
  const gone = store
    .delete(remoteHolds)
    .where(and(eq(userId, owner), ofPhoto, ofCollection))
    .returning()
    .all();
  const ids = held.photo === undefined ? gone.map((row) => row.remoteId) : [held.photo];
  const kept = store
    .select({ id: remoteId })
    .from(remoteHolds)
    .where(and(eq(userId, owner), among(remoteId, ids)))
    .all();
  const isKept = new Set(kept.map(({ id }) => id));
  const unheld = ids.filter((id) => !isKept.has(id));
  return { collections: gone, ...findPhotos(store, owner, unheld) };
}

/** Returns the collections that hold a photo. */
export function holdersOf(store: Store, photo: RemotePhoto): RemoteCollection[] {
  const isHeld = and(eq(userId, photo.userId), eq(remoteId, photo.remoteId));
  return store.select({ userId, collection }).from(remoteHolds).where(isHeld).all();
}

/** Returns the photos of a collection in the order they were added, each with its item; null for a draft. */
export function photosOf(store: Store, owner: string, name: string) {
  // A photo that was sent again after its item was deleted waits as a draft.
  const draft = store
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.userId, owner), eq(drafts.remoteId, remoteId)));
  const isPhoto = and(eq(remotePhotos.userId, owner), eq(remotePhotos.remoteId, remoteId));
  // Includes the trash: an item may be restored, and a story does not show it in the meantime.
  const isItem = and(eq(mediaRows.id, remotePhotos.mediaId), notExists(draft));
  return store
    .select({ remoteId, mediaId: mediaRows.id })
    .from(remoteHolds)
    .leftJoin(remotePhotos, isPhoto)
    .leftJoin(mediaRows, isItem)
    .where(and(eq(userId, owner), eq(collection, name)))
    .orderBy(asc(remoteHolds.seq))
    .all();
}

/** Returns the ids of the items and drafts of these photos. */
export function findPhotos(store: Store, owner: string, remoteIds: readonly string[]) {
  const items = store
    .select({ id: remotePhotos.mediaId })
    .from(remotePhotos)
    .where(and(eq(remotePhotos.userId, owner), among(remotePhotos.remoteId, remoteIds)))
    .all();
  const waiting = store
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.userId, owner), among(drafts.remoteId, remoteIds)))
    .all();
  return { mediaIds: items.map(({ id }) => id), draftIds: waiting.map(({ id }) => id) };
}

const isSeries = (owner: string, id: string) =>
  and(eq(remoteSeries.userId, owner), eq(remoteSeries.remoteId, id));

/** Finds the row of a series and its story, which is missing once it is deleted. */
export function findSeries(store: Store, owner: string, id: string) {
  const row = store.select().from(remoteSeries).where(isSeries(owner, id)).get();
  const isThis = eq(stories.id, row?.storyId ?? '');
  return { row, story: store.select().from(stories).where(isThis).get() };
}

/** Inserts or updates the row of a series. */
export function keepRemoteSeries(store: Store, row: SeriesRow): void {
  store
    .insert(remoteSeries)
    .values(row)
    .onConflictDoUpdate({ target: [remoteSeries.userId, remoteSeries.remoteId], set: row })
    .run();
}

export function forgetRemoteSeries(store: Store, row: SeriesRow): void {
  store.delete(remoteSeries).where(isSeries(row.userId, row.remoteId)).run();
}
