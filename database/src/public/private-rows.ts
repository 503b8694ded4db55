/** Reads items and stories from the private database, for the projection. */
import { ownRightsOf, rightsNames } from '@veldlicht/contract/rights';
import type { StoryKind } from '@veldlicht/contract/story';
import { toSnakeCase } from 'drizzle-orm/casing';
import { SHARED } from '../guard-schema.ts';
import { isInTimeSql, isListedSql } from '../is-public.ts';
import type { Database } from '../open.ts';
import { itemsShownIn, slugsLinkedIn } from '../outings/story-items.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { type MayShow, mayShowIn, shownRights, shownWords } from './shown-words.ts';
import { fileColumns, itemColumns, type PublicRow } from './to-public-item.ts';

/**
 * Conditions for shown items and stories, as SQL with a parameter `@moment`: on an item `m` with its file `own` and the
 * previous ready file `p`, and on a story `s`.
 */
interface Visibility {
  item: string;
  story: string;
  /** The item shows its own file. */
  ownFile: string;
}

/** For visitors. */
export const forVisitors: Visibility = {
  item: `${isListedSql('m')} AND ${isInTimeSql('m')}`,
  story: `${isListedSql('s')} AND ${isInTimeSql('s')}`,
  ownFile: "own.processing = 'ready'",
};

/** SQL on an item or a story: its schedule is over. */
const hasEnded = (table: string) =>
  `${table}.status = 'published' AND ${table}.publish_until IS NOT NULL AND ${table}.publish_until <= @moment`;

/** For previews: with drafts, and with pictures that have a first rendition. */
export const withDrafts: Visibility = {
  item: `NOT m.withheld AND NOT (${hasEnded('m')})`,
  story: `NOT s.withheld AND NOT (${hasEnded('s')})`,
  ownFile: `own.processing IN ('ready', 'working') AND EXISTS (
    SELECT 1 FROM json_each(own.renditions) r WHERE r.value ->> 'format' = 'jpg')`,
};

const select = (table: string, columns: readonly string[]) =>
  columns.map((key) => `${table}.${toSnakeCase(key)} AS ${key}`).join(', ');

/** Only the credits among a file's facts: reading all would take twice as long. */
const RIGHTS = `json_object(${rightsNames
  .map((name) => `'${name}', f.facts ->> '${name}'`)
  .join(', ')})`;

/** Rows of the item numbers in a JSON list; the range lets SQLite scan instead of looking up each. */
const among = (column: string) =>
  `${column} BETWEEN @from AND @to AND ${column} IN (SELECT value FROM json_each(@list))`;

/** An item with names from other tables. */
export interface ItemRow {
  seq: number;
  id: string;
  /** Sort position by age; a guarded item's is random, at the start of its month. */
  place: number;
  featured: number;
  hero: number;
  cover: number;
  category: string;
  row: PublicRow;
  tags: string[];
  species: { scientificName: string; dutchName: string | null }[];
}

/** JSON columns are text. */
type StoredRow = Omit<ItemRow, 'row' | 'tags' | 'species'> &
  Omit<PublicRow, 'camera' | 'facts' | 'renditions' | 'guardArea' | 'guardReasons'> & {
    camera: string;
    guardArea: string | null;
    guardReasons: string;
    facts: string;
    renditions: string;
  };

const itemsQuery = ({ item, ownFile }: Visibility) => `
  SELECT m.seq, m.id, coalesce(m.guard_order, m.seq) AS place, m.featured, m.hero, m.cover,
    c.name AS category, ${select('m', itemColumns)}, ${select('f', fileColumns)}, ${RIGHTS} AS facts
  FROM media m
  JOIN categories c ON c.id = m.category_id
  JOIN files own ON own.hash = m.file_hash
  LEFT JOIN files p ON p.hash = m.previous_file_hash AND p.processing = 'ready'
  JOIN files f ON f.hash = CASE WHEN ${ownFile} THEN own.hash ELSE p.hash END
  WHERE ${among('m.seq')} AND ${item}`;

const TAGS_OF_ITEMS = `
  SELECT media_seq AS seq, name, description FROM media_tags JOIN categories ON id = tag_id
  WHERE ${among('media_seq')} ORDER BY id`;

interface TagRow {
  seq: number;
  name: string;
  description: string | null;
}

const SPECIES_OF_ITEMS = `
  SELECT media_seq AS seq, scientific_name AS scientificName, dutch_name AS dutchName
  FROM media_species JOIN species USING (scientific_name)
  WHERE ${among('media_seq')} ORDER BY position`;

/**
 * Tags of an item are sorted by name: in the owner's order, moving a tag would change the pages of all items with
 * several.
 */
const byDutchName = new Intl.Collator('nl').compare;

/** Removes words of a guarded item that visitors may not read; null while its address has such words. */
function asShown(item: ItemRow, mayShow: MayShow): ItemRow | null {
  const { row, id, category, tags, species } = item;
  if (row.guard === null) return item;
  const shown = shownWords({ ...row, id }, { category, tags, species }, mayShow);
  if (!shown) return null;
  const { id: _, ...words } = shown.item;
  const facts = shownRights(ownRightsOf(row.facts), mayShow);
  return { ...item, ...shown.names, row: { ...words, facts } };
}

/**
 * Returns a function that reads the visible ones among some items. Without drizzle, whose mapping costs ten times as
 * much as the query.
 */
export function itemReader(
  db: Database,
  shown: Visibility,
  moment: number,
): (seqs: number[]) => ItemRow[] {
  const { $client } = db;
  const [items, tags, species] = [itemsQuery(shown), TAGS_OF_ITEMS, SPECIES_OF_ITEMS].map((query) =>
    prepared($client, query),
  );
  const mayShow = mayShowIn($client);
  return (seqs) => {
    if (seqs.length === 0) return [];
    const which = { from: Math.min(...seqs), to: Math.max(...seqs), list: JSON.stringify(seqs) };
    const rows = items?.all({ ...which, moment }) as StoredRow[]; // the columns of itemsQuery
    const tagsOf = Map.groupBy(
      tags?.all(which) as TagRow[], // the columns of TAGS_OF_ITEMS
      ({ seq }) => seq,
    );
    const speciesOf = Map.groupBy(
      species?.all(which) as ({ seq: number } & ItemRow['species'][number])[], // its columns
      ({ seq }) => seq,
    );
    const all = rows.map(({ seq, id, place, featured, hero, cover, category, ...row }) => ({
      seq,
      id,
      place,
      featured,
      hero,
      cover,
      category,
      row: {
        ...row,
        camera: JSON.parse(row.camera),
        guardArea: row.guardArea === null ? null : JSON.parse(row.guardArea),
        guardReasons: JSON.parse(row.guardReasons),
        facts: JSON.parse(row.facts),
        renditions: JSON.parse(row.renditions),
      },
      tags: (tagsOf.get(seq) ?? [])
        // A tag's description says something about the item too.
        .filter(({ description: text }) => !row.guard || !text || mayShow(SHARED, text))
        .map(({ name }) => name)
        .sort(byDutchName),
      species: (speciesOf.get(seq) ?? []).map(({ scientificName, dutchName }) => ({
        scientificName,
        dutchName,
      })),
    }));
    return all.flatMap((row) => asShown(row, mayShow) ?? []);
  };
}

/**
 * Items written since, trash included, and items whose schedule began or ended between two moments. Not UNION, since
 * SQLite then scans the whole table.
 */
const CHANGED_ITEMS = `
  SELECT seq FROM media_rows WHERE revision > @revision
  UNION ALL SELECT seq FROM media WHERE publish_from > @after AND publish_from <= @upTo
  UNION ALL SELECT seq FROM media WHERE publish_until > @after AND publish_until <= @upTo
  UNION ALL SELECT seq FROM deleted_items WHERE revision > @revision`;

const CHANGED_STORIES = `
  SELECT id FROM story_rows WHERE revision > @revision
    OR (publish_from > @after AND publish_from <= @upTo)
    OR (publish_until > @after AND publish_until <= @upTo)`;

/** State of an earlier projection. */
export interface Since {
  revision: number;
  moment: number;
}

function bounds({ revision, moment: then }: Since, moment: number) {
  // A clock may have been set back.
  return { revision, after: Math.min(then, moment), upTo: Math.max(then, moment) };
}

/** Distinct numbers of the items that may have changed since. */
export function changedItems(db: Database, since: Since, moment: number): number[] {
  const found = prepared(db.$client, CHANGED_ITEMS).pluck().all(bounds(since, moment)) as number[]; // one column
  return [...new Set(found)];
}

/** Forgets deleted items once the public database has durably removed them: a power cut may undo its last commits. */
export function forgetDeleted(db: Database, target: PublicDatabase): void {
  if (!prepared(db.$client, 'SELECT 1 FROM deleted_items LIMIT 1').get()) return;
  const revision = prepared(target, 'SELECT revision FROM state').pluck().get();
  target.pragma('wal_checkpoint(FULL)');
  prepared(db.$client, 'DELETE FROM deleted_items WHERE revision <= ?').run(revision);
}

/** Ids of the stories that may have changed since. */
export function changedStories(db: Database, since: Since, moment: number): string[] {
  return prepared(db.$client, CHANGED_STORIES).pluck().all(bounds(since, moment)) as string[]; // one column
}

/** Ids of the stories that show or link to one of these items. */
export function storiesNaming(db: Database, items: string[]): string[] {
  const query = `
    SELECT s.id FROM stories s WHERE EXISTS (
      SELECT 1 FROM json_each(?) i LEFT JOIN media_rows m ON m.id = i.value
      WHERE s.cover = i.value OR instr(s.body, i.value) OR instr(s.body, '/' || m.slug))`;
  return prepared(db.$client, query).pluck().all(JSON.stringify(items)) as string[]; // one column
}

export interface StoryRow {
  id: string;
  kind: StoryKind;
  slug: string;
  title: string;
  date: string;
  body: string;
  /** Id of an item. */
  cover: string | null;
  publishedAt: number;
  /** It shows or links to a guarded item. */
  isGuarded: boolean;
}

/** Ids of the guarded items among these, trash included. */
export function guardedAmong(db: Database, seqs: readonly number[]): string[] {
  const query =
    'SELECT id FROM media_rows WHERE guard IS NOT NULL AND seq IN (SELECT value FROM json_each(?))';
  return prepared(db.$client, query).pluck().all(JSON.stringify(seqs)) as string[]; // one column
}

/** Visible stories: those with these ids, or all. */
export function readStories(
  db: Database,
  { story, item }: Visibility,
  moment: number,
  ids?: string[],
): StoryRow[] {
  const query = `
    SELECT id, kind, slug, title, date, body, cover,
      coalesce(first_published_at, created_at) AS publishedAt
    FROM stories s
    WHERE ${story} AND (@list IS NULL OR id IN (SELECT value FROM json_each(@list)))`;
  const list = ids ? JSON.stringify(ids) : null;
  const rows = prepared(db.$client, query).all({ moment, list }) as Omit<StoryRow, 'isGuarded'>[]; // its columns
  const guarded = prepared(
    db.$client,
    `SELECT 1 FROM media m WHERE m.guard IS NOT NULL AND ${item}
      AND (m.id IN (SELECT value FROM json_each(@shown)) OR m.slug IN (SELECT value FROM json_each(@linked)))`,
  );
  return rows.map((row) => {
    const [shown, linked] = [itemsShownIn(row), slugsLinkedIn(row.body)].map((one) =>
      JSON.stringify(one),
    );
    return { ...row, isGuarded: guarded.get({ moment, shown, linked }) !== undefined };
  });
}
