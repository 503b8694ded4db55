/**
 * data/public.db: everything a visitor may know, and nothing else (decision 104). It is a copy that can be made
 * again from the private database at any time: it is in no backup, and has no migrations.
 */
import { rmSync } from 'node:fs';
import { TerminalError } from '@veldlicht/contract/terminal-error';
import BetterSqlite from 'better-sqlite3';
import { openConnection } from '../connection.ts';
import { sha256 } from '../sha256.ts';

export type PublicDatabase = BetterSqlite.Database;

/** Tables of items and stories. Previews have the same ones with drafts in them, as TEMP tables of other names. */
export const contentTables = (create = 'CREATE TABLE ') => `
  ${create}items (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    -- Place in the order of ages, which lists, chunks and archive pages are cut by.
    place REAL NOT NULL,
    slug TEXT NOT NULL,
    type TEXT NOT NULL,
    featured INTEGER NOT NULL,
    hero INTEGER NOT NULL,
    cover INTEGER NOT NULL,
    category TEXT NOT NULL,
    area TEXT,
    year INTEGER,
    month INTEGER,
    -- Folder of its renditions.
    hash TEXT NOT NULL,
    -- Height by width in hundredths.
    ratio INTEGER NOT NULL,
    -- Follow from all that the item tells, and from what leads to it: equal keys, equal words.
    key INTEGER NOT NULL,
    link_key INTEGER NOT NULL,
    -- PublicItem as JSON (contract, snapshot).
    item TEXT NOT NULL
  );
  ${create}item_tags (
    seq INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (seq, name)
  ) WITHOUT ROWID;
  ${create}item_species (
    seq INTEGER NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (seq, name)
  ) WITHOUT ROWID;
  ${create}stories (
    id TEXT PRIMARY KEY,
    -- Story as JSON (to-public-story.ts).
    story TEXT NOT NULL
  ) WITHOUT ROWID;`;

/** Small tables that are told of the library as a whole. */
export const nameTables = (create = 'CREATE TABLE ') => `
  ${create}categories (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, id TEXT, position INTEGER, description TEXT
  ) WITHOUT ROWID;
  -- Tags and species in use.
  ${create}tags (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, id TEXT, position INTEGER, description TEXT
  ) WITHOUT ROWID;
  ${create}species (
    name TEXT PRIMARY KEY, count INTEGER NOT NULL, dutch_name TEXT, group_name TEXT
  ) WITHOUT ROWID;
  ${create}site (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    key INTEGER NOT NULL,
    -- SiteFacts as JSON (contract, snapshot).
    facts TEXT NOT NULL
  );`;

const countBy = (owner: string, row: 'new' | 'old') =>
  row === 'new'
    ? `INSERT INTO ${owner} (name, count) VALUES (new.name, 1) ON CONFLICT (name) DO UPDATE SET count = count + 1;`
    : `UPDATE ${owner} SET count = count - 1 WHERE name = old.name;
       DELETE FROM ${owner} WHERE name = old.name AND count = 0;`;
const counted = (table: string, owner: string) => `
  CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN ${countBy(owner, 'new')} END;
  CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN ${countBy(owner, 'old')} END;`;

/** Counts are kept by triggers, so that an edit never counts the whole library. */
const TABLES = `
  CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Of the private database that it was made from, with how far that had come and the moment it was made for.
    epoch TEXT NOT NULL,
    revision INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    -- Rises with every change of a row.
    serial INTEGER NOT NULL
  );
  ${contentTables()}
  CREATE INDEX items_newest ON items (place);
  CREATE INDEX items_id ON items (id);
  ${nameTables()}
  -- Four digits that addresses ended in which answer 410.
  CREATE TABLE ended (ending TEXT PRIMARY KEY) WITHOUT ROWID;
  ${counted('item_tags', 'tags')}
  ${counted('item_species', 'species')}
  CREATE TRIGGER items_added AFTER INSERT ON items BEGIN
    UPDATE categories SET count = count + 1 WHERE name = new.category;
  END;
  CREATE TRIGGER items_removed AFTER DELETE ON items BEGIN
    UPDATE categories SET count = count - 1 WHERE name = old.category;
    DELETE FROM item_tags WHERE seq = old.seq;
    DELETE FROM item_species WHERE seq = old.seq;
  END;`;

/** Stands in the file's header: another one means other tables. */
const VERSION = Number.parseInt(sha256(TABLES).slice(0, 7), 16);

/** What it holds can't be read: it is made again. */
export function isDamaged(error: unknown): boolean {
  return (
    error instanceof BetterSqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '')
  );
}

const statements = new WeakMap<PublicDatabase, Map<string, BetterSqlite.Statement>>();

/** A statement of a connection, compiled once: compiling takes longer than what most of them do. */
export function prepared(client: PublicDatabase, sql: string): BetterSqlite.Statement {
  const known = statements.get(client) ?? new Map<string, BetterSqlite.Statement>();
  statements.set(client, known);
  const statement = known.get(sql) ?? client.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** Makes the tables, without whatever an earlier version had in their place. */
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

/** Opens a copy that another machine made. Throws when it is of another version of this program. */
export function openPublicCopy(file: string): PublicDatabase {
  const client = openConnection(file, { readonly: true });
  if (client.pragma('user_version', { simple: true }) === VERSION) return client;
  client.close();
  throw new TerminalError('The public database was made by another version of Veldlicht.');
}

/** Removes the file and what SQLite lays beside it. */
export function removePublicDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}

/**
 * Opens the public database for the one process that writes it; makes it again when it is missing, damaged, or of
 * another version. `:memory:` is one that is never kept.
 */
export function openPublicDatabase(file: string): PublicDatabase {
  try {
    const client = openConnection(file);
    // What a power cut takes away is projected again: rows and how far they go are one transaction.
    client.pragma('synchronous = NORMAL');
    prepare(client);
    return client;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    removePublicDatabase(file);
    return openPublicDatabase(file);
  }
}
