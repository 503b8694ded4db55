/** Keeps a series in step with a collection of a program, until it is arranged in the panel (decision 029). */
import { MAX_STORY_BLOCKS } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import { type Block, blocksWith, readBody, shownInBlocks } from '@veldlicht/contract/story-body';
import type { SentSeries, SentSeriesInput } from '@veldlicht/contract/upload-key';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import type { Store } from '@veldlicht/database/open';
import { storyPath } from '@veldlicht/database/public/to-public-story';
import { stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { AppError } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { addStory, editStory } from '#stories/stories.service.ts';
import {
  findRemoteSeries,
  holdersOf,
  keepRemoteSeries,
  photosOf,
  type RemotePhoto,
  type SeriesRow,
} from './remote.repository.ts';

type StoryRow = typeof stories.$inferSelect;

/** Response for a series, with a path in place of the full URL. */
type Answer = Omit<SentSeries, 'url'> & { path: string };

const singlesOf = (ids: readonly string[]) =>
  ids.map((id): Block => ({ kind: 'single', media: [id] }));

/** Serialises blocks for comparison, without the empty captions that the panel stores. */
const textOf = (blocks: readonly Block[]) =>
  JSON.stringify(
    blocks.map((block) => {
      if (!('media' in block)) return block;
      const { kind, media, captions } = block;
      return captions?.some((words) => words !== '') ? { kind, media, captions } : { kind, media };
    }),
  );

interface Bodies {
  present: Block[];
  /** Body that the program wrote last. */
  written: Block[];
}

/**
 * Computes the body of a series that shows the wanted items. One that was arranged by hand keeps its blocks: dropped
 * items are removed, and new ones appended.
 */
function arrange({ present, written }: Bodies, wanted: readonly string[]) {
  const fitting = wanted.slice(0, MAX_STORY_BLOCKS);
  const isByHand = textOf(present) !== textOf(written);
  const left = wanted.length - fitting.length;
  if (!isByHand) return { body: singlesOf(fitting), written: fitting, isByHand, left };
  const known = new Set(shownInBlocks(written));
  const isWanted = new Set(wanted);
  const kept = blocksWith(present, (id) => (known.has(id) && !isWanted.has(id) ? undefined : id));
  const shown = new Set(shownInBlocks(kept));
  const fresh = wanted.filter((id) => !known.has(id) && !shown.has(id));
  const added = fresh.slice(0, Math.max(0, MAX_STORY_BLOCKS - kept.length));
  const isLeft = new Set(fresh.slice(added.length));
  return {
    body: [...kept, ...singlesOf(added)],
    // Items that did not fit count as new the next time.
    written: wanted.filter((id) => !isLeft.has(id)),
    isByHand,
    left: isLeft.size,
  };
}

/** Returns the items of a collection in the order of the program, unlisted ones last, and the number of drafts. */
function wantedBy(store: Store, { userId, remoteId, photos }: SeriesRow) {
  const held = photosOf(store, userId, remoteId);
  const place = new Map(photos.map((id, n) => [id, n]));
  const placeOf = (photo: { remoteId: string }) => place.get(photo.remoteId) ?? photos.length;
  const ids = held
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap(({ mediaId }) => mediaId ?? []);
  return { ids: [...new Set(ids)], waiting: held.length - ids.length };
}

/** Returns null for a deleted story. */
export const findStory = (store: Store, id: string): StoryRow | null =>
  store.select().from(stories).where(eq(stories.id, id)).get() ?? null;

/** Updates a series to what its collection holds, and its title unless that was changed in the panel. */
function bring(
  store: Store,
  row: SeriesRow,
  story: StoryRow,
  write: Write,
  title = row.title,
): Answer {
  const wanted = wantedBy(store, row);
  const bodies = { present: readBody(story.body), written: readBody(row.written) };
  const { body, written, isByHand, left } = arrange(bodies, wanted.ids);
  const isOurs = story.title === row.title;
  const patch = { body, ...(isOurs && { title }) };
  const edited = editStory(store, 'series', story.id, patch, write);
  keepRemoteSeries(store, { ...row, title, written: JSON.stringify(singlesOf(written)) });
  const arranged = isByHand ? 'hand' : 'program';
  return { ...told(edited), arranged, waiting: wanted.waiting, left };
}

const told = ({ id, kind, slug, title, status }: StoryRow) => ({
  id,
  title,
  status,
  path: storyPath({ kind, slug }),
});

/** Creates or renames the series of a collection; a deleted one is created again. */
export function putSeries(
  store: Store,
  remoteId: string,
  { title, status }: SentSeriesInput,
  write: Write,
): { series: Answer; isNew: boolean } {
  const userId = write.actor.id;
  const known = findRemoteSeries(store, userId, remoteId);
  const story = known && findStory(store, known.storyId);
  if (known && story) return { series: bring(store, known, story, write, title), isNew: false };
  const row = { userId, remoteId, storyId: '', title, written: '[]', photos: known?.photos ?? [] };
  const { ids, waiting } = wantedBy(store, row);
  const { body, written, left } = arrange({ present: [], written: [] }, ids);
  const plain = {
    date: amsterdamDay(write.now),
    cover: null,
    publishFrom: null,
    publishUntil: null,
  };
  const made = addStory(store, 'series', { title, status, body, ...plain }, write);
  keepRemoteSeries(store, {
    ...row,
    storyId: made.id,
    written: JSON.stringify(singlesOf(written)),
  });
  return { series: { ...told(made), arranged: 'program', waiting, left }, isNew: true };
}

/** Sets the order of a series, which may name drafts too. Throws `not_found`. */
export function orderSeries(
  store: Store,
  remoteId: string,
  photos: readonly string[],
  write: Write,
): Answer {
  const row = findRemoteSeries(store, write.actor.id, remoteId);
  const story = row && findStory(store, row.storyId);
  if (!row || !story) throw new AppError('not_found', reason('unknown_series'));
  return bring(store, { ...row, photos: [...new Set(photos)] }, story, write);
}

/** Updates the series of these collections. */
export function refreshSeries(
  store: Store,
  userId: string,
  collections: readonly string[],
  write: Write,
): void {
  for (const collection of new Set(collections)) {
    const row = findRemoteSeries(store, userId, collection);
    const story = row && findStory(store, row.storyId);
    if (row && story) bring(store, row, story, write);
  }
}

/** Places photos that became items in their series. */
export function placeInSeries(store: Store, photos: readonly RemotePhoto[], write: Write): void {
  for (const [userId, own] of Map.groupBy(photos, (photo) => photo.userId))
    refreshSeries(
      store,
      userId,
      own.flatMap((photo) => holdersOf(store, photo)),
      write,
    );
}
