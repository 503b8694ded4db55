/** Names that the library filters by: categories, tags in use, species in use. */
import type { CategoryType } from '@veldlicht/contract/category';
import { holdsPosition } from '@veldlicht/contract/position-shapes';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { categories } from '../schema.ts';
import { type PublicDatabase, prepared } from './public-database.ts';

/** A category, or a tag in use, as visitors may know it. */
interface Name {
  name: string;
  id: string;
  /** From 0, in the owner's order of those that are told. */
  position: number;
  description: string | null;
}

/** Brings categories or tags to these, in the owner's order. Answers whether any differs. */
function writeNames(target: PublicDatabase, table: 'categories' | 'tags', names: Name[]): boolean {
  const query = `SELECT name, id, position, description FROM ${table} ORDER BY position`;
  if (JSON.stringify(prepared(target, query).all()) === JSON.stringify(names)) return false;
  const put = `INSERT INTO ${table} VALUES (@name, 0, @id, @position, @description)
    ON CONFLICT (name) DO UPDATE SET id = @id, position = @position, description = @description`;
  for (const one of names) prepared(target, put).run(one);
  return true;
}

/** Categories and tags in the owner's order; a position in a description keeps it away. */
function readNames(db: Database, wanted: CategoryType, isTold: (name: string) => boolean): Name[] {
  const { id, name, description, type, sortOrder } = categories;
  const columns = { name, id, description };
  const rows = db.select(columns).from(categories).where(eq(type, wanted)).orderBy(asc(sortOrder));
  return rows
    .all()
    .filter((row) => isTold(row.name))
    .map(({ description, ...row }, position) => ({
      ...row,
      position,
      description: description && !holdsPosition(description) ? description : null,
    }));
}

/**
 * The categories, before items name them (triggers count those that are there). `settle`, after that, takes out
 * what is a category no more, and tells of tags in use.
 */
export function projectCategories(db: Database, target: PublicDatabase): { settle: () => boolean } {
  const told = readNames(db, 'category', () => true);
  const isChanged = writeNames(target, 'categories', told);
  function settle(): boolean {
    const names = JSON.stringify(told.map(({ name }) => name));
    const others = 'DELETE FROM categories WHERE name NOT IN (SELECT value FROM json_each(?))';
    if (isChanged) prepared(target, others).run(names);
    const used = new Set(prepared(target, 'SELECT name FROM tags').pluck().all());
    const tags = readNames(db, 'tag', (name) => used.has(name));
    return writeNames(target, 'tags', tags) || isChanged;
  }
  return { settle };
}

/** The names of species in use. */
export function projectSpecies(db: Database, target: PublicDatabase): boolean {
  const used = prepared(target, 'SELECT name, dutch_name, group_name FROM species').raw().all();
  const names = (used as string[][]).map(([name]) => name);
  const query = `SELECT scientific_name, dutch_name, group_name FROM species
    WHERE scientific_name IN (SELECT value FROM json_each(?)) ORDER BY scientific_name`;
  const told = prepared(db.$client, query).raw().all(JSON.stringify(names)) as string[][]; // its columns
  if (JSON.stringify(told) === JSON.stringify(used)) return false;
  const put = prepared(target, 'UPDATE species SET dutch_name = ?, group_name = ? WHERE name = ?');
  for (const [name, dutchName, group] of told) put.run(dutchName, group, name);
  return true;
}
