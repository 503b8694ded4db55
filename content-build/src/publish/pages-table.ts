/** The table of pages and the list of dirty addresses in public.db. */
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';

/** An address to compare. */
export interface DirtyPage {
  path: string;
  /** Its page may show something that is now private. */
  isLess: boolean;
  /** Serial of the last mark; pages made before it are outdated. */
  serial: number;
  /** Key of the published page; null without a page, empty when unknown. */
  key: string | null;
}

/** Result for an address: made, unchanged (no file), or ended (no key). */
export interface Outcome {
  path: string;
  serial: number;
  isNew: boolean;
  key: string | null;
  file: string | null;
  hash: string | null;
  bytes: number;
}

const MADE = `
  CREATE TEMP TABLE IF NOT EXISTS made (
    path TEXT PRIMARY KEY, serial INTEGER, is_new INTEGER, key TEXT, file TEXT, hash TEXT, bytes INTEGER
  );
  CREATE INDEX IF NOT EXISTS temp.made_in_order ON made (key IS NULL, is_new DESC, path = '/', path)`;

const DIRTY = (where: string) => `
  SELECT d.path, d.is_less AS isLess, d.serial, p.key
  FROM dirty d LEFT JOIN pages p USING (path) LEFT JOIN temp.made m ON m.path = d.path AND m.serial = d.serial
  WHERE d.path > @after AND ${where} ORDER BY d.path LIMIT @limit`;
const wheres = {
  all: 'm.path IS NULL',
  first: 'm.path IS NULL AND NOT d.is_later',
  // A page that is not published shows nothing.
  less: 'd.is_less AND p.key IS NOT NULL',
  fresh: "m.path IS NULL AND coalesce(p.key, '') = ''",
};

/** Outcomes that may move before everything is made; removals wait until no page links to them. */
const moving = { all: 'true', first: 'key IS NOT NULL', fresh: 'key IS NOT NULL AND is_new' };

type Row = Omit<Outcome, 'isNew'> & { isNew: number };

export function pagesTable(db: PublicDatabase) {
  db.exec(MADE);
  const prepare = (sql: string) => prepared(db, sql);
  const isCurrent = prepare('SELECT 1 FROM dirty WHERE path = @path AND serial = @serial').pluck();
  const doubt = prepare(`INSERT INTO pages VALUES (@path, '', '', 0)
    ON CONFLICT (path) DO UPDATE SET key = ''`);
  const mark = prepare(
    'INSERT OR IGNORE INTO dirty SELECT ?, 0, 0, coalesce(max(serial), 0) FROM state',
  );
  const lose = prepare("UPDATE pages SET key = '' WHERE path = ?");
  const put = prepare(`INSERT INTO pages VALUES (@path, @key, @hash, @bytes)
    ON CONFLICT (path) DO UPDATE SET key = excluded.key, hash = excluded.hash, bytes = excluded.bytes`);
  const clean = prepare(`DELETE FROM dirty WHERE path = @path AND serial = @serial
    AND (SELECT key FROM pages WHERE path = @path) IS @key`);
  const end = prepare('DELETE FROM pages WHERE path = ?');
  const forget = prepare('DELETE FROM temp.made WHERE path = ? AND serial = ?');
  const isStill = ({ path, serial }: Outcome) => isCurrent.get({ path, serial }) !== undefined;
  const begin = db.transaction((outcomes: readonly Outcome[]) => {
    for (const { path, key, isNew, file } of outcomes)
      if (file !== null || (key === null && !isNew)) doubt.run({ path });
  });
  const record = db.transaction((outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) {
      const { path, serial, key, file, hash, bytes } = outcome;
      if (key === null) end.run(path);
      // Marked since: the page may have ended or changed back.
      else if (file !== null) put.run({ path, key: isStill(outcome) ? key : '', hash, bytes });
      clean.run({ path, serial, key });
      forget.run(path, serial);
    }
  });
  const loseAll = db.transaction((paths: readonly string[]) => {
    for (const path of paths) {
      lose.run(path);
      mark.run(path);
    }
  });

  return {
    /** Dirty addresses that have no outcome yet, in order, after `after`. */
    dirty(which: keyof typeof wheres, after: string, limit: number): DirtyPage[] {
      const rows = prepare(DIRTY(wheres[which])).all({ after, limit });
      return rows as DirtyPage[]; // its columns
    },
    countDirty: () => prepare('SELECT count(*) FROM dirty').pluck().get() as number,
    count: () => prepare('SELECT count FROM pages_count').pluck().get() as number,
    /** Stores an outcome until it is recorded. */
    remember(outcome: Outcome): void {
      prepare(`INSERT OR REPLACE INTO temp.made
        VALUES (@path, @serial, @isNew, @key, @file, @hash, @bytes)`).run({
        ...outcome,
        isNew: Number(outcome.isNew),
      });
    },
    /**
     * Current outcomes in the order they move: new pages (home last, since it links to all), changed pages, removals.
     */
    outcomes(limit: number, which: keyof typeof moving): Outcome[] {
      const rows = prepare(`SELECT path, serial, is_new AS isNew, key, file, hash, bytes
        FROM temp.made JOIN dirty USING (path, serial)
        WHERE ${moving[which]}
        ORDER BY key IS NULL, is_new DESC, path = '/', path LIMIT ?`).all(limit) as Row[]; // its columns
      return rows.map((row) => ({ ...row, isNew: row.isNew === 1 }));
    },
    /** Deletes outcomes that were not recorded; the next attempt makes them again. */
    clear: () => void prepare('DELETE FROM temp.made').run(),
    /** Whether the address has not been marked since this outcome. */
    isStill,
    /** Before files move: clears their keys until they are recorded. */
    begin,
    /** After files have moved: stores their hashes, and clears marks that are not newer. */
    record,
    /** Those of these addresses that have a page or a mark. */
    known(paths: readonly string[]): Set<string> {
      const query = `SELECT value FROM json_each(?)
        WHERE value IN (SELECT path FROM pages) OR value IN (SELECT path FROM dirty)`;
      return new Set(prepare(query).pluck().all(JSON.stringify(paths)) as string[]); // one text column
    },
    /** Marks addresses without a page row as showing too much, since their content is unknown. */
    distrust(paths: readonly string[]): void {
      const list = JSON.stringify(paths);
      const where = `path IN (SELECT value FROM json_each(?)) AND path NOT IN (SELECT path FROM pages)`;
      prepare(`UPDATE dirty SET is_less = 1 WHERE ${where}`).run(list);
      prepare(`INSERT INTO pages SELECT path, '', '', 0 FROM dirty WHERE ${where}`).run(list);
    },
    /** Pages in order, after an address. */
    after(path: string, limit: number) {
      const query = 'SELECT path FROM pages WHERE path > ? ORDER BY path LIMIT ?';
      return prepare(query).all(path, limit) as { path: string }[]; // its column
    },
    /** Key of the published page; null without one. */
    keyOf: (path: string) =>
      (prepare('SELECT key FROM pages WHERE path = ?').pluck().get(path) as string | undefined) ??
      null, // one text column
    /** Hash of the published page; null without one, or when it is unknown. */
    hashOf(path: string): string | null {
      const query = "SELECT hash FROM pages WHERE path = ? AND key <> ''";
      return (prepare(query).pluck().get(path) as string | undefined) ?? null; // one text column
    },
    /** Renditions folders of items, in order, after a given one. */
    mediaAfter(hash: string, limit: number) {
      const query = 'SELECT DISTINCT hash FROM items WHERE hash > ? ORDER BY hash LIMIT ?';
      return prepare(query).pluck().all(hash, limit) as string[]; // one text column
    },
    /** Addresses of the items with these renditions folders. */
    pathsShowing(hashes: readonly string[]) {
      const query = 'SELECT path FROM items WHERE hash IN (SELECT value FROM json_each(?))';
      return prepare(query).pluck().all(JSON.stringify(hashes)) as string[]; // one text column
    },
    /** Addresses of items and stories that the last projection removed, unless another one has taken them over. */
    gone(): string[] {
      const query = `
        SELECT path FROM changed_items c WHERE is_less
          AND NOT EXISTS (SELECT 1 FROM items i WHERE i.seq = c.seq AND i.path = c.path)
        UNION SELECT path FROM changed_stories c WHERE is_less
          AND NOT EXISTS (SELECT 1 FROM stories s WHERE s.id = c.id AND s.path = c.path)`;
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** Names of removed items that outdated pages may still contain: addresses and renditions folders. */
    goneNames(limit: number): string[] {
      const query = `SELECT path, hash FROM unsettled_items
        WHERE seq NOT IN (SELECT seq FROM items) LIMIT ?`;
      const rows = prepare(query).all(limit) as { path: string; hash: string }[]; // its columns
      return rows.flatMap(({ path, hash }) => [path, hash]);
    },
    /** Renditions folders of removed items that no other item shows. */
    goneMedia(): string[] {
      const query = `SELECT DISTINCT hash FROM unused_media
        WHERE seq NOT IN (SELECT seq FROM items) AND hash NOT IN (SELECT hash FROM items)`;
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** Renditions folders that no item shows. */
    unusedMedia(): string[] {
      // `IN` would scan all items.
      prepare(`DELETE FROM unused_media
        WHERE EXISTS (SELECT 1 FROM items WHERE items.hash = unused_media.hash)`).run();
      return prepare('SELECT DISTINCT hash FROM unused_media').pluck().all() as string[]; // one text column
    },
    /** Empties the tables of outdated rows once no address is dirty. */
    settle(): void {
      for (const table of ['unused_media', 'unsettled_items', 'unsettled_stories'])
        prepare(`DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM dirty)`).run();
    },
    /** Those of these renditions folders that an item or an outdated page shows. */
    shownMedia(hashes: readonly string[]): Set<string> {
      const query = `SELECT value FROM json_each(?) WHERE value IN (SELECT hash FROM items)
        OR value IN (SELECT u.hash FROM unused_media u JOIN items USING (seq))`;
      return new Set(prepare(query).pluck().all(JSON.stringify(hashes)) as string[]); // one text column
    },
    /** Renditions folders of items whose pages are dirty. */
    mediaToShow(): string[] {
      const query = 'SELECT DISTINCT hash FROM items WHERE path IN (SELECT path FROM dirty)';
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** Clears the keys of addresses and marks them dirty. */
    lose: loseAll,
    /** Site build that all addresses were last marked for; null before the first. */
    build: () => (prepare('SELECT fingerprint FROM build').pluck().get() as string) ?? null,
    setBuild: (fingerprint: string) =>
      void prepare('INSERT OR REPLACE INTO build VALUES (1, ?)').run(fingerprint),
  };
}
export type PagesTable = ReturnType<typeof pagesTable>;
