/**
 * The projection: private rows in, public rows out. Nothing else opens both databases, so what visitors may know
 * is decided here and nowhere else (decision 104).
 */
import { areaName } from '@veldlicht/contract/grid-area';
import type { SiteProfile } from '@veldlicht/contract/settings';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { max } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { auditLog, contentState, settings } from '../schema.ts';
import { sha256 } from '../sha256.ts';
import {
  changedItems,
  changedStories,
  forVisitors,
  type ItemRow,
  itemReader,
  readStories,
  type StoryRow,
  storiesNaming,
} from './private-rows.ts';
import { projectCategories, projectSpecies } from './project-names.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { toSiteFacts } from './site-facts.ts';
import { ratioOf, toLink, toPublicItem } from './to-public-item.ts';
import { itemsNamedIn, type ShownItem, toPublicStory } from './to-public-story.ts';

/** Items that are read in one go: a transaction of everything keeps only these in memory. */
const PORTION = 500;
/** Beyond so many items every story is looked at: cheaper than finding out which ones name them. */
const FEW = 100;

/** The same words give the same number, in every run and on every machine; 48 bits fit a number. */
export function keyOf(facts: unknown): number {
  return Number.parseInt(sha256(JSON.stringify(facts)).slice(0, 12), 16);
}

/** Whether the guard keeps place and date of an item, by its place among the ages. */
export const isGuarded = (place: number) => !Number.isInteger(place);

/** A row of the table of items. */
function toColumns(
  { seq, id, place, featured, hero, cover, category, row }: ItemRow,
  told: PublicItem,
) {
  const [year = null, month = null] = told.date?.split('-').map(Number) ?? [];
  return {
    seq,
    id,
    place,
    slug: told.slug,
    type: told.type,
    featured,
    hero,
    cover,
    category,
    area: told.grid && areaName(told.grid),
    year,
    month,
    hash: row.hash,
    ratio: ratioOf(told),
    key: keyOf(told),
    link_key: keyOf(toLink(told)),
    item: JSON.stringify(told),
  };
}
type Columns = ReturnType<typeof toColumns>;

/** Of these all others follow. */
const ownColumns = ['id', 'place', 'featured', 'hero', 'cover', 'hash', 'key'] as const;
type Known = Pick<Columns, (typeof ownColumns)[number]> & {
  where: string | null;
  day: string | null;
};

/** What a projection changed of the items. */
export interface Changes {
  /** Numbers of those whose rows were written, and of those whose rows are gone. */
  written: number[];
  gone: number[];
  /** Ids of those that came, went, or became guarded or open: stories show them otherwise. */
  turned: string[];
  /**
   * Something is gone, a story included, or tells another place or day, perhaps less exactly; or a guarded item is
   * told otherwise: the owner may have taken out a word that led to it.
   */
  isLess: boolean;
}

/** Brings rows of items to what is shown of them, in the tables whose names begin with `prefix`. */
export function itemProjector(
  target: PublicDatabase,
  readItems: (seqs: number[]) => ItemRow[],
  prefix = '',
): { changes: Changes; project: (seqs: number[]) => void } {
  const prepare = (sql: string) => prepared(target, sql);
  const find = prepare(
    `SELECT ${ownColumns.join(', ')}, item ->> 'place' AS "where", item ->> 'date' AS day
     FROM ${prefix}items WHERE seq = ?`,
  );
  const drop = prepare(`DELETE FROM ${prefix}items WHERE seq = ?`);
  const insert = prepare(`INSERT INTO ${prefix}items
    VALUES (@seq, @id, @place, @slug, @type, @featured, @hero, @cover, @category, @area, @year,
      @month, @hash, @ratio, @key, @link_key, @item)`);
  const tag = prepare(`INSERT INTO ${prefix}item_tags VALUES (?, ?)`);
  const sighting = prepare(`INSERT INTO ${prefix}item_species VALUES (?, ?, ?)`);
  const changes: Changes = { written: [], gone: [], turned: [], isLess: false };
  const known = (seq: number) => find.get(seq) as Known | undefined; // its columns

  function remove(seq: number): void {
    const before = known(seq);
    if (!before) return;
    drop.run(seq);
    changes.gone.push(seq);
    changes.turned.push(before.id);
    changes.isLess = true;
  }

  function write(row: ItemRow): void {
    const told = toPublicItem(row.row, row);
    const columns = toColumns(row, told);
    const before = known(row.seq);
    if (before && ownColumns.every((name) => before[name] === columns[name])) return;
    if (before) drop.run(row.seq);
    if (
      before &&
      (isGuarded(before.place) || before.where !== told.place || before.day !== told.date)
    )
      changes.isLess = true;
    insert.run(columns);
    for (const name of row.tags) tag.run(row.seq, name);
    for (const [position, { scientificName }] of row.species.entries())
      sighting.run(row.seq, scientificName, position);
    changes.written.push(row.seq);
    if (!before || isGuarded(before.place) !== isGuarded(row.place)) changes.turned.push(row.id);
  }

  function project(seqs: number[]): void {
    for (let from = 0; from < seqs.length; from += PORTION) {
      const portion = seqs.slice(from, from + PORTION);
      const rows = readItems(portion);
      const shown = new Set(rows.map(({ seq }) => seq));
      for (const seq of portion) if (!shown.has(seq)) remove(seq);
      for (const row of rows) write(row);
    }
  }
  return { changes, project };
}

/** Every number of an item in either database, in portions. */
function* allItems(db: Database, target: PublicDatabase): Generator<number[]> {
  const query = 'SELECT seq FROM TABLE WHERE seq > ? ORDER BY seq LIMIT ?';
  const next = [db.$client, target].map((client, i) =>
    prepared(client, query.replace('TABLE', i === 0 ? 'media' : 'items')).pluck(),
  );
  for (let last = 0; ; ) {
    const found = next.map((one) => one.all(last, PORTION) as number[]); // one column
    // Where one of the two has more, numbers beyond its portion wait for the next one.
    const full = found.filter((list) => list.length === PORTION);
    const end = Math.min(...full.map((list) => list.at(-1) ?? 0), Number.MAX_SAFE_INTEGER);
    const seqs = [...new Set(found.flat())].filter((seq) => seq <= end);
    if (seqs.length > 0) yield seqs;
    if (full.length === 0) return;
    last = end;
  }
}

/** The public items among those that stories name, by id; `items` may be a view with drafts. */
function shownItems(target: PublicDatabase, rows: StoryRow[]): Map<string, ShownItem> {
  const query = 'SELECT id, seq, place FROM items WHERE id IN (SELECT value FROM json_each(?))';
  const ids = JSON.stringify([...new Set(rows.flatMap(itemsNamedIn))]);
  const found = prepared(target, query).all(ids) as Pick<Columns, 'id' | 'seq' | 'place'>[]; // its columns
  return new Map(found.map(({ id, seq, place }) => [id, { seq, isGuarded: isGuarded(place) }]));
}

/** Writes stories; `rows` are what is shown of `ids`, and the others of these go. Answers how many differ, and go. */
export function projectStories(
  target: PublicDatabase,
  rows: StoryRow[],
  ids: string[],
  prefix = '',
): { written: number; gone: number } {
  const items = shownItems(target, rows);
  const find = prepared(target, `SELECT story FROM ${prefix}stories WHERE id = ?`).pluck();
  const put = prepared(target, `INSERT OR REPLACE INTO ${prefix}stories VALUES (?, ?)`);
  const drop = prepared(target, `DELETE FROM ${prefix}stories WHERE id = ?`);
  const shown = new Set(rows.map(({ id }) => id));
  const changed = { written: 0, gone: 0 };
  for (const id of ids) if (!shown.has(id)) changed.gone += drop.run(id).changes;
  for (const row of rows) {
    const json = JSON.stringify(toPublicStory(row, items));
    if (find.get(row.id) === json) continue;
    put.run(row.id, json);
    changed.written++;
  }
  return changed;
}

/** What every page shows around its content, without what is not public itself. `typed` is not saved. */
export function projectSite(
  db: Database,
  target: PublicDatabase,
  origin: string,
  typed: Partial<SiteProfile> = {},
): boolean {
  const row = db.select().from(settings).get();
  if (!row) throw new Error('the database has no settings');
  const profileNow = { ...row.profile, ...typed };
  const facts = toSiteFacts(profileNow, row.googleAnalyticsId, origin);
  const { profile } = facts;
  const isPublic = prepared(target, 'SELECT 1 FROM items WHERE id = ?');
  const isTold = prepared(target, 'SELECT 1 FROM stories WHERE id = ?');
  if (profile.portrait && !isPublic.get(profile.portrait)) profile.portrait = '';
  profile.homeSeries = profile.homeSeries.filter((id) => isTold.get(id));
  const json = JSON.stringify(facts);
  const query = 'SELECT facts FROM site WHERE id = 1';
  if (prepared(target, query).pluck().get() === json) return false;
  prepared(target, 'INSERT OR REPLACE INTO site VALUES (1, ?, ?)').run(keyOf(facts), json);
  return true;
}

/** Endings of addresses that had been public and are no more. */
function projectEnded(db: Database, target: PublicDatabase, since: number): boolean {
  const query =
    "SELECT DISTINCT substr(slug, -4) FROM removals WHERE kind = 'address' AND revision > ?";
  const endings = prepared(db.$client, query).pluck().all(since) as string[]; // one column
  const put = prepared(target, 'INSERT OR IGNORE INTO ended VALUES (?)');
  return endings.map((ending) => put.run(ending).changes > 0).includes(true);
}

export interface PublicState {
  epoch: string;
  revision: number;
  moment: number;
  serial: number;
}

export function readPublicState(target: PublicDatabase): PublicState | null {
  const row = prepared(target, 'SELECT epoch, revision, moment, serial FROM state').get();
  return (row as PublicState | undefined) ?? null; // its columns
}

/** What a projection came to. */
export interface Projected {
  changes: Changes;
  /** True when everything was looked at, and what was known of rows before is worth nothing. */
  isWhole: boolean;
  revision: number;
  /** Of the public database before and after. */
  serialBefore: number;
  serial: number;
  /** The newest entry of the audit log that it knows of. */
  auditId: number;
}

/**
 * Brings the public database of the site at `origin` to what visitors may know at a moment, in one transaction: rows
 * whose revision is newer than the one it was made from, and those that began or ended by the clock. Of another epoch
 * (a restored backup) everything is looked at. Writes the rows that differ, and no others. Reads one state of the
 * private database; whatever is written meanwhile is for the next time.
 */
export function project(
  db: Database,
  target: PublicDatabase,
  origin: string,
  moment: number,
): Projected {
  const read = () => target.transaction(() => projectNow(db, target, origin, moment)).immediate();
  return db.$client.transaction(read)();
}

function projectNow(
  db: Database,
  target: PublicDatabase,
  origin: string,
  moment: number,
): Projected {
  const state = db.select().from(contentState).get();
  if (!state) throw new Error('the database has no content state');
  const { revision, epoch } = state;
  const auditId =
    db
      .select({ id: max(auditLog.id) })
      .from(auditLog)
      .get()?.id ?? 0;
  const known = readPublicState(target);
  const since = known?.epoch === epoch && known.revision <= revision ? known : null;
  const serialBefore = known?.serial ?? 0;
  const facts = { isWhole: !since, revision, auditId, serialBefore };

  if (!since) prepared(target, 'DELETE FROM ended').run();
  const names = projectCategories(db, target);
  const { changes, ...items } = itemProjector(target, itemReader(db, forVisitors, moment));
  const portions = since ? [changedItems(db, since, moment)] : allItems(db, target);
  for (const seqs of portions) items.project(seqs);

  const told = projectChangedStories(db, target, since, changes.turned, moment);
  const isLess = changes.isLess || told.gone > 0;
  const differs = [
    changes.written.length + changes.gone.length > 0,
    told.written + told.gone > 0,
    names.settle(),
    projectSpecies(db, target),
    projectSite(db, target, origin),
    projectEnded(db, target, since?.revision ?? -1),
  ].includes(true);
  const serial = serialBefore + Number(differs);
  prepared(target, 'INSERT OR REPLACE INTO state VALUES (1, ?, ?, ?, ?)').run(
    epoch,
    revision,
    moment,
    serial,
  );
  return { ...facts, changes: { ...changes, isLess }, serial };
}

/** Stories that changed, or of which an item `turned`. */
function projectChangedStories(
  db: Database,
  target: PublicDatabase,
  since: PublicState | null,
  turned: string[],
  moment: number,
): ReturnType<typeof projectStories> {
  const present = prepared(target, 'SELECT id FROM stories').pluck().all() as string[]; // one column
  if (!since || turned.length > FEW) {
    const rows = readStories(db, forVisitors, moment);
    return projectStories(target, rows, present);
  }
  // One that was deleted for good has left nothing to read a revision from.
  const left = prepared(
    db.$client,
    'SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM stories)',
  )
    .pluck()
    .all(JSON.stringify(present)) as string[]; // one column
  const touched = [...changedStories(db, since, moment), ...storiesNaming(db, turned), ...left];
  const ids = [...new Set(touched)];
  const rows = ids.length > 0 ? readStories(db, forVisitors, moment, ids) : [];
  return projectStories(target, rows, ids);
}
