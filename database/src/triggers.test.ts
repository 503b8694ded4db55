import { objectOf } from '@veldlicht/contract/by-name';
import { privateFields, publicFields } from '@veldlicht/contract/item-fields';
import { eq, getTableColumns, getTableName, is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectedSchema, migrationsFolder } from './migrate.ts';
import * as schema from './schema.ts';
import { addFile, addItem } from './testing/add-item.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { triggers, views } from './triggers.ts';

const { categories, contentState, deletedItems, endedAddresses, media, mediaRows } = schema;
const hash = 'a'.repeat(32);
const other = 'b'.repeat(32);

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
  for (const one of [hash, other]) addFile(t.db, one, { processing: 'working' });
  t.db.insert(categories).values({ id: 'tag', type: 'tag', name: 'mist', sortOrder: 1 }).run();
  t.db
    .insert(schema.species)
    .values({ scientificName: 'Bubo bubo', groupName: 'birds' })
    .onConflictDoNothing()
    .run();
  addItem(t.db, 'm1', hash, { location: '52.131200, 5.860400', locationPrivacy: 'approximate' });
});
afterEach(() => t.remove());

const sql = (statement: string) => t.db.$client.exec(statement);
const revision = () => t.db.select().from(contentState).get()?.revision ?? -1;
/** The stamp of the item. */
const stamp = () =>
  t.db.select({ revision: mediaRows.revision }).from(mediaRows).get()?.revision ?? -1;

describe('the migrations make', () => {
  const made = expectedSchema(readMigrationFiles({ migrationsFolder }));

  it('the triggers and views of the tables: else run npm run migration', () => {
    const found = (kind: string) =>
      new Map(
        [...made].flatMap(([key, sql]) =>
          key.startsWith(kind) ? [[key.slice(kind.length), sql]] : [],
        ),
      );
    expect(found('trigger ')).toEqual(triggers);
    expect(found('view ')).toEqual(views);
  });

  it.each(Object.values(schema).filter((one) => is(one, SQLiteTable)))(
    'the columns of each table: else run npm run migration',
    (table) => {
      const columns = Object.keys(getTableColumns(table)).map(toSnakeCase);
      const query = t.db.$client.prepare('SELECT name FROM pragma_table_info(?)').pluck();
      expect(query.all(getTableName(table)).sort()).toEqual(columns.sort());
    },
  );
});

/** Whether a change of each column of an item may change what visitors are told. */
const columnsOfMedia: Record<keyof typeof media.$inferSelect, 'told' | 'private' | 'stamp'> = {
  ...objectOf(publicFields, () => 'told' as const),
  ...objectOf(privateFields, () => 'private' as const),
  seq: 'private',
  id: 'private',
  slug: 'told',
  type: 'told',
  locationPrivacy: 'told',
  categoryId: 'told',
  featured: 'told',
  hero: 'told',
  cover: 'told',
  status: 'told',
  publishFrom: 'told',
  publishUntil: 'told',
  focusX: 'told',
  focusY: 'told',
  fileHash: 'told',
  previousFileHash: 'told',
  firstPublishedAt: 'private',
  createdAt: 'told',
  updatedAt: 'private',
  revision: 'stamp',
  allowedPositions: 'private',
  exactChosen: 'private',
  withheld: 'told',
  creationKey: 'private',
  guard: 'told',
  guardReasons: 'private',
  guardArea: 'told',
  notShown: 'private',
  guardOrder: 'told',
  takenFrom: 'private',
  takenUntil: 'private',
  deletedAt: 'told',
  deletedBy: 'private',
};

const stamped = Object.entries(columnsOfMedia).filter(([, kind]) => kind !== 'stamp');
it.each(stamped)('stamps an item when its %s changes, if that is told: %s', (key, kind) => {
  const column = toSnakeCase(key);
  const before = stamp();
  sql(
    `PRAGMA foreign_keys = OFF; UPDATE media_rows SET ${column} = coalesce(${column}, '') || '1'`,
  );
  expect(stamp() > before).toBe(kind === 'told');
});

it.each([
  ['a tag on it', "INSERT INTO media_tags VALUES (1, 'tag')", true],
  ['the name of its category', "UPDATE categories SET name = 'dieren' WHERE id = 'fauna'", true],
  ['the order of categories', 'UPDATE categories SET sort_order = sort_order + 1', false],
  [
    'a species on it',
    "INSERT INTO media_species (media_seq, scientific_name, position) VALUES (1, 'Bubo bubo', 0)",
    true,
  ],
  ['its file becoming ready', "UPDATE files SET processing = 'ready'", true],
  ['its file failing', "UPDATE files SET processing = 'failed', processing_error = 'x'", false],
])('after %s stamps the item accordingly', (_change, statement, isStamped) => {
  const before = stamp();
  sql(statement);
  expect(stamp() > before).toBe(isStamped);
});

it('stamps an item when its species gets another name, or leaves it', () => {
  sql(
    "INSERT INTO media_species (media_seq, scientific_name, position) VALUES (1, 'Bubo bubo', 0)",
  );
  for (const statement of [
    "UPDATE species SET dutch_name = 'Grote uil' WHERE scientific_name = 'Bubo bubo'",
    'UPDATE media_species SET position = 1',
    'DELETE FROM media_species',
  ]) {
    const before = stamp();
    sql(statement);
    expect(stamp()).toBeGreaterThan(before);
  }
});

it('stamps an item when one of its tags is renamed or deleted', () => {
  sql("INSERT INTO media_tags VALUES (1, 'tag')");
  for (const statement of [
    "UPDATE categories SET name = 'nevel' WHERE id = 'tag'",
    "DELETE FROM categories WHERE id = 'tag'",
  ]) {
    const before = stamp();
    sql(statement);
    expect(stamp()).toBeGreaterThan(before);
    expect(stamp()).toBeLessThanOrEqual(revision());
  }
});

it.each([
  ['the profile', 'profile = \'{"a":1}\'', 1],
  ['the analytics id', "google_analytics_id = 'G-1234'", 1],
  ['what the panel alone needs', 'enforce2fa = 1, contact_retention_months = 3', 0],
])('counts a change of the settings: %s', (_what, change, steps) => {
  const before = revision();
  sql(`UPDATE settings SET ${change}`);
  expect(revision()).toBe(before + steps);
});

/** Whether a change of each column of a story stamps it. */
const columnsOfStories: Record<keyof typeof schema.stories.$inferSelect, boolean> = {
  id: false,
  kind: false,
  slug: true,
  title: true,
  date: true,
  body: true,
  cover: true,
  status: true,
  publishFrom: true,
  publishUntil: true,
  withheld: true,
  deletedAt: true,
  allowedPositions: false,
  firstPublishedAt: false,
  createdAt: false,
  updatedAt: false,
  deletedBy: false,
  creationKey: false,
  revision: false,
};
it.each(Object.entries(columnsOfStories))(
  'stamps a story after a change of %s: %s',
  (key, isShown) => {
    const row = {
      id: 'n',
      kind: 'note',
      slug: 'n-0001',
      title: 'n',
      date: '',
      body: '[]',
    } as const;
    const rest = { status: 'draft', createdAt: 1, updatedAt: 1 } as const;
    t.db
      .insert(schema.storyRows)
      .values({ ...row, ...rest })
      .run();
    const stamp = () => t.db.select().from(schema.storyRows).get()?.revision ?? -1;
    const before = revision();
    expect(stamp()).toBe(before);
    sql(`UPDATE story_rows SET ${toSnakeCase(key)} = coalesce(${toSnakeCase(key)}, '')`);
    expect([revision() > before, stamp() === revision()]).toEqual([isShown, true]);
  },
);

it('rolls the revision back with the change', () => {
  const before = revision();
  const change = () =>
    t.db.transaction((tx) => {
      tx.update(mediaRows).set({ title: 'anders' }).run();
      throw new Error('no');
    });
  expect(change).toThrow('no');
  expect(revision()).toBe(before);
});

describe('an item that is chosen', () => {
  const chosen = (column: 'hero' | 'cover') =>
    t.db
      .select()
      .from(media)
      .where(eq(media[column], true))
      .all()
      .map(({ id }) => id);
  const choose = (id: string, facts: Partial<typeof mediaRows.$inferInsert>) =>
    t.db.update(mediaRows).set(facts).where(eq(mediaRows.id, id)).run();
  beforeEach(() => {
    addItem(t.db, 'm2', other);
    addItem(t.db, 'm3', other, { categoryId: 'macro' });
  });

  it('as hero takes the place of the one before it', () => {
    choose('m1', { hero: true });
    const before = stamp();
    choose('m2', { hero: true });
    expect(chosen('hero')).toEqual(['m2']);
    expect(stamp()).toBeGreaterThan(before);
  });

  it('as cover takes the place of the one before it in its category, and is none in another', () => {
    for (const id of ['m1', 'm2', 'm3']) choose(id, { cover: true });
    expect(chosen('cover')).toEqual(['m2', 'm3']);
    choose('m2', { categoryId: 'macro' });
    expect(chosen('cover')).toEqual(['m3']);
  });
});

it('stores deleted items and former addresses', () => {
  const start = revision();
  const change = (facts: Partial<typeof mediaRows.$inferInsert>) =>
    t.db.update(mediaRows).set(facts).run();
  change({ slug: 'never-seen-0001' });
  change({ firstPublishedAt: 1 });
  change({ slug: 'ree-0002' });
  change({ locationPrivacy: 'hidden' });
  change({ guard: 'block' });
  change({ status: 'draft' });
  t.db.delete(mediaRows).run();
  expect(t.db.select().from(endedAddresses).all()).toEqual([
    { slug: 'never-seen-0001', ending: '0001', revision: start + 2 },
  ]);
  expect(t.db.select().from(deletedItems).all()).toEqual([{ seq: 1, revision: start + 6 }]);
});
