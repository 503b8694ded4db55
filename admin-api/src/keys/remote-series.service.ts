/**
 * A collection of a program as a series here: in the order of the program, until somebody arranges it by hand in the panel
 * (decision 120).
 */
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

/** A series as a program may know it; `path` instead of its whole address. */
type Answer = Omit<SentSeries, 'url'> & { path: string };

const singlesOf = (ids: readonly string[]) =>
  ids.map((id): Block => ({ kind: 'single', media: [id] }));

/** Blocks as text; the panel stores captions also where none was written. */
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
  /** As the program wrote it last. */
  written: Block[];
}

/**
 * What becomes of a series that is to show these items. One that was arranged by hand keeps all else: what the program
 * dropped goes from it, and what is new stands at its end.
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
    // What did not fit in is new the next time too.
    written: wanted.filter((id) => !isLeft.has(id)),
    isByHand,
    left: isLeft.size,
  };
}

/** Items of a collection in the order that the program gave; what it did not name stands at the end. */
function wantedBy(store: Store, { userId, remoteId, photos }: SeriesRow) {
  const held = photosOf(store, userId, remoteId);
  const place = new Map(photos.map((id, n) => [id, n]));
  const placeOf = (photo: { remoteId: string }) => place.get(photo.remoteId) ?? photos.length;
  const ids = held
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap(({ mediaId }) => mediaId ?? []);
  return { ids: [...new Set(ids)], waiting: held.length - ids.length };
}

/** Null: it was deleted meanwhile. */
export const findStory = (store: Store, id: string): StoryRow | null =>
  store.select().from(stories).where(eq(stories.id, id)).get() ?? null;

/** Brings a series to what its collection holds, and to its title unless somebody changed that in the panel. */
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

/** Makes a collection a series, or renames it; one that was deleted meanwhile is made again. */
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

/** Gives a series its order, also of photos that are no items yet. Throws `not_found`. */
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

/** Brings series to what their collections hold by now. */
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

/** Photos of programs have become items: they take their places in their series. */
export function placeInSeries(store: Store, photos: readonly RemotePhoto[], write: Write): void {
  for (const [userId, own] of Map.groupBy(photos, (photo) => photo.userId))
    refreshSeries(
      store,
      userId,
      own.flatMap((photo) => holdersOf(store, photo)),
      write,
    );
}
