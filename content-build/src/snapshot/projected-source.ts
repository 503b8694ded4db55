/** The content that pages are made from: projected first, then read from the public database alone. */
import type { SettingsPreview } from '@veldlicht/contract/preview';
import type { DataFolder } from '@veldlicht/database/data-folder';
import { openDatabase } from '@veldlicht/database/open';
import { type Changes, project } from '@veldlicht/database/public/project';
import { openDrafts } from '@veldlicht/database/public/project-drafts';
import {
  isDamaged,
  openPublicDatabase,
  type PublicDatabase,
  removePublicDatabase,
} from '@veldlicht/database/public/public-database';
import type { ContentSource, Entry } from './content-source.ts';
import { mergeEntries, publicSource, readEntries } from './public-source.ts';

/** Files of the two databases; `:memory:` for a public one that is not kept. */
export type Databases = Pick<DataFolder, 'database' | 'publicDatabase'>;

export interface ProjectedSource extends ContentSource {
  /** The newest entry of the audit log: changes up to it are in this content. */
  auditId: number;
  /** Where it stands. */
  db: PublicDatabase;
  changes: Changes;
}

export interface Projection {
  /**
   * All that visitors may know at a moment (product decisions §5), as of now. It stays the same until the next
   * call, whatever is written meanwhile.
   */
  read(moment: number): ProjectedSource;
  /** The public database as the last projection left it. */
  open(): PublicDatabase;
  close(): void;
}

/** Opens the public database for the one process that writes it. */
export function openProjection(
  { database, publicDatabase }: Databases,
  origin: string,
): Projection {
  const own = openDatabase(database, { readonly: true });
  let db: PublicDatabase | null = null;
  let known: { serial: number; entries: Entry[] } | null = null;

  function closePublic(): void {
    db?.close();
    db = null;
    known = null;
  }

  function open(): PublicDatabase {
    db ??= openPublicDatabase(publicDatabase);
    return db;
  }

  function readNow(moment: number): ProjectedSource {
    const target = open();
    const before = known;
    known = null; // worth nothing once somebody else has projected, or this fails
    const { auditId, serial, serialBefore, isWhole, changes } = project(
      own,
      target,
      origin,
      moment,
    );
    const isNext = !isWhole && before?.serial === serialBefore;
    const entries = isNext ? mergeEntries(target, before.entries, changes) : readEntries(target);
    known = { serial, entries };
    return { ...publicSource(target, entries), auditId, db: target, changes };
  }

  function read(moment: number): ProjectedSource {
    try {
      return readNow(moment);
    } catch (error) {
      if (!isDamaged(error)) throw error;
      closePublic();
      removePublicDatabase(publicDatabase);
      return readNow(moment);
    }
  }

  function close(): void {
    closePublic();
    own.$client.close();
  }
  return { read, open, close };
}

/** What is public at a moment, projected into memory: for who only looks. */
export function projectInMemory(
  database: string,
  origin: string,
  moment: number,
): ProjectedSource & Disposable {
  const projection = openProjection({ database, publicDatabase: ':memory:' }, origin);
  return { ...projection.read(moment), [Symbol.dispose]: projection.close };
}

/** The same with everything that is not public yet, to be shown below the address `preview`. */
export function openDraftSource(
  databases: Databases,
  origin: string,
  preview: string,
  moment: number,
  { hero, ...profile }: SettingsPreview = {},
): ContentSource & Disposable {
  const db = openDrafts(databases, origin, moment, profile);
  const top = db
    .prepare('SELECT seq FROM items WHERE id = ?')
    .pluck()
    .get(hero ?? null);
  const entries = readEntries(db).map((entry) =>
    hero === undefined ? entry : { ...entry, hero: entry.seq === top },
  );
  const source = publicSource(db, entries);
  const site = { ...source.site, googleAnalyticsId: null, preview };
  return { ...source, site, retired: [], [Symbol.dispose]: () => db.close() };
}
