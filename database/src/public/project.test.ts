/** What the public database holds, after one projection and after many. */
import { writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../content-build/src/testing/world.ts';
import { media, removals, settings, stories } from '../schema.ts';
import { project } from './project.ts';
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

const tables = [
  'items',
  'item_tags',
  'item_species',
  'stories',
  'categories',
  'tags',
  'species',
  'site',
  'ended',
];

/** Every row of every table, but for how far it has come. */
const rowsOf = (db: PublicDatabase) =>
  Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]));

function fromNothing(moment: number) {
  const fresh = openPublicDatabase(':memory:');
  project(world.db, fresh, ORIGIN, moment);
  const rows = rowsOf(fresh);
  fresh.close();
  return rows;
}

const projectNow = (moment = 1) => project(world.db, target, ORIGIN, moment);
const titles = () =>
  target.prepare("SELECT item ->> 'title' FROM items ORDER BY place DESC").pluck().all();

it('holds what is public, and nothing of a draft', () => {
  world.addItem({ title: 'Open', tags: ['mist'], location: 'Veluwe' });
  world.addItem({ title: 'Geheim concept', status: 'draft', tags: ['nestplek'] });
  world.addItem({ title: 'Later', publishFrom: 1000 });
  world.addItem({ title: 'Plek', location: '52.131234, 5.860412', locationPrivacy: 'hidden' });
  projectNow();
  expect(titles()).toEqual(['Plek', 'Open']);
  const all = JSON.stringify(rowsOf(target));
  for (const word of ['Geheim', 'nestplek', 'Later', '131234']) expect(all).not.toContain(word);
  expect(all).toContain('Veluwe');
});

it('writes the rows that differ, and none for a change that visitors cannot see', () => {
  const seq = world.addItem();
  world.addItem();
  const first = projectNow();
  expect(first.changes.written).toHaveLength(2);
  world.db.update(media).set({ publishUntil: 99_999 }).where(eq(media.seq, seq)).run();
  const unseen = projectNow();
  expect(unseen).toMatchObject({ changes: { written: [], gone: [] }, serial: first.serial });
  expect(unseen.revision).toBeGreaterThan(first.revision);
  world.db.update(media).set({ title: 'Anders' }).where(eq(media.seq, seq)).run();
  expect(projectNow()).toMatchObject({
    changes: { written: [seq], gone: [], isLess: false },
    serial: first.serial + 1,
  });
});

it.each([
  ['goes', { status: 'draft' }],
  ['tells less of its place', { locationPrivacy: 'approximate' }],
  ['is guarded', { guard: 'block', guardOrder: 0.5 }],
] as const)('says so when an item %s: lists take it away first', (_what, change) => {
  const seq = world.addItem({ location: '52.131234, 5.860412', date: '2026-05-12' });
  projectNow();
  world.db.update(media).set(change).where(eq(media.seq, seq)).run();
  expect(projectNow().changes.isLess).toBe(true);
});

it('says so when a guarded item is told otherwise, as its words may have led to it', () => {
  const seq = world.addItem({ title: 'Grutto bij Urk', guard: 'block', guardOrder: 0.5 });
  projectNow();
  expect(projectNow().changes.isLess).toBe(false);
  world.db.update(media).set({ title: 'Grutto' }).where(eq(media.seq, seq)).run();
  expect(projectNow().changes.isLess).toBe(true);
});

it('follows the clock both ways', () => {
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
    expect(rowsOf(target)).toEqual(fromNothing(moment));
  }
});

it('counts tags and species in use, and forgets those that nobody sees', () => {
  const seq = world.addItem({ tags: ['mist', 'vorst'] });
  world.addItem({ tags: ['mist'] });
  projectNow();
  const tags = () => target.prepare('SELECT name, count FROM tags ORDER BY position').raw().all();
  expect(tags()).toEqual([
    ['mist', 2],
    ['vorst', 1],
  ]);
  world.db.update(media).set({ status: 'draft' }).where(eq(media.seq, seq)).run();
  projectNow();
  expect(tags()).toEqual([['mist', 1]]);
  expect(rowsOf(target)).toEqual(fromNothing(1));
});

describe('a story', () => {
  const addStory = (body: string) =>
    world.db
      .insert(stories)
      .values({
        id: 's1',
        kind: 'note',
        slug: 's-0001',
        title: 'Notitie',
        date: '2026-05-12',
        body,
        status: 'published',
        createdAt: 1,
        updatedAt: 1,
      })
      .run();
  const shown = () => target.prepare("SELECT story ->> 'parts' FROM stories").pluck().all().join();

  it('shows an item from the moment that it is public, and no longer', () => {
    const seq = world.addItem({ status: 'draft' });
    addStory('Voor\n\n![bijschrift](media:m1)\n\nna');
    projectNow();
    expect(shown()).not.toContain('bijschrift');
    world.db.update(media).set({ status: 'published' }).where(eq(media.seq, seq)).run();
    projectNow();
    expect(shown()).toContain('bijschrift');
    world.db.delete(media).where(eq(media.seq, seq)).run();
    projectNow();
    expect(shown()).not.toContain('bijschrift');
    expect(rowsOf(target)).toEqual(fromNothing(1));
  });

  it('tells its month alone once an item of it is guarded', () => {
    const seq = world.addItem();
    addStory('![x](media:m1)');
    projectNow();
    world.db.update(media).set({ guard: 'block', guardOrder: 0.5 }).where(eq(media.seq, seq)).run();
    projectNow();
    expect(target.prepare("SELECT story ->> 'date' FROM stories").pluck().get()).toBe('2026-05');
  });

  it('goes when it is deleted for good', () => {
    addStory('woorden');
    projectNow();
    world.db.delete(stories).run();
    expect(projectNow().changes.isLess).toBe(true);
    expect(rowsOf(target).stories).toEqual([]);
  });
});

it('names no item or story in the settings that is not public', () => {
  world.addItem({ status: 'draft' });
  world.db
    .update(settings)
    .set({ profile: { portrait: 'm1', homeSeries: ['s9'] } })
    .run();
  projectNow();
  expect(JSON.stringify(rowsOf(target).site)).not.toMatch(/m1|s9/);
});

it('looks at everything after a restore, whatever the revisions say', () => {
  world.addItem({ title: 'Blijft' });
  const seq = world.addItem({ title: 'Van later' });
  projectNow();
  // As a backup from before the second item, put back while the public database stays.
  world.db.delete(media).where(eq(media.seq, seq)).run();
  world.db.delete(removals).run();
  world.db.$client.exec(
    'UPDATE content_state SET epoch = lower(hex(randomblob(16))), revision = revision + 100',
  );
  expect(projectNow()).toMatchObject({ isWhole: true, changes: { written: [], gone: [seq] } });
  expect(titles()).toEqual(['Blijft']);
});

it('is made again when the file is damaged', () => {
  world.addItem({ title: 'Open' });
  projectNow();
  target.close();
  const place = world.folder.publicDatabase;
  writeFileSync(place, 'no database at all, and long enough to be read as one');
  target = openPublicDatabase(place);
  projectNow();
  expect(titles()).toEqual(['Open']);
});
