/** Removal by a program: a photo goes to the trash once no collection holds it (decision 029). */
import type { Store } from '@veldlicht/database/open';
import { discardDrafts } from '#drafts/drafts.service.ts';
import type { Write } from '#http/write.ts';
import { dropManyMedia } from '#media/media-bulk.service.ts';
import { dropStory } from '#stories/stories.service.ts';
import { findSeries, forgetRemoteSeries, type Held, release } from './remote.repository.ts';
import { refreshSeries } from './remote-series.service.ts';

/** Removes photos from their collections, in an open transaction. */
export function dropPhotos(store: Store, held: Held, write: Write): void {
  const userId = write.actor.id;
  const { collections, mediaIds, draftIds } = release(store, userId, held);
  discardDrafts(store, draftIds, userId);
  dropManyMedia(store, mediaIds, write);
  refreshSeries(store, collections, write);
}

/** Deletes a collection with its series and the photos that no other one holds, in an open transaction. */
export function dropCollection(store: Store, collection: string, write: Write): void {
  const { row, story } = findSeries(store, write.actor.id, collection);
  if (story) dropStory(store, 'series', story.id, write);
  if (row) forgetRemoteSeries(store, row);
  dropPhotos(store, { collection }, write);
}
