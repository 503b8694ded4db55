/** The leak report: of every guarded item on the site what visitors read, and what tells them more (decision 068). */
import { objectOf, pick } from '@veldlicht/contract/by-name';
import {
  areNeighbours,
  type GuardLevel,
  precisionOf,
  publicDate,
  type Taken,
} from '@veldlicht/contract/guard';
import { toldTexts } from '@veldlicht/contract/item-fields';
import type { Leak, LeakReport, LeakRow } from '@veldlicht/contract/leaks';
import { ownRightsOf } from '@veldlicht/contract/rights';
import { bodies, readWords, type StoryKind } from '@veldlicht/contract/story';
import { findLeaks, namesAround } from '@veldlicht/database/find-leaks';
import { whereListed, whereStoryListed } from '@veldlicht/database/is-public';
import type { Store } from '@veldlicht/database/open';
import { onePosition } from '@veldlicht/database/positions/position';
import { publicGrid, publicPlace } from '@veldlicht/database/positions/public-place';
import { media, stories } from '@veldlicht/database/schema';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { readGuardedMedia } from '#media/media.repository.ts';
import { type MediaRecord, toMediaItem } from '#media/to-media-item.ts';

/** Items of one page of the report. */
const PAGE_ITEMS = 50;
const HOUR_MS = 60 * 60 * 1000;
/** Items that were taken so shortly before or after are of one day out. */
const OUTING_MS = 12 * HOUR_MS;

/** An item whose place visitors read exactly, with when and in which region it was taken. */
interface Exact {
  id: string;
  title: string;
  place: string;
  taken: Taken;
  isPosition: boolean;
  region: string;
}

/** The region of a place, or its words where there is no position in them. */
function regionOf(location: string): string {
  return JSON.stringify(publicGrid(location, 'region') ?? location.trim().toLowerCase());
}

const takenOf = ({ takenFrom: from, takenUntil: until }: typeof media.$inferSelect) =>
  from === null || until === null ? null : { from, until };

function readExact(store: Store): Exact[] {
  const isExact = and(
    whereListed,
    isNull(media.guard),
    eq(media.locationPrivacy, 'exact'),
    ne(media.location, ''),
  );
  const rows = store.select().from(media).where(isExact).orderBy(media.takenFrom).all();
  return rows.flatMap((row) => {
    const { id, title, location: place } = row;
    const taken = takenOf(row);
    if (!taken || !place) return [];
    return [{ id, title, place, taken, isPosition: !!onePosition(place), region: regionOf(place) }];
  });
}

const between = (a: Taken, b: Taken) => Math.max(0, a.from - b.until, b.from - a.until);

/** Of the same outing and region: who knows where the one was taken may guess where the other was. */
function sameDay({ media: row }: MediaRecord, others: readonly Exact[]): Leak[] {
  const taken = takenOf(row);
  if (!taken || !row.location) return [];
  const region = regionOf(row.location);
  return others
    .filter((other) => between(taken, other.taken) <= OUTING_MS && other.region === region)
    .map(({ id, title, place, isPosition, taken: when }) => {
      const hours = Math.floor(between(taken, when) / HOUR_MS);
      return { kind: 'sameDay' as const, id, title, place, isPosition, hours };
    });
}

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

interface Around {
  others: readonly Exact[];
  stories: ReadonlyMap<string, Told[]>;
}

function leaksOf(
  record: MediaRecord,
  level: GuardLevel,
  { others, stories: told }: Around,
): Leak[] {
  const { media: row, category, tags, file } = record;
  const rights = Object.values(ownRightsOf(file.facts));
  const words = { ...pick(row, toldTexts), category, tags, slug: row.slug, rights };
  const names = namesAround(row.location, level);
  const shown = told.get(row.id) ?? [];
  return [
    ...findLeaks(words, names),
    ...shown.flatMap((story) => toldIn(story, names)),
    ...sameDay(record, others),
  ];
}

function countNeighbours(record: MediaRecord, all: readonly MediaRecord[]): number {
  const taken = takenOf(record.media);
  return all.filter((other) => {
    const when = other === record ? null : takenOf(other.media);
    return taken && when && areNeighbours(taken, when);
  }).length;
}

function toRow(record: MediaRecord, leaks: Leak[], all: readonly MediaRecord[]): LeakRow {
  const { media: row } = record;
  const precision = precisionOf(row.locationPrivacy, row.guard);
  return {
    item: toMediaItem(record),
    place: publicPlace(row.location, precision)?.words ?? null,
    date: publicDate(row.date, row.guard),
    address: `/${row.type === 'video' ? 'video' : 'foto'}/${row.slug}`,
    neighbours: countNeighbours(record, all),
    leaks,
  };
}

/** A page of the report, from 1; one that there is not is the last. */
export function readLeakReport(store: Store, wanted: number): LeakReport {
  const records = readGuardedMedia(store);
  const around = { others: readExact(store), stories: readStories(store) };
  const found = records.map((record) => {
    const { guard } = record.media;
    return { record, leaks: guard ? leaksOf(record, guard, around) : [] };
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
