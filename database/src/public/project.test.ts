/** The content of the public database, after one projection and after many. */

import { writeFileSync } from 'node:fs';
import type { Block } from '@veldlicht/contract/story-body';
import { single, stored, words } from '@veldlicht/contract/testing/blocks';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentRows } from '../../../content-build/src/testing/public-rows.ts';
import { createWorld, type World } from '../../../content-build/src/testing/world.ts';
import {
  categories,
  deletedItems,
  files,
  mediaRows,
  mediaSpecies,
  settings,
  species,
  storyRows,
} from '../schema.ts';
import { forgetDeleted } from './private-rows.ts';
import { type Differences, project } from './project.ts';
import { openPublicDatabase, type PublicDatabase } from './public-database.ts';

const ORIGIN = 'https://veldlicht.example';
let world: World;
let target: PublicDatabase;
beforeEach(async () => {
  world = await createWorld();
  target = openPublicDatabase(world.folder.publicDatabase);
});
afterEach(() => {
  target.close();
  world.remove();
});

function fromNothing(moment: number) {
  const fresh = openPublicDatabase(':memory:');
  project(world.db, fresh, ORIGIN, moment);
  const rows = contentRows(fresh);
  fresh.close();
  return rows;
}

const projectNow = (moment = 1) => project(world.db, target, ORIGIN, moment);
/** Rows that differ, of items and of stories: whether each is new, is seen, and shows less. */
function changesNow(moment = 1) {
  let differences: Differences | null = null;
  const projected = project(world.db, target, ORIGIN, moment, (_, found) => {
    differences = found;
  });
  const rows = (table: string, columns: string) =>
    target.prepare(`SELECT ${columns} FROM ${table}`).raw().all() as unknown[][]; // lists of values
  return {
    ...projected,
    differences: differences as Differences | null, // set by the call just above
    items: rows('changed_items', 'seq, is_new, is_seen, is_less'),
    stories: rows('changed_stories', 'id, is_new, is_less'),
  };
}
const edit = (seq: number, change: Change) =>
  world.db.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run();
const titles = () =>
  target.prepare("SELECT item ->> 'title' FROM items ORDER BY place DESC").pluck().all();

it('has public content, and nothing of a draft', () => {
  world.addItem({ title: 'Open', tags: ['mist'], location: 'Veluwe' });
  world.addItem({ title: 'Geheim concept', status: 'draft', tags: ['nestplek'] });
  world.addItem({ title: 'Later', publishFrom: 1000 });
  world.addItem({ title: 'Plek', location: '52.131234, 5.860412', locationPrivacy: 'hidden' });
  projectNow();
  expect(titles()).toEqual(['Plek', 'Open']);
  const all = JSON.stringify(contentRows(target));
  for (const word of ['Geheim', 'nestplek', 'Later', '131234']) expect(all).not.toContain(word);
  expect(all).toContain('Veluwe');
});

it('writes the rows that differ, and none for a change that visitors cannot see', () => {
  const seq = world.addItem();
  world.addItem();
  const first = projectNow();
  expect(first).toMatchObject({ isWhole: true, isLess: false });
  edit(seq, { publishUntil: 99_999 });
  const unseen = changesNow();
  expect(unseen).toMatchObject({ items: [], differences: null, serial: first.serial });
  expect(unseen.revision).toBeGreaterThan(first.revision);
  edit(seq, { title: 'Anders' });
  expect(changesNow()).toMatchObject({
    items: [
      [seq, 0, 1, 0],
      [seq, 1, 1, 0],
    ],
    isLess: false,
    serial: first.serial + 1,
  });
  // Other pages do not show it.
  edit(seq, { description: 'Vroeg' });
  expect(changesNow().items).toEqual([
    [seq, 0, 0, 0],
    [seq, 1, 0, 0],
  ]);
});

type Change = Partial<typeof mediaRows.$inferInsert>;

/** Two blocks around one village. */
const blocks = ['52.0011, 5.2301', '52.0011, 5.2601'];

it.each<[string, Change, Change?]>([
  ['goes', { status: 'draft' }],
  ['shows its place less precisely', { locationPrivacy: 'approximate' }],
  ['has another place', { location: 'Veluwe' }],
  ['has another day', { date: '2026-05-13' }],
  ['is guarded', { guard: 'block', guardOrder: 0.5 }],
  [
    'moves to the next block',
    { location: blocks[1] },
    { location: blocks[0], locationPrivacy: 'approximate' },
  ],
  [
    'is guarded without a place or a day',
    { guard: 'block', guardOrder: 0.5 },
    { location: null, date: null },
  ],
  [
    'is guarded and gets another title, since the old one may have revealed its place',
    { title: 'Grutto' },
    { guard: 'block', guardOrder: 0.5 },
  ],
])('marks less for an item that %s', (_what, change, before) => {
  const seq = world.addItem({ location: '52.131234, 5.860412', date: '2026-05-12', ...before });
  projectNow();
  edit(seq, change);
  const { isLess, items } = changesNow();
  expect([isLess, items[0]]).toEqual([true, [seq, 0, 1, 1]]);
});

it.each([
  ['in other words', { title: 'Anders' }],
  ['with a place', { location: 'Veluwe' }],
  ['with a day', { date: '2026-05-12' }],
])('does not mark less when an item shows more: %s', (_what, change) => {
  const seq = world.addItem();
  projectNow();
  edit(seq, change);
  expect(changesNow().isLess).toBe(false);
});

it('marks as seen what lists and grids show of an item', () => {
  const seq = world.addItem({ location: blocks[0], locationPrivacy: 'approximate' });
  const hash = world.hashOfFile(1);
  const isSeen = (change: () => unknown) => {
    projectNow();
    change();
    return changesNow().items.some((row) => row[2] === 1);
  };
  const changeFile = (change: Partial<typeof files.$inferInsert>) => () =>
    world.db.update(files).set(change).where(eq(files.hash, hash)).run();
  const seen = [
    isSeen(() => edit(seq, { alt: 'Ree' })),
    isSeen(() => edit(seq, { location: blocks[1] })),
    isSeen(changeFile({ color: '#abcdef' })),
    isSeen(changeFile({ placeholder: 'data:image/x' })),
  ];
  expect(seen).toEqual([true, true, true, true]);
  expect(isSeen(() => edit(seq, { description: 'Vroeg' }))).toBe(false);
});

it('follows a clock in both directions', () => {
  world.addItem({ title: 'Even', publishFrom: 100, publishUntil: 200 });
  for (const [moment, shown] of [
    [50, []],
    [150, ['Even']],
    [250, []],
    [150, ['Even']],
    [50, []],
  ] as const) {
    projectNow(moment);
    expect(titles()).toEqual(shown);
    expect(contentRows(target)).toEqual(fromNothing(moment));
  }
});

it('counts tags and species in use, and removes unused ones', () => {
  const seq = world.addItem({ tags: ['mist', 'vorst'] });
  world.addItem({ tags: ['mist'] });
  projectNow();
  const tags = () => target.prepare('SELECT name, count FROM tags ORDER BY position').raw().all();
  expect(tags()).toEqual([
    ['mist', 2],
    ['vorst', 1],
  ]);
  world.db.update(mediaRows).set({ status: 'draft' }).where(eq(mediaRows.seq, seq)).run();
  projectNow();
  expect(tags()).toEqual([['mist', 1]]);
  expect(contentRows(target)).toEqual(fromNothing(1));
});

describe('a story', () => {
  const addStory = (...blocks: Block[]) =>
    world.db
      .insert(storyRows)
      .values({
        id: 's1',
        kind: 'note',
        slug: 's-0001',
        title: 'Notitie',
        date: '2026-05-12',
        body: stored(...blocks),
        status: 'published',
        createdAt: 1,
        updatedAt: 1,
      })
      .run();
  const shown = () => target.prepare("SELECT story ->> 'blocks' FROM stories").pluck().all().join();

  it('shows an item only while it is public', () => {
    const seq = world.addItem({ status: 'draft' });
    addStory(words('Voor'), single('m1', 'bijschrift'), words('na'));
    projectNow();
    expect(shown()).not.toContain('bijschrift');
    world.db.update(mediaRows).set({ status: 'published' }).where(eq(mediaRows.seq, seq)).run();
    projectNow();
    expect(shown()).toContain('bijschrift');
    world.db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run();
    projectNow();
    expect(shown()).not.toContain('bijschrift');
    expect(contentRows(target)).toEqual(fromNothing(1));
  });

  it('has only a month once one of its items is guarded', () => {
    const seq = world.addItem();
    addStory(single('m1'));
    projectNow();
    world.db
      .update(mediaRows)
      .set({ guard: 'block', guardOrder: 0.5 })
      .where(eq(mediaRows.seq, seq))
      .run();
    expect(changesNow().stories).toEqual([
      ['s1', 0, 1],
      ['s1', 1, 0],
    ]);
    expect(target.prepare("SELECT story ->> 'date' FROM stories").pluck().get()).toBe('2026-05');
  });

  it('disappears when it is purged', () => {
    addStory(words('woorden'));
    projectNow();
    world.db.delete(storyRows).run();
    expect(projectNow().isLess).toBe(true);
    expect(contentRows(target).stories).toEqual([]);
  });
});

describe('names', () => {
  const renamed = () => changesNow().differences?.renamed?.toSorted();

  it('of categories with equal slugs are numbered, and the addresses of renamed ones are returned', () => {
    world.addItem({ categoryId: 'fauna' });
    projectNow();
    const rename = (id: string, name: string) =>
      world.db.update(categories).set({ name }).where(eq(categories.id, id)).run();
    rename('fauna', 'Zee & strand');
    rename('macro', 'zee, strand');
    expect(renamed()).toEqual(
      ['fauna', 'macro', 'zee-strand', 'zee-strand-2'].map((slug) => `/categorie/${slug}`),
    );
    rename('fauna', 'Wad');
    expect(renamed()).toEqual(
      ['wad', 'zee-strand', 'zee-strand', 'zee-strand-2'].map((slug) => `/categorie/${slug}`),
    );
    expect(contentRows(target)).toEqual(fromNothing(1));
  });

  it('of species share one address, which the second takes over when the first goes', () => {
    const rows = ['Bubo bubo', 'Bubo Bubo'].map((scientificName) => ({
      scientificName,
      dutchName: 'Oehoe',
      groupName: 'birds' as const,
    }));
    world.db.insert(species).values(rows).onConflictDoNothing().run();
    for (const { scientificName } of rows)
      world.db
        .insert(mediaSpecies)
        .values({ mediaSeq: world.addItem(), scientificName, position: 0 })
        .run();
    projectNow();
    const paths = () => target.prepare('SELECT name, path FROM species').raw().all();
    expect(paths()).toEqual([
      ['Bubo Bubo', '/soort/bubo-bubo'],
      ['Bubo bubo', null],
    ]);
    const callOther = (dutchName: string) =>
      world.db
        .update(species)
        .set({ dutchName })
        .where(eq(species.scientificName, 'Bubo bubo'))
        .run();
    callOther('Uil');
    // It has no page of its own; others name it.
    expect(renamed()).toEqual([]);
    edit(1, { status: 'draft' });
    expect(changesNow().differences?.renamed).toBeNull();
    edit(1, { status: 'published' });
    projectNow();
    edit(2, { status: 'draft' });
    expect(renamed()).toEqual(['/soort/bubo-bubo']);
    expect(paths()).toEqual([['Bubo bubo', '/soort/bubo-bubo']]);
    expect(contentRows(target)).toEqual(fromNothing(1));
  });

  it('of a species and a tag stay as they are while their only item is edited', () => {
    const seq = world.addItem({ tags: ['vorst'] });
    const scientificName = 'Bubo bubo';
    const names = { scientificName, dutchName: 'Oehoe', groupName: 'birds' as const };
    world.db.insert(species).values(names).onConflictDoNothing().run();
    world.db.insert(mediaSpecies).values({ mediaSeq: seq, scientificName, position: 0 }).run();
    projectNow();
    edit(seq, { title: 'Anders' });
    expect(changesNow().differences).toMatchObject({ renamed: null });
    edit(seq, { status: 'draft' });
    projectNow();
    expect(contentRows(target)).toEqual(fromNothing(1));
  });
});

it('has no ids of private items or stories in the facts of the site', () => {
  world.addItem({ status: 'draft' });
  world.db
    .update(settings)
    .set({ profile: { portrait: 'm1', homeSeries: ['s9'] } })
    .run();
  projectNow();
  expect(JSON.stringify(contentRows(target).site)).not.toMatch(/m1|s9/);
});

it('projects everything after a restore, whatever the revisions', () => {
  world.addItem({ title: 'Blijft' });
  const seq = world.addItem({ title: 'Van later' });
  projectNow();
  // Like restoring a backup from before the second item while the public database stays.
  world.db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run();
  world.db.delete(deletedItems).run();
  world.db.$client.exec(
    'UPDATE content_state SET epoch = lower(hex(randomblob(16))), revision = revision + 100',
  );
  expect(changesNow()).toMatchObject({ isWhole: true, items: [[seq, 0, 1, 1]] });
  expect(titles()).toEqual(['Blijft']);
});

it('projects everything after an upgrade with other rules', () => {
  world.addItem({ title: 'Wat er mag staan' });
  projectNow();
  // As if an earlier version made the row; the private row stays untouched.
  target.exec("UPDATE items SET item = json_set(item, '$.title', 'Wat er stond'), key = 0");
  projectNow();
  expect(titles()).toEqual(['Wat er stond']);
  world.db.$client.exec("UPDATE content_state SET rules = 'of this version'");
  expect(changesNow()).toMatchObject({ isWhole: true });
  expect(titles()).toEqual(['Wat er mag staan']);
  expect(changesNow()).toMatchObject({ isWhole: false });
});

it('keeps deleted items until it has passed their revision', () => {
  const [first, second] = [world.addItem({ title: 'Eerst' }), world.addItem({ title: 'Later' })];
  projectNow();
  const remove = (seq: number) => world.db.delete(mediaRows).where(eq(mediaRows.seq, seq)).run();
  remove(first);
  projectNow();
  remove(second);
  forgetDeleted(world.db, target);
  expect(world.db.select().from(deletedItems).all()).toMatchObject([{ seq: second }]);
  projectNow();
  expect(titles()).toEqual([]);
});

it('is recreated when the file is damaged', () => {
  world.addItem({ title: 'Open' });
  projectNow();
  target.close();
  const place = world.folder.publicDatabase;
  writeFileSync(place, 'no database at all, and long enough to be read as one');
  target = openPublicDatabase(place);
  projectNow();
  expect(titles()).toEqual(['Open']);
});
