/** What the private database has of items and stories, read by the projection alone. */
import { ownRightsOf, rightsNames } from '@veldlicht/contract/rights';
import type { StoryKind } from '@veldlicht/contract/story';
import { toSnakeCase } from 'drizzle-orm/casing';
import { SHARED } from '../guard-schema.ts';
import { isInTimeSql, isListedSql } from '../is-public.ts';
import type { Database } from '../open.ts';
import { itemsShownIn, slugsLinkedIn } from '../outings/story-items.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { fileColumns, itemColumns, type PublicRow } from './to-public-item.ts';
import { type MayTell, mayTellIn, toldRights, toldWords } from './told-words.ts';

/**
 * Which items and stories are shown, as SQL with a parameter `@moment`: on an item `m` with its own file `own` and
 * the ready one `p` that this replaces, and on a story `s`.
 */
interface Visibility {
  item: string;
  story: string;
  /** The item shows its own file. */
  ownFile: string;
}

/** As visitors see them. */
export const forVisitors: Visibility = {
  item: `${isListedSql('m')} AND ${isInTimeSql('m')}`,
  story: `${isListedSql('s')} AND ${isInTimeSql('s')}`,
  ownFile: "own.processing = 'ready'",
};

/** SQL on an item or a story: visitors saw it until a moment that is over, and nobody is to see it again. */
const hasEnded = (table: string) =>
  `${table}.status = 'published' AND ${table}.publish_until IS NOT NULL AND ${table}.publish_until <= @moment`;

/** As their makers see them: with drafts, and pictures as soon as there is something to see. */
export const withDrafts: Visibility = {
  item: `NOT m.withheld AND NOT (${hasEnded('m')})`,
  story: `NOT s.withheld AND NOT (${hasEnded('s')})`,
  ownFile: `own.processing IN ('ready', 'working') AND EXISTS (
    SELECT 1 FROM json_each(own.renditions) r WHERE r.value ->> 'format' = 'jpg')`,
};

const select = (table: string, columns: readonly string[]) =>
  columns.map((key) => `${table}.${toSnakeCase(key)} AS ${key}`).join(', ');

/** SQL that takes from the facts of a file what visitors may read of them; all of it would take twice as long. */
const RIGHTS = `json_object(${rightsNames
  .map((name) => `'${name}', f.facts ->> '${name}'`)
  .join(', ')})`;

/** Rows among the numbers of items in a JSON list; a range keeps SQLite from looking each of them up. */
const among = (column: string) =>
  `${column} BETWEEN @from AND @to AND ${column} IN (SELECT value FROM json_each(@list))`;

/** A row of the items, with the names that stand in other tables. */
export interface ItemRow {
  seq: number;
  id: string;
  /** Among the ages: by chance at the start of its month for what is guarded. */
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
 * Items list their tags by name: were it the owner's order, moving one tag would change the page of every item
 * that has two.
 */
const byDutchName = new Intl.Collator('nl').compare;

/** An item with the words that visitors may read of it; null while its address would say more. */
function asTold(item: ItemRow, mayTell: MayTell): ItemRow | null {
  const { row, id, category, tags, species } = item;
  if (row.guard === null) return item;
  const told = toldWords({ ...row, id }, { category, tags, species }, mayTell);
  if (!told) return null;
  const { id: _, ...words } = told.item;
  const facts = toldRights(ownRightsOf(row.facts), mayTell);
  return { ...item, ...told.names, row: { ...words, facts } };
}

/**
 * Answers what is shown of some items, without those that are not shown. By hand rather than through drizzle:
 * mapping costs ten times what the query does.
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
  const mayTell = mayTellIn($client);
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
        // What a tag says of itself would say it of the item.
        .filter(({ description: text }) => !row.guard || !text || mayTell(SHARED, text))
        .map(({ name }) => name)
        .sort(byDutchName),
      species: (speciesOf.get(seq) ?? []).map(({ scientificName, dutchName }) => ({
        scientificName,
        dutchName,
      })),
    }));
    return all.flatMap((row) => asTold(row, mayTell) ?? []);
  };
}

/**
 * What was written since, also to put it into the trash, and what began or ended between two moments without being written. UNION
 * would say each number once in order, for which SQLite walks the whole table.
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

/** Up to where an earlier look at the database came. */
export interface Since {
  revision: number;
  moment: number;
}

function bounds({ revision, moment: then }: Since, moment: number) {
  // A clock may have been set back.
  return { revision, after: Math.min(then, moment), upTo: Math.max(then, moment) };
}

/** Numbers of the items that may be shown otherwise than then, each once. */
export function changedItems(db: Database, since: Since, moment: number): number[] {
  const found = prepared(db.$client, CHANGED_ITEMS).pluck().all(bounds(since, moment)) as number[]; // one column
  return [...new Set(found)];
}

/** Forgets deleted items that the public database has passed, for good: a power cut may take its last commits away. */
export function forgetDeleted(db: Database, target: PublicDatabase): void {
  if (!prepared(db.$client, 'SELECT 1 FROM deleted_items LIMIT 1').get()) return;
  const revision = prepared(target, 'SELECT revision FROM state').pluck().get();
  target.pragma('wal_checkpoint(FULL)');
  prepared(db.$client, 'DELETE FROM deleted_items WHERE revision <= ?').run(revision);
}

/** The same of stories: their ids. */
export function changedStories(db: Database, since: Since, moment: number): string[] {
  return prepared(db.$client, CHANGED_STORIES).pluck().all(bounds(since, moment)) as string[]; // one column
}

/** Ids of the stories that show or link one of these items. */
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
  /** It shows or links something guarded, be it off the site while its address waits. */
  isGuarded: boolean;
}

/** Ids of the guarded ones among these items, those in the trash too. */
export function guardedAmong(db: Database, seqs: readonly number[]): string[] {
  const query =
    'SELECT id FROM media_rows WHERE guard IS NOT NULL AND seq IN (SELECT value FROM json_each(?))';
  return prepared(db.$client, query).pluck().all(JSON.stringify(seqs)) as string[]; // one column
}

/** Stories that are shown: those among these ids, or all of them. */
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
