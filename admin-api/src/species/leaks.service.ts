/** The leak report: what visitors read of each guarded item, and which texts wait for confirmation. */

import { publicDate } from '@veldlicht/contract/guard';
import type { LeakReport, LeakRow } from '@veldlicht/contract/leaks';
import type { Store } from '@veldlicht/database/open';
import { itemPath, shownPlace } from '@veldlicht/database/public/to-public-item';
import { media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { readGuardedMedia } from '#media/media.repository.ts';
import { type MediaRecord, toMediaItem } from '#media/to-media-item.ts';
import { readGuardedStories, readWaiting, waitingReader } from './waiting.ts';

/** Items of one page of the report. */
const PAGE_ITEMS = 50;

/** Items of the same outing whose place was public first, which is why the guarded one is hidden. */
function tellersOf(store: Store, { media: row }: MediaRecord): LeakRow['tellers'] {
  const ids = row.guardReasons.flatMap((one) => (one.why === 'told' ? one.id : []));
  return ids.flatMap((id) => {
    const other = store.select().from(media).where(eq(media.id, id)).get();
    return other ? [{ id, title: other.title, place: other.location ?? '' }] : [];
  });
}

/** Items that are guarded because of this one. */
const countNeighbours = ({ media: { id } }: MediaRecord, all: readonly MediaRecord[]) =>
  all.filter((other) =>
    other.media.guardReasons.some((one) => one.why === 'outing' && one.id === id),
  ).length;

type Found = Pick<LeakRow, 'held' | 'tellers'>;

function toRow(record: MediaRecord, found: Found, all: readonly MediaRecord[]): LeakRow {
  const { media: row } = record;
  return {
    item: toMediaItem(record),
    place: shownPlace(row)?.words ?? null,
    date: publicDate(row.date, row.guard),
    address: itemPath(row),
    neighbours: countNeighbours(record, all),
    ...found,
  };
}

/** A page of the report, from 1; beyond the end the last one. */
export function readLeakReport(store: Store, wanted: number): LeakReport {
  const records = readGuardedMedia(store);
  const stories = readGuardedStories(store);
  const { ofItem, ofStory } = waitingReader(store);
  const all = records.map((record) => {
    const { id, slug } = record.media;
    const about = stories.filter(({ names }) => names.includes(id) || names.includes(slug));
    const held = [...ofItem(record), ...about.flatMap(({ story }) => ofStory(story))];
    return { record, found: { held, tellers: tellersOf(store, record) } };
  });
  const isLeaking = ({ found: { held, tellers } }: (typeof all)[number]) =>
    held.length + tellers.length > 0;
  const leaking = all.filter(isLeaking);
  const ordered = [...leaking, ...all.filter((one) => !isLeaking(one))];
  const pages = Math.max(1, Math.ceil(ordered.length / PAGE_ITEMS));
  const page = Math.min(pages, Math.max(1, wanted));
  const shown = ordered.slice((page - 1) * PAGE_ITEMS, page * PAGE_ITEMS);
  return {
    rows: shown.map(({ record, found }) => toRow(record, found, records)),
    total: ordered.length,
    leaking: leaking.length,
    held: readWaiting(store, -1),
    page,
    pages,
  };
}
