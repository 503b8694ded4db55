/** What stands in the folder of the site, and which addresses may have to show something else: rows of public.db. */
import { type PublicDatabase, prepared } from '@veldlicht/database/public/public-database';

/** An address to look at. */
export interface DirtyPage {
  path: string;
  /** It may show something that is now private. */
  isLess: boolean;
  /** When it was marked last: what was made before that is out of date. */
  serial: number;
  /** Key of what stands there; null when nothing does, empty when that is not known. */
  key: string | null;
}

/** What became of an address: made, the same as before (no file), or ended (no key). */
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
  // What does not stand tells nothing.
  less: 'd.is_less AND p.key IS NOT NULL',
  fresh: "m.path IS NULL AND coalesce(p.key, '') = ''",
};

/** What may move before all is made: nothing leads any more to what ends when that goes. */
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
      // Marked since: it may be gone, or lead back to what stood here before.
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
    /** Addresses that were marked and not looked at since, in their order, after one of them. */
    dirty(which: keyof typeof wheres, after: string, limit: number): DirtyPage[] {
      const rows = prepare(DIRTY(wheres[which])).all({ after, limit });
      return rows as DirtyPage[]; // its columns
    },
    countDirty: () => prepare('SELECT count(*) FROM dirty').pluck().get() as number,
    count: () => prepare('SELECT count FROM pages_count').pluck().get() as number,
    /** Remembers what became of an address, until it is recorded. */
    remember(outcome: Outcome): void {
      prepare(`INSERT OR REPLACE INTO temp.made
        VALUES (@path, @serial, @isNew, @key, @file, @hash, @bytes)`).run({
        ...outcome,
        isNew: Number(outcome.isNew),
      });
    },
    /** What became of addresses that were not marked since: new pages first (home, which leads to all, last), then those that change, then what ends. */
    outcomes(limit: number, which: keyof typeof moving): Outcome[] {
      const rows = prepare(`SELECT path, serial, is_new AS isNew, key, file, hash, bytes
        FROM temp.made JOIN dirty USING (path, serial)
        WHERE ${moving[which]}
        ORDER BY key IS NULL, is_new DESC, path = '/', path LIMIT ?`).all(limit) as Row[]; // its columns
      return rows.map((row) => ({ ...row, isNew: row.isNew === 1 }));
    },
    /** Forgets what was made and not recorded: another attempt makes it. */
    clear: () => void prepare('DELETE FROM temp.made').run(),
    /** Whether an address was not marked since this became of it. */
    isStill,
    /** Before files move: until they are recorded, nobody knows what stands there. */
    begin,
    /** Of files that have moved: their hashes, and that they need no look any more unless they were marked since. */
    record,
    /** Those of these addresses that have a page, or may get one. */
    known(paths: readonly string[]): Set<string> {
      const query = `SELECT value FROM json_each(?)
        WHERE value IN (SELECT path FROM pages) OR value IN (SELECT path FROM dirty)`;
      return new Set(prepare(query).pluck().all(JSON.stringify(paths)) as string[]); // one text column
    },
    /** Has those of these addresses that stand without a record tell less: what they tell is not known. */
    distrust(paths: readonly string[]): void {
      const list = JSON.stringify(paths);
      const where = `path IN (SELECT value FROM json_each(?)) AND path NOT IN (SELECT path FROM pages)`;
      prepare(`UPDATE dirty SET is_less = 1 WHERE ${where}`).run(list);
      prepare(`INSERT INTO pages SELECT path, '', '', 0 FROM dirty WHERE ${where}`).run(list);
    },
    /** Pages after an address, in their order. */
    after(path: string, limit: number) {
      const query = 'SELECT path FROM pages WHERE path > ? ORDER BY path LIMIT ?';
      return prepare(query).all(path, limit) as { path: string }[]; // its column
    },
    /** Key of what stands at an address; null when nothing does. */
    keyOf: (path: string) =>
      (prepare('SELECT key FROM pages WHERE path = ?').pluck().get(path) as string | undefined) ??
      null, // one text column
    /** Hash of what stands at an address; null when nothing does, or what it is to be is not known. */
    hashOf(path: string): string | null {
      const query = "SELECT hash FROM pages WHERE path = ? AND key <> ''";
      return (prepare(query).pluck().get(path) as string | undefined) ?? null; // one text column
    },
    /** Folders of renditions that items show, after one of them, in their order. */
    mediaAfter(hash: string, limit: number) {
      const query = 'SELECT DISTINCT hash FROM items WHERE hash > ? ORDER BY hash LIMIT ?';
      return prepare(query).pluck().all(hash, limit) as string[]; // one text column
    },
    /** Addresses of the items that show these folders of renditions. */
    pathsShowing(hashes: readonly string[]) {
      const query = 'SELECT path FROM items WHERE hash IN (SELECT value FROM json_each(?))';
      return prepare(query).pluck().all(JSON.stringify(hashes)) as string[]; // one text column
    },
    /** Addresses of what the last projection found gone; another item may have taken over one of them. */
    gone(): string[] {
      const query = `
        SELECT path FROM changed_items c WHERE is_less
          AND NOT EXISTS (SELECT 1 FROM items i WHERE i.seq = c.seq AND i.path = c.path)
        UNION SELECT path FROM changed_stories c WHERE is_less
          AND NOT EXISTS (SELECT 1 FROM stories s WHERE s.id = c.id AND s.path = c.path)`;
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** What pages that are not made yet may still say of items that are gone: addresses, folders of renditions. */
    goneNames(limit: number): string[] {
      const query = `SELECT path, hash FROM unsettled_items
        WHERE seq NOT IN (SELECT seq FROM items) LIMIT ?`;
      const rows = prepare(query).all(limit) as { path: string; hash: string }[]; // its columns
      return rows.flatMap(({ path, hash }) => [path, hash]);
    },
    /** Folders of renditions of items that are gone, which nothing else shows. */
    goneMedia(): string[] {
      const query = `SELECT DISTINCT hash FROM unused_media
        WHERE seq NOT IN (SELECT seq FROM items) AND hash NOT IN (SELECT hash FROM items)`;
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** Folders of renditions that no item shows any more. */
    unusedMedia(): string[] {
      // `IN` would walk through all items.
      prepare(`DELETE FROM unused_media
        WHERE EXISTS (SELECT 1 FROM items WHERE items.hash = unused_media.hash)`).run();
      return prepare('SELECT DISTINCT hash FROM unused_media').pluck().all() as string[]; // one text column
    },
    /** Every address is made: what was kept until then is forgotten. */
    settle(): void {
      for (const table of ['unused_media', 'unsettled_items', 'unsettled_stories'])
        prepare(`DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM dirty)`).run();
    },
    /** Those of these folders of renditions that an item shows, or pages of it that still stand. */
    shownMedia(hashes: readonly string[]): Set<string> {
      const query = `SELECT value FROM json_each(?) WHERE value IN (SELECT hash FROM items)
        OR value IN (SELECT u.hash FROM unused_media u JOIN items USING (seq))`;
      return new Set(prepare(query).pluck().all(JSON.stringify(hashes)) as string[]); // one text column
    },
    /** Folders of renditions that pages which may change will show. */
    mediaToShow(): string[] {
      const query = 'SELECT DISTINCT hash FROM items WHERE path IN (SELECT path FROM dirty)';
      return prepare(query).pluck().all() as string[]; // one text column
    },
    /** Has addresses made once more, whatever their keys are; they may not stand there any more. */
    lose: loseAll,
    /** The build of the site that all pages were asked for; null before the first. */
    build: () => (prepare('SELECT fingerprint FROM build').pluck().get() as string) ?? null,
    setBuild: (fingerprint: string) =>
      void prepare('INSERT OR REPLACE INTO build VALUES (1, ?)').run(fingerprint),
  };
}
export type PagesTable = ReturnType<typeof pagesTable>;
