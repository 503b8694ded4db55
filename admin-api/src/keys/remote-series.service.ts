/** Keeps series in step with the collections of a program, until they are arranged in the panel (decision 029). */
import { MAX_STORY_BLOCKS } from '@veldlicht/contract/limits';
import { reason } from '@veldlicht/contract/reason';
import { storyInput } from '@veldlicht/contract/story';
import { type Block, blocksWith, readBody, shownInBlocks } from '@veldlicht/contract/story-body';
import type { SentSeries, SentSeriesInput } from '@veldlicht/contract/upload-key';
import { amsterdamDay } from '@veldlicht/database/amsterdam-day';
import type { Store } from '@veldlicht/database/open';
import { storyPath } from '@veldlicht/database/public/to-public-story';
import { AppError } from '#http/app-error.ts';
import type { Write } from '#http/write.ts';
import { addStory, editStory } from '#stories/stories.service.ts';
import {
  findSeries,
  holdersOf,
  keepRemoteSeries,
  photosOf,
  type RemoteCollection,
  type RemotePhoto,
  type SeriesRow,
  type StoryRow,
} from './remote.repository.ts';

/** Response for a series, with a path in place of the full URL. */
type Answer = Omit<SentSeries, 'url'> & { path: string };

const singlesOf = (ids: readonly string[]) =>
  ids.map((id): Block => ({ kind: 'single', media: [id] }));

/** Serialises blocks for comparison, without the empty captions that the panel stores. */
const textOf = (blocks: readonly Block[]) =>
  JSON.stringify(blocks, (name, value) =>
    name === 'captions' && !value.some(Boolean) ? undefined : value,
  );

/**
 * Computes the body of a series that shows the wanted items; `last` is the body that the program wrote last. One that
 * was arranged by hand keeps its blocks: dropped items are removed, and new ones appended. Items that did not fit are
 * not in `written`: they count as new the next time.
 */
function arrange(present: Block[], last: Block[], wanted: string[]) {
  if (textOf(present) === textOf(last)) {
    const fitting = wanted.slice(0, MAX_STORY_BLOCKS);
    return { body: singlesOf(fitting), written: fitting, arranged: 'program' as const };
  }
  const known = new Set(shownInBlocks(last));
  const isWanted = new Set(wanted);
  const kept = blocksWith(present, (id) => (known.has(id) && !isWanted.has(id) ? undefined : id));
  const shown = new Set(shownInBlocks(kept));
  const fresh = wanted.filter((id) => !known.has(id) && !shown.has(id));
  const room = Math.max(0, MAX_STORY_BLOCKS - kept.length);
  const left = new Set(fresh.slice(room));
  return {
    body: [...kept, ...singlesOf(fresh.slice(0, room))],
    written: wanted.filter((id) => !left.has(id)),
    arranged: 'hand' as const,
  };
}

/** Returns the items of a collection in the order of the program, unlisted ones last, and the number of drafts. */
function wantedBy(store: Store, { userId, remoteId, photos }: SeriesRow) {
  const place = new Map(photos.map((id, n) => [id, n]));
  const placeOf = (photo: { remoteId: string }) => place.get(photo.remoteId) ?? photos.length;
  const held = photosOf(store, userId, remoteId).sort((a, b) => placeOf(a) - placeOf(b));
  const ids = held.flatMap(({ mediaId }) => mediaId ?? []);
  return { wanted: [...new Set(ids)], waiting: held.length - ids.length };
}

/** Makes or updates a series to what its collection holds; a title that was changed in the panel stays. */
function bring(
  store: Store,
  { row, story }: { row: SeriesRow; story: StoryRow | undefined },
  write: Write,
  { title, status }: SentSeriesInput = { title: row.title, status: 'draft' },
): Answer {
  const { wanted, waiting } = wantedBy(store, row);
  const present = readBody(story?.body ?? '[]');
  const { body, written, arranged } = arrange(present, readBody(row.written), wanted);
  const fresh = { title, status, body, date: amsterdamDay(write.now) };
  const changed = story?.title === row.title ? { title, body } : { body };
  const now = story
    ? editStory(store, 'series', story.id, changed, write)
    : addStory(store, 'series', storyInput.parse(fresh), write);
  const kept = { ...row, storyId: now.id, title, written: JSON.stringify(singlesOf(written)) };
  keepRemoteSeries(store, kept);
  const told = { id: now.id, title: now.title, status: now.status, path: storyPath(now) };
  return { ...told, arranged, waiting, left: wanted.length - written.length };
}

/** Creates or renames the series of a collection; a deleted one is created again. */
export function putSeries(store: Store, remoteId: string, input: SentSeriesInput, write: Write) {
  const userId = write.actor.id;
  const { row, story } = findSeries(store, userId, remoteId);
  const photos = row?.photos ?? [];
  const fresh = { userId, remoteId, storyId: '', title: input.title, written: '[]', photos };
  const known = { row: row && story ? row : fresh, story };
  return { series: bring(store, known, write, input), isNew: !story };
}

/** Sets the order of a series, which may name drafts too. Throws `not_found`. */
export function orderSeries(
  store: Store,
  remoteId: string,
  photos: readonly string[],
  write: Write,
): Answer {
  const { row, story } = findSeries(store, write.actor.id, remoteId);
  if (!row || !story) throw new AppError('not_found', reason('unknown_series'));
  return bring(store, { row: { ...row, photos: [...new Set(photos)] }, story }, write);
}

/** Updates the series of these collections. */
export function refreshSeries(store: Store, collections: RemoteCollection[], write: Write): void {
  const each = new Map(collections.map((one) => [`${one.userId} ${one.collection}`, one]));
  for (const { userId, collection } of each.values()) {
    const { row, story } = findSeries(store, userId, collection);
    if (row && story) bring(store, { row, story }, write);
  }
}

/** Places photos that became items in their series. */
export function placeInSeries(store: Store, photos: readonly RemotePhoto[], write: Write): void {
  const holders = photos.flatMap((photo) => holdersOf(store, photo));
  refreshSeries(store, holders, write);
}
