/** The leak report: of every guarded item on the site what visitors read, and what tells them more (decision 068). */
import { objectOf, pick } from '@veldlicht/contract/by-name';
import { type GuardLevel, publicDate } from '@veldlicht/contract/guard';
import { toldTexts } from '@veldlicht/contract/item-fields';
import type { Leak, LeakReport, LeakRow } from '@veldlicht/contract/leaks';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { bodies, readWords, type StoryKind } from '@veldlicht/contract/story';
import { findLeaks, namesAround } from '@veldlicht/database/find-leaks';
import { whereStoryListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import { toldPlace } from '@veldlicht/database/public/to-public-item';
import { media, stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { readGuardedMedia } from '#media/media.repository.ts';
import { type MediaRecord, toMediaItem } from '#media/to-media-item.ts';

/** Items of one page of the report. */
const PAGE_ITEMS = 50;
interface Told {
  id: string;
  kind: StoryKind;
  title: string;
  body: string;
}

/** Stories on the site, now or in their time, by the id of each item that they show. */
function readStories(store: Store): Map<string, Told[]> {
  const byItem = new Map<string, Told[]>();
  for (const { id, kind, title, body, cover } of store
    .select()
    .from(stories)
    .where(whereStoryListed)
    .all()) {
    const told = { id, kind, title, body: readWords(body, kind) };
    for (const item of new Set([...bodies[kind].shownIn(body), ...(cover === null ? [] : [cover])]))
      byItem.set(item, [...(byItem.get(item) ?? []), told]);
  }
  return byItem;
}

/** What a story tells of an item in it. */
function toldIn({ id, kind, title, body }: Told, names: readonly string[]): Leak[] {
  const none = objectOf(toldTexts, () => null);
  const found = findLeaks({ ...none, title, body, category: '', tags: [] }, names);
  // A word of the title that the text has too is said once.
  const isNew = (word: string, i: number) => found.findIndex((one) => one.word === word) === i;
  return found
    .filter(({ word }, i) => isNew(word, i))
    .map(({ word, tells }) => ({ kind, id, title, word, tells }));
}

/** An item of the same outing whose place visitors knew before: the guarded one is hidden for it. */
function tellersOf(store: Store, { media: row }: MediaRecord): Leak[] {
  const ids = row.guardReasons.flatMap((one) => (one.why === 'told' ? one.id : []));
  return ids.flatMap((id): Leak[] => {
    const other = store.select().from(media).where(eq(media.id, id)).get();
    if (!other) return [];
    return [{ kind: 'sameDay', id, title: other.title, place: other.location ?? '' }];
  });
}

function leaksOf(
  store: Store,
  record: MediaRecord,
  level: GuardLevel,
  told: ReadonlyMap<string, Told[]>,
): Leak[] {
  const { media: row, category, tags, file } = record;
  const rights = Object.values(ownRightsOf(file.facts));
  const words = { ...pick(row, toldTexts), category, tags, slug: row.slug, rights };
  const names = namesAround(row.location, level);
  const shown = told.get(row.id) ?? [];
  return [
    ...findLeaks(words, names),
    ...shown.flatMap((story) => toldIn(story, names)),
    ...tellersOf(store, record),
  ];
}

/** Items that are guarded for its sake. */
const countNeighbours = ({ media: { id } }: MediaRecord, all: readonly MediaRecord[]) =>
  all.filter((other) =>
    other.media.guardReasons.some((one) => one.why === 'outing' && one.id === id),
  ).length;

function toRow(record: MediaRecord, leaks: Leak[], all: readonly MediaRecord[]): LeakRow {
  const { media: row } = record;
  return {
    item: toMediaItem(record),
    place: toldPlace(row)?.words ?? null,
    date: publicDate(row.date, row.guard),
    address: `/${row.type === 'video' ? 'video' : 'foto'}/${row.slug}`,
    neighbours: countNeighbours(record, all),
    leaks,
  };
}

/** A page of the report, from 1; one that there is not is the last. */
export function readLeakReport(store: Store, wanted: number): LeakReport {
  const records = readGuardedMedia(store);
  const told = readStories(store);
  const found = records.map((record) => {
    const { guard } = record.media;
    return { record, leaks: guard ? leaksOf(store, record, guard, told) : [] };
  });
  const leaking = found.filter(({ leaks }) => leaks.length > 0);
  const ordered = [...leaking, ...found.filter(({ leaks }) => leaks.length === 0)];
  const pages = Math.max(1, Math.ceil(ordered.length / PAGE_ITEMS));
  const page = Math.min(pages, Math.max(1, wanted));
  const shown = ordered.slice((page - 1) * PAGE_ITEMS, page * PAGE_ITEMS);
  return {
    rows: shown.map(({ record, leaks }) => toRow(record, leaks, records)),
    ...{ total: ordered.length, leaking: leaking.length, page, pages },
  };
}
