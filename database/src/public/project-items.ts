/** Projects items into public rows, and notes those that differ. */
import { areaName } from '@veldlicht/contract/grid-area';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { sha256 } from '../sha256.ts';
import { searchRow, viewRow } from './index-rows.ts';
import type { ItemRow } from './private-rows.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { toCard, toLink, toPublicItem } from './to-public-item.ts';

/** Items in memory at a time. */
export const PORTION = 500;
/** With more items all stories are projected, which is cheaper than finding those that name the items. */
export const FEW = 100;

/** Stable 48-bit hash of a value, which a JavaScript number can hold. */
function keyOf(facts: unknown): number {
  return Number.parseInt(sha256(JSON.stringify(facts)).slice(0, 12), 16);
}

/** Whether an item is guarded: a guarded item's place is not an integer. */
const isGuarded = (place: number) => !Number.isInteger(place);

/** Row of the table `items`. */
function toColumns(
  { seq, id, place, featured, hero, cover, category, row }: ItemRow,
  shown: PublicItem,
) {
  const link = toLink(shown);
  const [year = null, month = null] = shown.date?.split('-').map(Number) ?? [];
  const columns = {
    seq,
    id,
    place,
    path: shown.path,
    type: shown.type,
    featured,
    hero,
    cover,
    category,
    area: shown.grid && areaName(shown.grid),
    year,
    month,
    species: JSON.stringify(shown.species.map(({ scientificName }) => scientificName)),
    hash: row.hash,
    searchKey: keyOf(searchRow(shown)),
    viewKey: keyOf(viewRow(shown)),
    linkKey: keyOf(link),
    cardKey: keyOf(toCard(shown)),
    link: JSON.stringify(link),
    item: JSON.stringify(shown),
  };
  return { ...columns, key: keyOf(Object.values(columns)) };
}
type Columns = ReturnType<typeof toColumns>;
const NAMES = `id, place, path, type, featured, hero, cover, category, area, year, month, species, hash,
  search_key, view_key, link_key, card_key, key, link, item`;
const VALUES = `@id, @place, @path, @type, @featured, @hero, @cover, @category, @area, @year, @month, @species, @hash,
  @searchKey, @viewKey, @linkKey, @cardKey, @key, @link, @item`;
type Known = Pick<Columns, 'id' | 'place' | 'area' | 'category' | 'species' | 'link' | 'key'> & {
  where: string | null;
  day: string | null;
  placeholder: string | null;
};

/**
 * Rows of items and stories that differ, before (`is_new` 0) and after, to find the pages that show them. `is_seen`:
 * other pages show the difference too. `is_less`: something is no longer public. `items` of a story: numbers of its
 * items, as a JSON list.
 */
export const CHANGED = `
  CREATE TEMP TABLE IF NOT EXISTS changed_items (
    seq INTEGER, place REAL, path TEXT, category TEXT, area TEXT, year INTEGER, month INTEGER, species TEXT,
    hash TEXT, words TEXT, sources TEXT, is_new INTEGER, is_seen INTEGER, is_less INTEGER
  );
  CREATE TEMP TABLE IF NOT EXISTS changed_stories (
    id TEXT, kind TEXT, path TEXT, place TEXT, items TEXT, is_new INTEGER, is_less INTEGER
  );
  DELETE FROM changed_items;
  DELETE FROM changed_stories;`;
const NOTE_ITEM = `INSERT INTO changed_items
  SELECT seq, place, path, category, area, year, month, species, hash, link ->> 'place',
    link ->> 'sources', @isNew, @isSeen, @isLess
  FROM items WHERE seq = @seq`;

/** Columns that other pages show, or list the item by. */
const SEEN = ['place', 'area', 'category', 'species', 'link'] as const;

/** Differences that a projection made to items. */
export interface Changes {
  /**
   * Ids of items that appeared, disappeared, or became guarded or open, which stories then show differently; at most
   * `FEW` + 1.
   */
  turned: string[];
  /** Scientific names of the species of all projected items. */
  species: Set<string>;
  /** Rows differ. */
  differs: boolean;
  /**
   * Something disappeared, a place or a day differs (and may be less exact), or a row of a guarded item differs (a
   * revealing word may have been removed).
   */
  isLess: boolean;
}

/** Target tables: the public ones, or those of a preview. */
export interface ItemTarget {
  prefix?: string;
  /** Whether rows that differ are noted in the tables of `CHANGED`. */
  isNoted?: boolean;
}

/** Returns a function that updates the public rows of items. */
export function itemProjector(
  target: PublicDatabase,
  readItems: (seqs: number[]) => ItemRow[],
  { prefix = '', isNoted = false }: ItemTarget = {},
): { changes: Changes; project: (seqs: number[]) => void } {
  const prepare = (sql: string) => prepared(target, sql);
  const find = prepare(
    `SELECT id, place, area, category, species, link, key, item ->> 'place' AS "where",
      item ->> 'date' AS day, item ->> 'placeholder' AS placeholder
     FROM ${prefix}items WHERE seq = ?`,
  );
  const drop = prepare(`DELETE FROM ${prefix}items WHERE seq = ?`);
  const put = prepare(`INSERT INTO ${prefix}items (seq, ${NAMES}) VALUES (@seq, ${VALUES})
    ON CONFLICT (seq) DO UPDATE SET (${NAMES}) = (${VALUES})`);
  const noted = isNoted ? prepare(NOTE_ITEM) : null;
  const changes: Changes = { turned: [], species: new Set(), differs: false, isLess: false };
  const known = (seq: number) => find.get(seq) as Known | undefined; // its columns
  const note = (seq: number, isNew: boolean, isSeen: boolean, isLess: boolean) =>
    noted?.run({ seq, isNew: +isNew, isSeen: +isSeen, isLess: +isLess });

  const turn = (id: string) => {
    if (changes.turned.length <= FEW) changes.turned.push(id);
  };

  function remove(seq: number): void {
    const before = known(seq);
    if (!before) return;
    note(seq, false, true, true);
    drop.run(seq);
    turn(before.id);
    changes.differs = true;
    changes.isLess = true;
  }

  function write(row: ItemRow): void {
    const shown = toPublicItem(row.row, row);
    for (const { scientificName } of row.species) changes.species.add(scientificName);
    const columns = toColumns(row, shown);
    const before = known(row.seq);
    if (before?.key === columns.key) return;
    const isSeen =
      !before ||
      SEEN.some((name) => before[name] !== columns[name]) ||
      before.placeholder !== shown.placeholder ||
      // The sitemap shows the whole item of a video.
      columns.type === 'video';
    if (before) {
      const isOther = (then: string | null, now: string | null) => then !== null && then !== now;
      const isLess =
        isOther(before.where, shown.place) ||
        isOther(before.area, columns.area) ||
        isOther(before.day, shown.date) ||
        isGuarded(before.place) ||
        isGuarded(row.place);
      changes.isLess ||= isLess;
      note(row.seq, false, isSeen, isLess);
    }
    put.run(columns);
    note(row.seq, true, isSeen, false);
    changes.differs = true;
    if (!before || isGuarded(before.place) !== isGuarded(row.place)) turn(row.id);
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
