/** The content as the database has it at one moment. */

import { type GuardLevel, precisionOf } from '@veldlicht/contract/guard';
import type { LocationPrivacy } from '@veldlicht/contract/location';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { rightsNames } from '@veldlicht/contract/rights';
import type { SiteProfile } from '@veldlicht/contract/settings';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import type { SpeciesName } from '@veldlicht/contract/species';
import { isInTimeSql, isListedSql } from '@veldlicht/database/is-public';
import { type Database, openDatabase, type Store } from '@veldlicht/database/open';
import { publicGrid } from '@veldlicht/database/positions/public-place';
import { auditLog, categories, contentState, media, settings } from '@veldlicht/database/schema';
import { eq, max } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import {
  type ContentSource,
  type Entry,
  onMap,
  ratioOf,
  type SpeciesFacts,
} from './content-source.ts';
import { toSiteFacts } from './site-facts.ts';
import { readStories, STORY_IS_VISIBLE, sectionsOf } from './stories.ts';
import { fileColumns, itemColumns, type PublicRow, toPublicItem } from './to-public-item.ts';

/** SQL on an item with its own file `f` and the ready one `p` that this replaces: visitors see it at a moment. */
const IS_VISIBLE = `${isListedSql('m')} AND ${isInTimeSql('m')}
  AND (f.processing = 'ready' OR p.hash IS NOT NULL)`;

const TAGS_IN_USE = `
  SELECT c.name FROM categories c
  WHERE c.type = 'tag' AND EXISTS (
    SELECT 1 FROM media_tags t
    JOIN media m ON m.seq = t.media_seq
    JOIN files f ON f.hash = m.file_hash
    LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
    WHERE t.tag_id = c.id AND ${IS_VISIBLE})
  ORDER BY c.sort_order`;

/** Its place among the ages, what it shows, where and when. */
export const WHAT_WHERE_WHEN = `coalesce(m.guard_order, m.seq) AS place, (
    SELECT group_concat(scientific_name, char(10) ORDER BY position)
    FROM media_species WHERE media_seq = m.seq) AS species,
  m.location, m.location_privacy, m.guard, m.date`;

/** The list of published items. The file that visitors see is the item's own once it is ready, until then the one it replaces. */
const ENTRIES = `
  SELECT m.seq, m.slug, m.type, m.revision, m.link_revision, m.featured, m.hero, m.cover,
         c.name AS category,
         CASE WHEN f.processing = 'ready' THEN f.hash ELSE p.hash END AS hash,
         ${IS_VISIBLE} AS visible,
         CASE WHEN f.processing = 'ready' THEN f.width ELSE p.width END AS width,
         CASE WHEN f.processing = 'ready' THEN f.height ELSE p.height END AS height,
         ${WHAT_WHERE_WHEN}
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files f ON f.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
`;

/** The plus keeps SQLite from walking the whole table to save itself a sort. */
const NEWEST_FIRST = 'ORDER BY +place DESC';

/**
 * What was written since, and what began or ended between two moments without being written. UNION
 * would say each number once in order, for which SQLite walks the whole table; IN has no need of that.
 */
const CHANGED = `
  WHERE m.seq IN (
    SELECT seq FROM media WHERE revision > @revision
    UNION ALL SELECT seq FROM media WHERE publish_from > @after AND publish_from <= @upTo
    UNION ALL SELECT seq FROM media WHERE publish_until > @after AND publish_until <= @upTo)`;

const DELETED = "SELECT media_seq FROM removals WHERE kind = 'deleted' AND revision > ?";

export type EntryRow = [
  ...[seq: number, slug: string, type: Entry['type'], revision: number, linkRevision: number],
  ...[
    featured: number,
    hero: number,
    cover: number,
    category: string,
    hash: string,
    visible: number,
    width: number,
    height: number,
    order: number,
    species: string | null,
    location: string | null,
    locationPrivacy: LocationPrivacy,
    guard: GuardLevel | null,
    date: string | null,
  ],
];

/** What an earlier read found, up to a revision and a moment. */
export interface KnownEntries {
  revision: number;
  moment: number;
  entries: Entry[];
}

export function toEntry(row: EntryRow): Entry {
  const [seq, slug, type, revision, linkRevision, featured, hero, cover, ...rest] = row;
  const [category, hash, , width, height, order, names, ...whereAndWhen] = rest;
  const [location, privacy, guard, date] = whereAndWhen;
  const grid = publicGrid(location, precisionOf(privacy, guard));
  const species = names?.split('\n') ?? [];
  const chosen = { featured: featured === 1, hero: hero === 1, cover: cover === 1 };
  const shown = { category, species, hash, ratio: ratioOf({ width, height }) };
  const mapped = onMap({ grid, date });
  return { seq, order, slug, type, revision, linkRevision, ...chosen, ...shown, ...mapped };
}

/** Puts changed entries in the place of their old ones; both lists newest first. */
function merge(known: Entry[], gone: Set<number>, fresh: Entry[]): Entry[] {
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of known) {
    for (let other = fresh[next]; other && other.order > entry.order; other = fresh[next]) {
      merged.push(other);
      next++;
    }
    if (!gone.has(entry.seq)) merged.push(entry);
  }
  return [...merged, ...fresh.slice(next)];
}

function readRows(db: Database, known: KnownEntries | null, moment: number): EntryRow[] {
  const { $client } = db;
  const query = $client.prepare(`${ENTRIES}${known ? CHANGED : ''}${NEWEST_FIRST}`).raw();
  // A clock may have been set back.
  const [after, upTo] = known ? [known.moment, moment].sort((a, b) => a - b) : [];
  const since = known ? { after, upTo, revision: known.revision } : {};
  return query.all({ moment, ...since }) as EntryRow[]; // the columns of ENTRIES
}

/**
 * Items that are public at a moment, newest first. Entries that did not change are the objects of
 * `known`.
 */
export function readEntries(db: Database, known: KnownEntries | null, moment: number): Entry[] {
  const rows = readRows(db, known, moment);
  const fresh = rows.filter((row) => row[10] === 1).map(toEntry);
  if (!known) return fresh;
  const deleted = db.$client.prepare(DELETED).pluck().all(known.revision) as number[]; // one column
  if (rows.length === 0 && deleted.length === 0) return known.entries;
  return merge(known.entries, new Set([...deleted, ...rows.map(([seq]) => seq)]), fresh);
}

/** SQL that is true when an item shows its own file and no longer the one that this replaces. */
const OWN_IS_READY = "own.processing = 'ready'";

const select = (table: string, columns: readonly string[]) =>
  columns.map((key) => `${table}.${toSnakeCase(key)} AS ${key}`).join(', ');

/** Rows of a table by the number of their item: a range, in which nothing else lies, or a list as JSON. */
const amongItems = (column: string) =>
  `${column} BETWEEN @from AND @to AND (@list IS NULL OR ${column} IN (SELECT value FROM json_each(@list)))`;

/** SQL that takes from the facts of a file what visitors may read of them; all of it would take twice as long. */
const RIGHTS = `json_object(${rightsNames
  .map((name) => `'${name}', f.facts ->> '${name}'`)
  .join(', ')})`;

/** Items with the file that is shown. */
const itemsQuery = (ownIsShown: string) => `
  SELECT m.seq, ${select('m', itemColumns)}, ${select('f', fileColumns)}, ${RIGHTS} AS facts
  FROM media m
  JOIN files own ON own.hash = m.file_hash
  JOIN files f ON f.hash = CASE WHEN ${ownIsShown} THEN own.hash ELSE m.previous_file_hash END
  WHERE ${amongItems('m.seq')}`;

/** A row of `itemsQuery`: JSON columns are text. */
type ItemRow = Omit<PublicRow, 'camera' | 'facts' | 'renditions'> & {
  seq: number;
  camera: string;
  facts: string;
  renditions: string;
};

const TAGS_OF_ITEMS = `SELECT media_seq, tag_id FROM media_tags WHERE ${amongItems('media_seq')}`;

const SPECIES_OF_ITEMS = `
  SELECT media_seq AS seq, scientific_name AS scientificName, dutch_name AS dutchName
  FROM media_species JOIN species USING (scientific_name)
  WHERE ${amongItems('media_seq')} ORDER BY position`;

const SPECIES = `
  SELECT scientific_name AS scientificName, dutch_name AS dutchName, group_name AS "group"
  FROM species WHERE scientific_name IN (SELECT scientific_name FROM media_species)
  ORDER BY scientific_name`;

const TAGS = "SELECT id, name FROM categories WHERE type = 'tag'";

/**
 * Items list their tags by name: were it the owner's order, moving one tag would change the page of
 * every item that has two.
 */
const byDutchName = new Intl.Collator('nl').compare;

/** Endings of addresses that items had in public and have no more. */
const RETIRED =
  "SELECT DISTINCT substr(slug, -4) AS ending FROM removals WHERE kind = 'address' ORDER BY ending";

export const CATEGORIES = "SELECT name FROM categories WHERE type = 'category' ORDER BY sort_order";

/**
 * Items that a reader remembers: index, archive, sitemap and snapshot of an edit show the same ones.
 * More would save a release of everything a twentieth of its time, for thirty megabytes.
 */
const MOST_REMEMBERED = 1000;

type SpeciesRow = SpeciesName & { seq: number };

/** Which items to read, as parameters of `amongItems`. */
interface Which {
  from: number;
  to: number;
  list: string | null;
}

/** Neighbours in age are a range; what is guarded, and the items of a species, lie far apart. */
function among(seqs: number[]): Which {
  const [from, to] = [Math.min(...seqs), Math.max(...seqs)];
  return { from, to, list: to - from < 2 * seqs.length ? null : JSON.stringify(seqs) };
}

/**
 * Reads items, neighbours in age together, each once. By hand rather than through drizzle: a publish reads hundreds of items,
 * and mapping costs ten times what the query does. `ownIsShown` is SQL on the item's own file.
 */
export function itemReader(
  db: Database,
  ownIsShown = OWN_IS_READY,
): (wanted: Entry[]) => PublicItem[] {
  const readItems = db.$client.prepare(itemsQuery(ownIsShown));
  const readTags = db.$client.prepare(TAGS_OF_ITEMS).raw();
  const readSpecies = db.$client.prepare(SPECIES_OF_ITEMS);
  const tags = db.$client.prepare(TAGS).raw().all() as [string, string][]; // the columns of TAGS
  // Names that compare as equal stand in the order of their ids, in every run the same.
  tags.sort(([id, name], [otherId, other]) => byDutchName(name, other) || (id < otherId ? -1 : 1));
  const places = new Map(tags.map(([id], place) => [id, place]));
  const known = new Map<number, PublicItem>();

  function tagNames(which: Which): Map<number, string[]> {
    const found = new Map<number, number[]>();
    const rows = readTags.all(which) as [number, string][]; // the columns of TAGS_OF_ITEMS
    for (const [seq, id] of rows) {
      const place = places.get(id);
      if (place !== undefined) found.set(seq, [...(found.get(seq) ?? []), place]);
    }
    const names = (list: number[]) => list.sort((a, b) => a - b).map((i) => tags[i]?.[1] ?? '');
    return new Map([...found].map(([seq, list]) => [seq, names(list)]));
  }

  function read(wanted: Entry[]): void {
    const seqs = wanted.map(({ seq }) => seq);
    const which = among(seqs);
    const rows = readItems.all(which) as ItemRow[]; // the columns of itemsQuery
    const bySeq = new Map(rows.map((row) => [row.seq, row]));
    const names = tagNames(which);
    const shown = Map.groupBy(readSpecies.all(which) as SpeciesRow[], (row) => row.seq); // its columns
    for (const { seq, category } of wanted) {
      const row = bySeq.get(seq);
      if (!row) throw new Error(`item ${seq} is not published`);
      const { seq: _seq, ...facts } = row;
      const camera = JSON.parse(row.camera);
      const renditions = JSON.parse(row.renditions);
      const said = JSON.parse(row.facts);
      const species = (shown.get(seq) ?? []).map(({ seq: _, ...name }) => name);
      const item = toPublicItem(
        { ...facts, camera, facts: said, renditions },
        { category, tags: names.get(seq) ?? [], species },
      );
      known.set(seq, item);
    }
  }

  return (wanted) => {
    let missing = wanted.filter(({ seq }) => !known.has(seq));
    if (known.size + missing.length > MOST_REMEMBERED) {
      known.clear();
      missing = wanted;
    }
    if (missing.length > 0) read(missing);
    return wanted.map(({ seq }) => {
      const item = known.get(seq);
      if (!item) throw new Error(`item ${seq} is not published`);
      return item;
    });
  };
}

/** Clocks are put right by seconds all the time; what has begun does not end for that. */
const CLOCK_PLAY_MS = 60_000;

/** The moment to make the site for: now, or the last one when the clock was set back a little. */
export function siteMoment(now: number, shownAt: number | null): number {
  if (shownAt === null || now >= shownAt || shownAt - now > CLOCK_PLAY_MS) return now;
  return shownAt;
}

/** The newest entry of the log, 0 when there is none. */
export function newestAuditId(store: Store): number {
  return (
    store
      .select({ id: max(auditLog.id) })
      .from(auditLog)
      .get()?.id ?? 0
  );
}

/**
 * One read transaction on a connection of its own, with what every source needs of it. `typed` stands in for what is
 * stored of the profile.
 */
export function openView(file: string, typed: Partial<SiteProfile> = {}) {
  const db = openDatabase(file, { readonly: true });
  db.$client.exec('BEGIN');
  const state = db.select().from(contentState).get();
  const row = db.select().from(settings).get();
  if (!state || !row) throw new Error('the database has no content state');
  const stored = { ...row, profile: { ...row.profile, ...typed } };
  /** One text column. */
  const names = (query: string, facts = {}) =>
    db.$client.prepare(query).pluck().all(facts) as string[];
  const seqOf = (id = '') =>
    db.select({ seq: media.seq }).from(media).where(eq(media.id, id)).get()?.seq ?? null;
  return { db, state, stored, names, seqOf, portrait: seqOf(stored.profile.portrait) };
}

/** What is said of categories; a position in it keeps it away, as with the texts of items. */
export function readCategoryTexts(db: Database): Record<string, string> {
  const rows = db
    .select({ name: categories.name, description: categories.description })
    .from(categories)
    .where(eq(categories.type, 'category'))
    .all();
  const said = rows.flatMap(({ name, description }) =>
    description && !holdsPosition(description) ? [[name, description] as const] : [],
  );
  return Object.fromEntries(said);
}

/** The names of every species that any item shows. */
export function readSpeciesFacts(db: Database): SpeciesFacts[] {
  return db.$client.prepare(SPECIES).all() as SpeciesFacts[]; // its columns
}

export interface DatabaseSource extends ContentSource {
  /** The newest entry of the audit log: changes up to it are in this view. */
  auditId: number;
}

/**
 * Opens a view that stays the same whatever is written meanwhile: one read transaction on a
 * connection of its own. Close it soon; the write-ahead log grows while it is open. `moment`
 * decides which items have begun and not ended (product decisions §5). `known` is what an earlier
 * source had: then only what changed since is read.
 */
export function openDatabaseSource(
  file: string,
  origin: string,
  moment: number,
  known: KnownEntries | null = null,
): DatabaseSource {
  const { db, state, stored, names, portrait } = openView(file);
  const entries = readEntries(db, known, moment);
  const stories = readStories(db, entries, STORY_IS_VISIBLE, moment);
  const site = toSiteFacts(stored.profile, stored.googleAnalyticsId, origin);
  return {
    revision: state.revision,
    auditId: newestAuditId(db),
    site: { ...site, ...sectionsOf(stories) },
    siteRevision: stored.revision,
    portrait,
    categories: names(CATEGORIES),
    categoryTexts: readCategoryTexts(db),
    tags: names(TAGS_IN_USE, { moment }),
    species: readSpeciesFacts(db),
    retired: names(RETIRED),
    entries,
    stories,
    items: itemReader(db),
    close: () => db.$client.close(),
  };
}
