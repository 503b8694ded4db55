/** Projects names: categories, tags in use, species in use. */
import type { CategoryType } from '@veldlicht/contract/category';
import { nameSlug } from '@veldlicht/contract/name';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { SHARED } from '../guard-schema.ts';
import { isListedSql } from '../is-public.ts';
import type { Database } from '../open.ts';
import { type PublicDatabase, prepared } from './public-database.ts';
import { mayShowIn } from './shown-words.ts';

/** A public category, or a tag in use. */
interface Name {
  name: string;
  id: string;
  /** Index in the owner's order, from 0. */
  position: number;
  description: string | null;
  /** Address of its page; null for a tag. */
  path: string | null;
}

/** Outcome of a projection of names. */
interface Renamed {
  differs: boolean;
  /** Addresses of pages whose name changed. */
  paths: string[];
}

/** Addresses of rows that are in only one of the lists. */
function renamedPaths<Row extends { path: string | null }>(
  before: Row[],
  after: Row[],
  textOf: (row: Row) => string,
): string[] {
  const [old, young] = [before, after].map((rows) => new Set(rows.map(textOf)));
  return [...before, ...after].flatMap((row) =>
    old?.has(textOf(row)) && young?.has(textOf(row)) ? [] : (row.path ?? []),
  );
}

/** Writes categories or tags, in the owner's order. */
function writeNames(target: PublicDatabase, table: 'categories' | 'tags', names: Name[]): Renamed {
  const query = `SELECT name, id, position, description, path FROM ${table} ORDER BY position`;
  const before = prepared(target, query).all() as Name[]; // its columns
  if (JSON.stringify(before) === JSON.stringify(names)) return { differs: false, paths: [] };
  const put = `INSERT INTO ${table} VALUES (@name, 0, @id, @position, @description, @path)
    ON CONFLICT (name) DO UPDATE SET
      id = @id, position = @position, description = @description, path = @path`;
  for (const one of names) prepared(target, put).run(one);
  const textOf = ({ name, description, path }: Name) => JSON.stringify([name, description, path]);
  return { differs: true, paths: renamedPaths(before, names, textOf) };
}

/** Addresses of categories; equal slugs are numbered, independent of the order of categories. */
function categoryPaths(names: string[]): Map<string, string> {
  const taken = new Set<string>();
  const paths = names.toSorted().map((name): [string, string] => {
    const words = nameSlug(name) || 'categorie';
    let slug = words;
    for (let n = 2; taken.has(slug); n++) slug = `${words}-${n}`;
    taken.add(slug);
    return [name, `/categorie/${slug}`];
  });
  return new Map(paths);
}

/** Whether a category has a listed guarded item. */
const HAS_GUARDED = `SELECT 1 FROM media m WHERE m.guard IS NOT NULL AND m.category_id = ? AND ${isListedSql('m')}`;

/** Whether a category has a listed open item, which makes its name public. */
const HAS_OPEN = `SELECT 1 FROM media m WHERE m.guard IS NULL AND m.category_id = ? AND ${isListedSql('m')}`;

/**
 * Categories or tags in the owner's order. A description with a position is left out, as is an unconfirmed one of a
 * category with guarded items; a category with an unconfirmed name is left out unless it has open items. Tags stay:
 * guarded items are shown without unconfirmed ones (`itemReader`).
 */
function readNames(db: Database, wanted: CategoryType, isUsed: (name: string) => boolean): Name[] {
  const query = 'SELECT name, id, description FROM categories WHERE type = ? ORDER BY sort_order';
  const stored = prepared(db.$client, query).all(wanted) as Omit<Name, 'position' | 'path'>[]; // its columns
  const mayShow = mayShowIn(db.$client);
  const hasGuarded = prepared(db.$client, HAS_GUARDED);
  const hasOpen = prepared(db.$client, HAS_OPEN);
  const waits = ({ id, name }: { id: string; name: string }) =>
    wanted === 'category' &&
    hasGuarded.get(id) !== undefined &&
    hasOpen.get(id) === undefined &&
    !mayShow(SHARED, name);
  const rows = stored.filter((row) => isUsed(row.name) && !waits(row));
  const mayDescribe = (id: string, text: string) =>
    !holdsPosition(text) &&
    (wanted === 'tag' || mayShow(SHARED, text) || hasGuarded.get(id) === undefined);
  const paths = wanted === 'category' ? categoryPaths(rows.map(({ name }) => name)) : new Map();
  return rows.map(({ name, id, description }, position) => ({
    name,
    id,
    position,
    description: description && mayDescribe(id, description) ? description : null,
    path: paths.get(name) ?? null,
  }));
}

/**
 * Writes the categories; call it before items are projected, since triggers count existing rows. `settle`, called
 * after, removes former categories and unused tags, and writes the tags in use.
 */
export function projectCategories(db: Database, target: PublicDatabase): { settle: () => Renamed } {
  const shown = readNames(db, 'category', () => true);
  const written = writeNames(target, 'categories', shown);
  function settle(): Renamed {
    const names = JSON.stringify(shown.map(({ name }) => name));
    const others = 'DELETE FROM categories WHERE name NOT IN (SELECT value FROM json_each(?))';
    if (written.differs) prepared(target, others).run(names);
    prepared(target, 'DELETE FROM tags WHERE count = 0').run();
    const used = new Set(prepared(target, 'SELECT name FROM tags').pluck().all());
    const tags = writeNames(
      target,
      'tags',
      readNames(db, 'tag', (name) => used.has(name)),
    );
    return { differs: tags.differs || written.differs, paths: written.paths };
  }
  return { settle };
}

/** A species in use. */
interface SpeciesRow {
  name: string;
  dutchName: string | null;
  groupName: string | null;
  words: string | null;
  /** Number of the lead item of its page. */
  picture: number | null;
  /** Null where another species has the same address. */
  path: string | null;
}

const SHOWN_SPECIES =
  'SELECT name, dutch_name AS dutchName, group_name AS groupName, words, picture, path FROM species';
const SPECIES_NAMED = `SELECT scientific_name AS name, dutch_name AS dutchName, group_name AS groupName, words,
    (SELECT seq FROM media m WHERE m.id = picture) AS picture
  FROM species WHERE scientific_name IN (SELECT value FROM json_each(?)) ORDER BY scientific_name`;
const SHOWS_SPECIES = 'SELECT seq FROM item_species WHERE seq = ? AND name = ?';

const SPECIES_HAS_GUARDED = `SELECT 1 FROM media_species JOIN media m ON m.seq = media_seq
  WHERE scientific_name = ? AND m.guard IS NOT NULL AND ${isListedSql('m')}`;

/**
 * Reads public facts of species by name. The owner's texts about a species with guarded items must be confirmed, and
 * its picture must be public.
 */
function readSpecies(db: Database, target: PublicDatabase, names: string) {
  const rows = prepared(db.$client, SPECIES_NAMED).all(names) as Omit<SpeciesRow, 'path'>[]; // its columns
  const mayShow = mayShowIn(db.$client);
  const hasGuarded = prepared(db.$client, SPECIES_HAS_GUARDED);
  const shows = prepared(target, SHOWS_SPECIES);
  const shownText = (name: string, text: string | null) =>
    text === null || mayShow(SHARED, text) || hasGuarded.get(name) === undefined ? text : null;
  return rows.map(({ name, dutchName, words, picture, ...row }) => ({
    name,
    dutchName: shownText(name, dutchName),
    ...row,
    words: words && !holdsPosition(words) ? shownText(name, words) : null,
    picture: shows.get(picture, name) ? picture : null,
  }));
}

/** Whether the public facts of these species are unchanged; false for a species new in use. */
function areShownAlike(db: Database, target: PublicDatabase, names: string): boolean {
  const query = `SELECT name, dutchName, groupName, words, picture FROM (${SHOWN_SPECIES})
    WHERE name IN (SELECT value FROM json_each(?)) ORDER BY name`;
  const before = prepared(target, query).all(names);
  return JSON.stringify(before) === JSON.stringify(readSpecies(db, target, names));
}

/**
 * Projects species in use, and removes the others. `looked` limits the work to the species of changed items; the
 * owner's own species are always included, since a guarded item that is not public may withhold their texts.
 */
export function projectSpecies(
  db: Database,
  target: PublicDatabase,
  looked?: ReadonlySet<string>,
): Renamed {
  const { changes: gone } = prepared(target, 'DELETE FROM species WHERE count = 0').run();
  // The owner's own species, whose texts may have become public or private.
  const own = prepared(db.$client, 'SELECT scientific_name FROM species WHERE own').pluck().all();
  const ownInUse = prepared(
    target,
    'SELECT name FROM species WHERE name IN (SELECT value FROM json_each(?))',
  )
    .pluck()
    .all(JSON.stringify(own));
  const few = looked && JSON.stringify([...looked, ...ownInUse]);
  if (few && gone === 0 && areShownAlike(db, target, few)) return { differs: false, paths: [] };
  const before = prepared(target, `${SHOWN_SPECIES} ORDER BY name`).all() as SpeciesRow[]; // its columns
  const names = JSON.stringify(before.map(({ name }) => name));
  const taken = new Set<string>();
  const after = readSpecies(db, target, names).map((row): SpeciesRow => {
    const path = `/soort/${nameSlug(row.name)}`;
    const isFree = !taken.has(path);
    taken.add(path);
    return { ...row, path: isFree ? path : null };
  });
  if (JSON.stringify(before) === JSON.stringify(after)) return { differs: false, paths: [] };
  const put = prepared(
    target,
    `UPDATE species SET dutch_name = @dutchName, group_name = @groupName, words = @words, picture = @picture,
      path = @path WHERE name = @name`,
  );
  for (const row of after) put.run(row);
  return { differs: true, paths: renamedPaths(before, after, (row) => JSON.stringify(row)) };
}
