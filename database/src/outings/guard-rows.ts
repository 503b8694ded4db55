/** Reads items and stories for the guard. */
import { cacheOf } from '@veldlicht/contract/cache';
import type { GuardLevel, GuardReason, GuardRule, Sighted } from '@veldlicht/contract/guard';
import { publicTextFields } from '@veldlicht/contract/item-fields';
import type { Coordinates, LocationPrivacy } from '@veldlicht/contract/location';
import { type SQL, sql } from 'drizzle-orm';
import { among } from '../among.ts';
import { mayShowOf } from '../keep-addresses.ts';
import type { Store } from '../open.ts';
import { onePosition } from '../positions/position.ts';
import { mayShowStory } from '../public/shown-words.ts';
import { guardRules, media, mediaSpecies, type StoredArea } from '../schema.ts';
import { itemsShownIn, slugsLinkedIn } from './story-items.ts';
import { DOUBTFUL_MS, ONE_UPLOAD_MS, type Taken, takenOf } from './taken.ts';

export interface GuardRow {
  seq: number;
  id: string;
  slug: string;
  date: string | null;
  location: string | null;
  locationPrivacy: LocationPrivacy;
  status: 'draft' | 'published';
  withheld: number;
  firstPublishedAt: number | null;
  createdAt: number;
  takenFrom: number | null;
  takenUntil: number | null;
  guard: GuardLevel | null;
  /** JSON, like the two below. */
  guardReasons: string;
  guardArea: string | null;
  notShown: string;
  guardOrder: number | null;
  fileDate: string | null;
  fileTime: string | null;
  fileOffset: string | null;
}

/** An item as the guard sees it. */
export interface Subject {
  row: GuardRow;
  taken: Taken | null;
  point: Coordinates | null;
  area: StoredArea | null;
  reasons: GuardReason[];
}

export function readGuardRules(store: Store): Map<string, GuardRule> {
  const rows = store.select().from(guardRules).all();
  return new Map(rows.map((rule) => [rule.scientificName, rule]));
}

/** Species of items, by item number; of all items when `seqs` is absent. */
export function sightedOf(store: Store, seqs: number[] | undefined): Map<number, Sighted[]> {
  const { mediaSeq, scientificName, kind, nest } = mediaSpecies;
  const rows = store
    .select({ mediaSeq, scientificName, kind, nest })
    .from(mediaSpecies)
    .where(seqs && among(mediaSeq, seqs))
    .orderBy(mediaSpecies.position)
    .all();
  return Map.groupBy(rows, (row) => row.mediaSeq);
}

/** Parsing a position costs more than the rest of an item. */
const positions = cacheOf<string, Coordinates | null>(20_000);

const pointOf = (location: string | null): Coordinates | null =>
  location ? positions(location, () => onePosition(location)) : null;

/** Reads items; `isKept`: also those in the trash. */
export function readSubjects(store: Store, which: SQL, isKept = false): Subject[] {
  const items = isKept ? sql`media_rows AS media` : sql`media`;
  const rows = store.all<GuardRow>(sql`
    SELECT seq, id, slug, date, location, location_privacy AS locationPrivacy, status, withheld,
      first_published_at AS firstPublishedAt, media.created_at AS createdAt,
      taken_from AS takenFrom, taken_until AS takenUntil, guard, guard_reasons AS guardReasons,
      guard_area AS guardArea, not_shown AS notShown, guard_order AS guardOrder,
      facts ->> 'date' AS fileDate, facts ->> 'time' AS fileTime, facts ->> 'offset' AS fileOffset
    FROM ${items} JOIN files ON hash = file_hash WHERE ${which}`);
  return rows.map((row) => ({
    row,
    taken: takenOf(row.date, { date: row.fileDate, time: row.fileTime, offset: row.fileOffset }),
    point: pointOf(row.location),
    area: row.guardArea === null ? null : JSON.parse(row.guardArea),
    reasons: JSON.parse(row.guardReasons),
  }));
}

/** Reads the words of items and of their files, by item number. */
export function wordsOf(store: Store, seqs: number[] | undefined): Map<number, string[]> {
  const own = sql.join(
    [...publicTextFields, 'originalName' as const].map((name) => media[name]),
    sql`, `,
  );
  const rows = store.all<{ seq: number; own: string; keywords: string | null; tags: string }>(sql`
    SELECT seq, json_array(${own}) AS own, facts ->> 'keywords' AS keywords,
      (SELECT json_group_array(name) FROM media_tags JOIN categories ON id = tag_id
        WHERE media_seq = seq) AS tags
    FROM media JOIN files ON hash = file_hash WHERE ${seqs ? among(media.seq, seqs) : sql`true`}`);
  return new Map(
    rows.map(({ seq, own, keywords, tags }) => {
      const all: (string | null)[] = [own, keywords ?? '[]', tags].flatMap((one) =>
        JSON.parse(one),
      );
      return [seq, all.filter((text) => text !== null)];
    }),
  );
}

/** The longest window, so that an index on its start is enough. */
const WINDOW_MS = 48 * 60 * 60 * 1000;

type Window = Pick<Taken, 'from' | 'until'>;

/** An item's time as computed now and as stored. */
function windowsOf({ row, taken }: Subject): Window[] {
  const { takenFrom: from, takenUntil: until } = row;
  return [...(taken ? [taken] : []), ...(from !== null && until !== null ? [{ from, until }] : [])];
}

/** Merges overlapping windows, so that the items of a day are read once. */
function mergeWindows(windows: Window[]): Window[] {
  const merged: Window[] = [];
  for (const window of windows.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && window.from <= last.until) last.until = Math.max(last.until, window.until);
    else merged.push({ ...window });
  }
  return merged;
}

/** Reads items taken within hours of these; where a date is missing, items of the same upload. */
export function readAround(store: Store, subjects: readonly Subject[]): Subject[] {
  const windows = mergeWindows(subjects.flatMap(windowsOf));
  const uploads = [true, false].flatMap((isDated) =>
    mergeWindows(
      subjects
        .filter(({ taken }) => !!taken === isDated)
        .map(({ row: { createdAt: came } }) => ({
          from: came - ONE_UPLOAD_MS,
          until: came + ONE_UPLOAD_MS,
        })),
    ).map((window) => ({ ...window, isDated: +isDated })),
  );
  const [from, until] = [sql`w.value ->> 'from'`, sql`w.value ->> 'until'`];
  const near = sql`m.taken_from
    BETWEEN ${from} - ${DOUBTFUL_MS + WINDOW_MS} AND ${until} + ${DOUBTFUL_MS}
    AND m.taken_until >= ${from} - ${DOUBTFUL_MS}`;
  const withIt = sql`m.created_at BETWEEN u.value ->> 'from' AND u.value ->> 'until'
    AND m.location <> '' AND (m.taken_from IS NULL OR NOT u.value ->> 'isDated')`;
  return readSubjects(
    store,
    sql`seq IN (SELECT m.seq FROM json_each(${JSON.stringify(windows)}) w, media m WHERE ${near}
      UNION SELECT m.seq FROM json_each(${JSON.stringify(uploads)}) u, media m WHERE ${withIt})`,
  );
}

/** A story, with the ids of the items that it shows or links to. */
export interface StoryGroup {
  id: string;
  date: string;
  /** Whether visitors see it. */
  isListed: boolean;
  items: Set<string>;
}

/** Reads the stories that show or link to one of these items; all stories when `items` is absent. */
export function readGroups(store: Store, items?: readonly Subject[]): StoryGroup[] {
  if (items?.length === 0) return [];
  const names = JSON.stringify(items?.flatMap(({ row }) => [row.id, row.slug]) ?? []);
  const rows = store.all<{
    id: string;
    kind: 'note' | 'series';
    title: string;
    slug: string;
    date: string;
    body: string;
    cover: string | null;
    isListed: number;
  }>(sql`
    SELECT id, kind, title, slug, date, body, cover, status = 'published' AND NOT withheld AS isListed
    FROM stories s WHERE deleted_at IS NULL AND (${items === undefined ? 1 : 0} OR EXISTS (
      SELECT 1 FROM json_each(${names}) i WHERE s.cover = i.value OR instr(s.body, i.value)))`);
  const linked = rows.map(({ body }) => slugsLinkedIn(body));
  const slugs = JSON.stringify(linked.flat());
  const named = store.all<{ id: string; slug: string }>(sql`
    SELECT id, slug FROM media WHERE slug IN (SELECT value FROM json_each(${slugs}))`);
  const idOf = new Map(named.map(({ id, slug }) => [slug, id]));
  const mayShow = mayShowOf(store);
  return rows.map((row, i) => ({
    id: row.id,
    date: row.date,
    isListed: row.isListed === 1 && mayShowStory(row, mayShow),
    items: new Set([
      ...itemsShownIn(row),
      ...(linked[i] ?? []).flatMap((slug) => idOf.get(slug) ?? []),
    ]),
  }));
}
