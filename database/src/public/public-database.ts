/**
 * data/public.db: everything that is public, and nothing else (decision 004). Derived from the private database, so it
 * is in no backup and has no migrations.
 */
import { rmSync } from 'node:fs';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import type BetterSqlite from 'better-sqlite3';
import { openConnection } from '../connection.ts';
import { sha256 } from '../sha256.ts';
import { isDatabaseDamaged } from '../system-errors.ts';

export type PublicDatabase = BetterSqlite.Database;

/**
 * Tables of items and stories; previews have TEMP tables of the same shape. `place` is the sort position, newest last.
 * Changing this text changes the version, and the database is then recreated.
 */
export const contentTables = (create = 'CREATE TABLE ') => `
  ${create}items (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    place REAL NOT NULL,
    path TEXT NOT NULL,
    type TEXT NOT NULL,
    featured INTEGER NOT NULL,
    hero INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    category TEXT NOT NULL,
    area TEXT,
    -- When it was taken, as far as visitors may know; months from 1 to 12.
    year INTEGER,
    month INTEGER,
    -- Scientific names as a JSON list.
    species TEXT NOT NULL,
    -- Folder of its renditions.
    hash TEXT NOT NULL,
    -- Follow from what the files of the index have of it (index-rows.ts).
    search_key INTEGER NOT NULL,
    view_key INTEGER NOT NULL,
    -- Follow from the link and the card: pages that list items are compared by them.
    link_key INTEGER NOT NULL,
    card_key INTEGER NOT NULL,
    -- Follows from the whole row.
    key INTEGER NOT NULL,
    -- ItemLink and PublicItem as JSON (contract, snapshot).
    link TEXT NOT NULL,
    item TEXT NOT NULL
  );
  ${create}stories (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    path TEXT NOT NULL,
    place TEXT NOT NULL,
    -- Number of the item that stands for it.
    picture INTEGER,
    -- Story as JSON (to-public-story.ts).
    story TEXT NOT NULL
  ) WITHOUT ROWID;
  ${create}story_items (
    seq INTEGER NOT NULL, story TEXT NOT NULL, PRIMARY KEY (seq, story)
  ) WITHOUT ROWID;`;

/** Tables of counts, and items by species. `count` is of items. */
export const wholeTables = (create = 'CREATE TABLE ') => `
  ${create}item_species (
    name TEXT NOT NULL, place REAL NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (name, place, seq)
  ) WITHOUT ROWID;
  ${create}categories (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, id TEXT, position INTEGER, description TEXT,
    path TEXT
  ) WITHOUT ROWID;
  -- Tags and species in use.
  ${create}tags (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, id TEXT, position INTEGER, description TEXT,
    path TEXT
  ) WITHOUT ROWID;
  ${create}species (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, dutch_name TEXT, group_name TEXT, path TEXT,
    -- What its page opens with: a text, and the number of an item that shows it.
    words TEXT, picture INTEGER
  ) WITHOUT ROWID;
  ${create}years (name INTEGER PRIMARY KEY, count INTEGER NOT NULL);
  -- Parts of the order of ages, from 1: chunks of the index, which are parts of the sitemap too, and archive pages.
  ${create}chunks (number INTEGER PRIMARY KEY, count INTEGER NOT NULL);
  ${create}archive (number INTEGER PRIMARY KEY, count INTEGER NOT NULL);
  ${create}areas (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
  -- What the map shows of an area. Month 0 is unknown.
  ${create}map_groups (
    area TEXT NOT NULL, month INTEGER NOT NULL, species TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (area, month, species)
  ) WITHOUT ROWID;
  -- When and where a species was photographed.
  ${create}sightings (
    name TEXT NOT NULL, month INTEGER NOT NULL, words TEXT NOT NULL, area TEXT NOT NULL,
    count INTEGER NOT NULL, PRIMARY KEY (name, month, words, area)
  ) WITHOUT ROWID;
  ${create}site (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- SiteFacts as JSON (contract, site-facts).
    facts TEXT NOT NULL
  );`;

/** Items per part of the order by age: a new item never moves an older one to another part. */
export const CHUNK_ITEMS = 250;
export const ARCHIVE_ITEMS = 100;
/** SQL for the number of the part that a place is in. */
export const partOf = (place: string, size: number) =>
  `CAST(ceil(${place} / ${size}.0) AS INTEGER)`;

const TAGS = "json_each(i.item, '$.tags') t";
const SPECIES = 'json_each(i.species) s';
/** Tables of counts: their columns, and the values of an item `i`. */
const counted = [
  { table: 'categories', columns: ['name'], values: ['i.category'] },
  { table: 'tags', columns: ['name'], values: ['t.value'], from: TAGS },
  { table: 'species', columns: ['name'], values: ['s.value'], from: SPECIES },
  { table: 'years', columns: ['name'], values: ['i.year'] },
  { table: 'areas', columns: ['name'], values: ['i.area'] },
  { table: 'chunks', columns: ['number'], values: [partOf('i.place', CHUNK_ITEMS)] },
  { table: 'archive', columns: ['number'], values: [partOf('i.place', ARCHIVE_ITEMS)] },
  {
    table: 'map_groups',
    columns: ['area', 'month', 'species'],
    values: ['i.area', 'coalesce(i.month, 0)', 'i.species'],
  },
  {
    table: 'sightings',
    columns: ['name', 'month', 'words', 'area'],
    values: [
      's.value',
      'coalesce(i.month, 0)',
      "coalesce(i.item ->> 'place', '')",
      "coalesce(i.area, '')",
    ],
    from: SPECIES,
  },
];

/** Whether an update changes counts. */
const COUNTED_DIFFERS = [
  ...['place', 'category', 'area', 'year', 'month', 'species'],
  ...["item ->> 'tags'", "item ->> 'place'"],
]
  .map((value) => `old.${value} IS NOT new.${value}`)
  .join(' OR ');

const fromItems = (from: string | undefined) => `FROM items i${from ? `, ${from}` : ''}`;

/** Counts a new item. */
const COUNT_ONE = counted.map(({ table, columns, values, from }) => {
  const names = columns.join(', ');
  return `
    INSERT INTO ${table} (${names}, count)
    SELECT ${values.join(', ')}, 1 ${fromItems(from)} WHERE i.seq = new.seq AND ${values[0]} IS NOT NULL
    ON CONFLICT (${names}) DO UPDATE SET count = count + 1;`;
});

/** Names that stay at count 0: the projection removes those not needed (project-names.ts). */
const NAMED = ['categories', 'tags', 'species'];

/** Uncounts an item. */
const UNCOUNT_ONE = counted.map(({ table, columns, values, from }) => {
  const own = `(${columns.join(', ')}) IN (
    SELECT ${values.join(', ')} ${fromItems(from)} WHERE i.seq = old.seq)`;
  const drop = `DELETE FROM ${table} WHERE count = 0 AND ${own};`;
  return `
    UPDATE ${table} SET count = count - 1 WHERE ${own};
    ${NAMED.includes(table) ? '' : drop}`;
});

/** Counts all items, into tables of a preview. */
export const COUNT_ALL = counted
  .map(
    ({ table, columns, values, from }) => `
    INSERT INTO temp.${table} (${columns.join(', ')}, count)
    SELECT ${values.join(', ')}, count(*) ${fromItems(from)} WHERE ${values[0]} IS NOT NULL
    GROUP BY ${columns.map((_, i) => i + 1).join(', ')};`,
  )
  .join('');

/** Species of items, by age. */
const LIST_SPECIES = `SELECT s.value, i.place, i.seq ${fromItems(SPECIES)}`;
export const LIST_ALL_SPECIES = `INSERT INTO item_species ${LIST_SPECIES};`;

/** Triggers keep the counts, so that no edit counts the whole library. */
const TABLES = `
  CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Of the private database that it was made from, with how far that had come and the moment it was made for.
    epoch TEXT NOT NULL,
    revision INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    -- Rises with every change of a row.
    serial INTEGER NOT NULL,
    -- By which rules it was made (rules-version.ts).
    rules TEXT
  );
  ${contentTables()}
  CREATE INDEX items_place ON items (place, search_key, view_key, link_key);
  CREATE INDEX items_path ON items (path);
  CREATE INDEX items_id ON items (id);
  CREATE INDEX items_hash ON items (hash);
  CREATE INDEX items_type ON items (type, place);
  CREATE INDEX items_category ON items (category, place, link_key);
  CREATE INDEX items_area ON items (area, place, link_key) WHERE area IS NOT NULL;
  CREATE INDEX items_featured ON items (place) WHERE featured;
  CREATE INDEX items_featured_in ON items (category, place) WHERE featured;
  CREATE INDEX items_hero ON items (seq) WHERE hero;
  CREATE INDEX items_cover ON items (category) WHERE cover;
  CREATE INDEX stories_path ON stories (path);
  CREATE INDEX stories_place ON stories (kind, place);
  CREATE INDEX story_items_story ON story_items (story);
  ${wholeTables()}
  -- What stands in the folder of the site.
  CREATE TABLE pages (
    path TEXT PRIMARY KEY,
    -- Follows from what it shows and from the build of the site.
    key TEXT NOT NULL,
    -- Of its bytes: SHA-256 in hex.
    hash TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE pages_count (count INTEGER NOT NULL);
  INSERT INTO pages_count VALUES (0);
  CREATE TRIGGER pages_added AFTER INSERT ON pages BEGIN
    UPDATE pages_count SET count = count + 1;
  END;
  CREATE TRIGGER pages_removed AFTER DELETE ON pages BEGIN
    UPDATE pages_count SET count = count - 1;
  END;
  -- The build of the site that all of these were last asked for.
  CREATE TABLE build (id INTEGER PRIMARY KEY CHECK (id = 1), fingerprint TEXT NOT NULL);
  -- Addresses that may have to show something else, or less, since a serial of the state.
  -- \`is_later\`: it leads to what differs, and shows nothing else of it.
  CREATE TABLE dirty (
    path TEXT PRIMARY KEY, is_less INTEGER NOT NULL, is_later INTEGER NOT NULL, serial INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- Folders of renditions that items no longer show: their links go with the item, or once no page names them.
  CREATE TABLE unused_media (hash TEXT, seq INTEGER, PRIMARY KEY (hash, seq)) WITHOUT ROWID;
  -- Items and stories as they were when an address was marked for them: until all are made, pages show them so.
  CREATE TABLE unsettled_items (
    seq INTEGER, place REAL, path TEXT, category TEXT, area TEXT, year INTEGER, month INTEGER, species TEXT, hash TEXT,
    words TEXT, sources TEXT
  );
  CREATE TABLE unsettled_stories (id TEXT, kind TEXT, path TEXT, place TEXT, items TEXT);
  -- By chance: serials of two databases mean different things.
  CREATE TABLE lineage (id TEXT NOT NULL);
  INSERT INTO lineage VALUES (lower(hex(randomblob(8))));
  ${['added AFTER INSERT ON items', `changed AFTER UPDATE ON items WHEN ${COUNTED_DIFFERS}`]
    .map(
      (when) => `
  CREATE TRIGGER items_${when} BEGIN
    INSERT INTO item_species ${LIST_SPECIES} WHERE i.seq = new.seq;
    ${COUNT_ONE.join('')}
  END;`,
    )
    .join('')}
  ${['removed BEFORE DELETE ON items', `changing BEFORE UPDATE ON items WHEN ${COUNTED_DIFFERS}`]
    .map(
      (when) => `
  CREATE TRIGGER items_${when} BEGIN
    DELETE FROM item_species WHERE (name, place, seq) IN (${LIST_SPECIES} WHERE i.seq = old.seq);
    ${UNCOUNT_ONE.join('')}
  END;`,
    )
    .join('')}`;

/** `user_version` of the file; changes with the tables. */
const VERSION = Number.parseInt(sha256(TABLES).slice(0, 7), 16);

const statements = new WeakMap<PublicDatabase, Map<string, BetterSqlite.Statement>>();

/** Caches statements by connection: compiling one often takes longer than running it. */
export function prepared(client: PublicDatabase, sql: string): BetterSqlite.Statement {
  const known = statements.get(client) ?? new Map<string, BetterSqlite.Statement>();
  statements.set(client, known);
  const statement = known.get(sql) ?? client.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** Creates the tables, and drops those of another version. */
function prepare(client: PublicDatabase): void {
  if (client.pragma('user_version', { simple: true }) === VERSION) return;
  client.transaction(() => {
    const names = client
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .pluck()
      .all() as string[]; // one text column
    for (const name of names) client.exec(`DROP TABLE "${name}"`);
    client.exec(TABLES);
    client.pragma(`user_version = ${VERSION}`);
  })();
}

/** Opens a copy from another machine. Throws when another version made it. */
export function openPublicCopy(file: string): PublicDatabase {
  const client = openConnection(file, { readonly: true });
  if (client.pragma('user_version', { simple: true }) === VERSION) return client;
  client.close();
  throw new TerminalError('The public database was made by another version of Veldlicht.');
}

/** Removes the file with its WAL. */
export function removePublicDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/** Opens the public database for its only writer; recreates it when it is missing, damaged, or of another version. */
export function openPublicDatabase(file: string): PublicDatabase {
  try {
    const client = openConnection(file);
    // Safe: rows lost in a power cut are projected again, since rows and state are one transaction.
    client.pragma('synchronous = NORMAL');
    prepare(client);
    return client;
  } catch (error) {
    if (!isDatabaseDamaged(error)) throw error;
    removePublicDatabase(file);
    return openPublicDatabase(file);
  }
}
