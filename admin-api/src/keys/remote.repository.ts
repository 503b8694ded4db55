/** Maps the ids that programs give photos and collections to items, drafts and series. */
import { among } from '@veldlicht/database/among';
import type { Store } from '@veldlicht/database/open';
import {
  drafts,
  mediaRows,
  remoteHolds,
  remotePhotos,
  remoteSeries,
} from '@veldlicht/database/schema';
import { and, asc, eq, notExists } from 'drizzle-orm';

export type SeriesRow = typeof remoteSeries.$inferSelect;

/** Id of a photo, unique for its owner. */
export interface RemotePhoto {
  userId: string;
  remoteId: string;
}

/** Adds a photo to a collection. */
export function hold(store: Store, photo: RemotePhoto, collection: string): void {
  const { userId, remoteId } = photo;
  store.insert(remoteHolds).values({ userId, remoteId, collection }).onConflictDoNothing().run();
}

const isHeld = ({ userId, remoteId }: RemotePhoto) =>
  and(eq(remoteHolds.userId, userId), eq(remoteHolds.remoteId, remoteId));

const isOfCollection = (userId: string, collection: string) =>
  and(eq(remoteHolds.userId, userId), eq(remoteHolds.collection, collection));

/** Removes a photo from a collection, or from all of them. Returns the collections that held it. */
export function release(store: Store, photo: RemotePhoto, collection?: string): string[] {
  const which = collection === undefined ? undefined : eq(remoteHolds.collection, collection);
  const gone = store
    .delete(remoteHolds)
    .where(and(isHeld(photo), which))
    .returning()
    .all();
  return gone.map((row) => row.collection);
}

/** Empties a collection. Returns the photos that no other one holds. */
export function releaseAll(store: Store, userId: string, collection: string): string[] {
  const gone = store
    .delete(remoteHolds)
    .where(isOfCollection(userId, collection))
    .returning()
    .all();
  const ids = gone.map(({ remoteId }) => remoteId);
  const kept = store
    .select({ id: remoteHolds.remoteId })
    .from(remoteHolds)
    .where(and(eq(remoteHolds.userId, userId), among(remoteHolds.remoteId, ids)))
    .all();
  const held = new Set(kept.map(({ id }) => id));
  return ids.filter((id) => !held.has(id));
}

/** Returns the collections that hold a photo. */
export function holdersOf(store: Store, photo: RemotePhoto): string[] {
  const rows = store.select().from(remoteHolds).where(isHeld(photo)).all();
  return rows.map(({ collection }) => collection);
}

/** Returns the photos of a collection in the order they were added, each with its item; null for a draft. */
export function photosOf(store: Store, userId: string, collection: string) {
  return (
    store
      .select({ remoteId: remoteHolds.remoteId, mediaId: mediaRows.id })
      .from(remoteHolds)
      .leftJoin(
        remotePhotos,
        and(eq(remotePhotos.userId, userId), eq(remotePhotos.remoteId, remoteHolds.remoteId)),
      )
      // Includes the trash: an item may be restored, and a story does not show it in the meantime.
      .leftJoin(
        mediaRows,
        and(eq(mediaRows.id, remotePhotos.mediaId), notExists(draftOf(store, userId))),
      )
      .where(isOfCollection(userId, collection))
      .orderBy(asc(remoteHolds.seq))
      .all()
  );
}

/** Selects the draft of a photo that was sent again after its item was deleted. */
const draftOf = (store: Store, userId: string) =>
  store
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.remoteId, remoteHolds.remoteId)));

/** Returns the ids of the items and drafts of these photos. */
export function findPhotos(store: Store, userId: string, remoteIds: readonly string[]) {
  const items = store
    .select({ id: remotePhotos.mediaId })
    .from(remotePhotos)
    .where(and(eq(remotePhotos.userId, userId), among(remotePhotos.remoteId, remoteIds)))
    .all();
  const waiting = store
    .select({ id: drafts.id })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), among(drafts.remoteId, remoteIds)))
    .all();
  return { mediaIds: items.map(({ id }) => id), draftIds: waiting.map(({ id }) => id) };
}

const isSeries = (userId: string, remoteId: string) =>
  and(eq(remoteSeries.userId, userId), eq(remoteSeries.remoteId, remoteId));

export function findRemoteSeries(
  store: Store,
  userId: string,
  remoteId: string,
): SeriesRow | undefined {
  return store.select().from(remoteSeries).where(isSeries(userId, remoteId)).get();
}

/** Inserts or updates the row of a series. */
export function keepRemoteSeries(store: Store, row: SeriesRow): void {
  store
    .insert(remoteSeries)
    .values(row)
    .onConflictDoUpdate({ target: [remoteSeries.userId, remoteSeries.remoteId], set: row })
    .run();
}

export function forgetRemoteSeries(store: Store, { userId, remoteId }: SeriesRow): void {
  store.delete(remoteSeries).where(isSeries(userId, remoteId)).run();
}
