/** Removal by a program: a photo goes to the trash once none of its collections holds it (decision 029). */
import type { Store } from '@veldlicht/database/open';
import { discardDrafts } from '#drafts/drafts.service.ts';
import type { Write } from '#http/write.ts';
import { findMedia } from '#media/media.repository.ts';
import { dropMedia } from '#media/media.service.ts';
import { dropManyMedia } from '#media/media-bulk.service.ts';
import { dropStory } from '#stories/stories.service.ts';
import {
  findPhotos,
  findRemoteSeries,
  forgetRemoteSeries,
  holdersOf,
  release,
  releaseAll,
} from './remote.repository.ts';
import { findStory, refreshSeries } from './remote-series.service.ts';

/** Removes a photo from a collection, or from all of them, in an open transaction. */
export function dropPhoto(
  store: Store,
  remoteId: string,
  collection: string | undefined,
  write: Write,
): void {
  const userId = write.actor.id;
  const photo = { userId, remoteId };
  const left = release(store, photo, collection);
  if (holdersOf(store, photo).length === 0) {
    const { mediaIds, draftIds } = findPhotos(store, userId, [remoteId]);
    discardDrafts(store, draftIds, userId);
    for (const id of mediaIds) if (findMedia(store, id)) dropMedia(store, id, write);
  }
  refreshSeries(store, userId, left, write);
}

/** Deletes a collection with the photos that no other one holds, in an open transaction. */
export function dropCollection(store: Store, remoteId: string, write: Write): void {
  const userId = write.actor.id;
  const row = findRemoteSeries(store, userId, remoteId);
  if (row && findStory(store, row.storyId)) dropStory(store, 'series', row.storyId, write);
  if (row) forgetRemoteSeries(store, row);
  const { mediaIds, draftIds } = findPhotos(store, userId, releaseAll(store, userId, remoteId));
  discardDrafts(store, draftIds, userId);
  dropManyMedia(store, mediaIds, write);
}
