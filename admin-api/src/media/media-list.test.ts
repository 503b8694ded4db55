import { openDatabase } from '@veldlicht/database/open';
import { categories, files, media, mediaTags } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { eq, ne } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addFile } from '#testing/test-content.ts';
import { readAllMedia } from './media.repository.ts';
import { createMediaList, type MediaList } from './media-list.ts';
import { toMediaItem, toPublicMediaItem } from './to-media-item.ts';

let t: TestDatabase;
let all: MediaList;
let list: () => unknown;
let publicList: () => unknown;
beforeEach(async () => {
  t = await createTestDatabase();
  // Hundreds of small writes; nothing here is about the disk.
  t.db.$client.pragma('synchronous = OFF');
  const parsed = (read: () => Uint8Array) => () => JSON.parse(Buffer.from(read()).toString());
  all = createMediaList(t.db, toMediaItem);
  list = parsed(all.read);
  publicList = parsed(createMediaList(t.db, toPublicMediaItem).read);
});
afterEach(() => t.remove());

const plain = () => readAllMedia(t.db).map(toMediaItem);
const plainPublic = () =>
  readAllMedia(t.db)
    .map(toPublicMediaItem)
    .filter((item) => item !== null);

/** A repeatable source of whole numbers below `max` (mulberry32). */
function numbers(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % max;
  };
}

/** Everything that can happen to what the list tells, one step at a time. */
function changes(below: (max: number) => number) {
  let made = 0;
  const pick = <T>(rows: T[]): T | undefined => rows[below(rows.length || 1)];
  const anItem = () => pick(t.db.select().from(media).all());
  const aFile = () => pick(t.db.select().from(files).all());
  const tags = () => t.db.select().from(categories).where(eq(categories.type, 'tag')).all();
  const text = () => pick(['ree', 'één\u2028', '"\\\u0000', '🦌', '', ' <b>']) ?? '';
  const set = (change: Partial<typeof media.$inferInsert>) =>
    t.db
      .update(media)
      .set(change)
      .where(eq(media.seq, anItem()?.seq ?? -1))
      .run();
  const setFile = (change: Partial<typeof files.$inferInsert>) =>
    t.db
      .update(files)
      .set(change)
      .where(eq(files.hash, aFile()?.hash ?? ''))
      .run();
  const state = () => pick(['working', 'ready', 'failed'] as const) ?? 'ready';
  const add = () => {
    made += 1;
    const type = below(4) ? 'photo' : 'video';
    const { hash } = addFile(t.db, { type, processing: state(), duration: below(90) / 7 });
    const texts = { id: `m${made}`, slug: `m-${made}`, title: text(), description: text() };
    const categoryId = pick(['fauna', 'macro']) ?? '';
    t.db
      .insert(media)
      .values({
        ...texts,
        type,
        categoryId,
        locationPrivacy: 'exact',
        fileHash: hash,
        createdAt: below(5),
        updatedAt: made,
      })
      .run();
  };
  for (let n = 0; n < 30; n += 1) add();
  const steps: (() => unknown)[] = [
    add,
    () => set({ title: text(), focusX: below(11) / 10 }),
    () => set({ status: pick(['draft', 'published'] as const) ?? 'draft', location: text() }),
    () => set({ updatedAt: below(1000) }),
    () => set({ createdAt: below(5) }),
    () => set({ fileHash: aFile()?.hash ?? '', previousFileHash: aFile()?.hash ?? '' }),
    () => set({ categoryId: pick(['fauna', 'macro']) ?? '', featured: below(2) === 0 }),
    () => setFile({ processing: state(), processingError: text() || null }),
    () => setFile({ processingError: text() || null }),
    () => setFile({ renditions: [], width: below(9), color: text(), camera: { lens: text() } }),
    () => setFile({ placeholder: text(), duration: below(9) }),
    () =>
      t.db
        .delete(media)
        .where(eq(media.seq, anItem()?.seq ?? -1))
        .run(),
    () =>
      t.db
        .insert(categories)
        .values({
          id: `t${made}${below(1e6)}`,
          type: 'tag',
          name: `t${below(1e9)}`,
          sortOrder: tags().length + 1,
        })
        .onConflictDoNothing()
        .run(),
    () => {
      const [tag, item] = [pick(tags()), anItem()];
      if (tag && item)
        t.db
          .insert(mediaTags)
          .values({ mediaSeq: item.seq, tagId: tag.id })
          .onConflictDoNothing()
          .run();
    },
    () =>
      t.db
        .delete(mediaTags)
        .where(eq(mediaTags.mediaSeq, anItem()?.seq ?? -1))
        .run(),
    () =>
      t.db
        .delete(categories)
        .where(eq(categories.id, pick(tags())?.id ?? ''))
        .run(),
    () => {
      const [a, b] = [pick(tags()), pick(tags())];
      if (!a || !b) return;
      t.db.update(categories).set({ sortOrder: b.sortOrder }).where(eq(categories.id, a.id)).run();
      t.db.update(categories).set({ sortOrder: a.sortOrder }).where(eq(categories.id, b.id)).run();
    },
    () =>
      t.db
        .update(categories)
        .set({ name: `n${below(1e9)}` })
        .where(eq(categories.id, pick(['fauna', pick(tags())?.id ?? 'macro']) ?? ''))
        .run(),
    () => {
      const failing = () =>
        t.db.transaction((tx) => {
          tx.update(media).set({ title: 'undone' }).run();
          throw new Error('undo');
        });
      expect(failing).toThrow('undo');
    },
  ];
  return () => pick(steps)?.();
}

it.each([1, 2, 3, 4, 5, 6])(
  'is the plain mapping of every item, whatever happened before (seed %i)',
  (seed) => {
    const below = numbers(seed);
    const step = changes(below);
    for (let n = 0; n < 120; n += 1) {
      for (let burst = below(4); burst >= 0; burst -= 1) step();
      expect(list()).toEqual(plain());
      expect(publicList()).toEqual(plainPublic());
    }
    expect(plainPublic().length).toBeGreaterThan(0);
    expect(plain().length).toBeGreaterThan(3);
  },
);

it('follows the order of the tags, which is no change of any item', () => {
  const { hash } = addFile(t.db);
  const texts = { id: 'm', slug: 'm-1234', title: 'Ree', categoryId: 'fauna', fileHash: hash };
  t.db
    .insert(media)
    .values({ ...texts, type: 'photo', locationPrivacy: 'exact', createdAt: 1, updatedAt: 1 })
    .run();
  ['a', 'b'].forEach((name, i) => {
    t.db
      .insert(categories)
      .values({ id: name, type: 'tag', name, sortOrder: i + 1 })
      .run();
    t.db.insert(mediaTags).values({ mediaSeq: 1, tagId: name }).run();
  });
  expect(list()).toMatchObject([{ tags: ['a', 'b'] }]);
  t.db.update(categories).set({ sortOrder: 3 }).where(eq(categories.id, 'a')).run();
  expect(list()).toMatchObject([{ tags: ['b', 'a'] }]);
  t.db.insert(categories).values({ id: 'c', type: 'tag', name: 'c', sortOrder: 4 }).run();
  t.db.update(categories).set({ sortOrder: 1 }).where(eq(categories.id, 'a')).run();
  expect(list()).toMatchObject([{ tags: ['a', 'b'] }]);
});

it('is an empty list at first', () => {
  expect(list()).toEqual([]);
});

/** Adds items m0, m1, … with one ready file. */
function addMany(count: number, first = 0): void {
  const { hash } = addFile(t.db);
  for (let n = first; n < first + count; n += 1)
    t.db
      .insert(media)
      .values({
        id: `m${n}`,
        slug: `m-${n}`,
        type: 'photo',
        title: `Ree ${n}`,
        locationPrivacy: 'exact',
        categoryId: 'fauna',
        fileHash: hash,
        createdAt: n,
        updatedAt: n,
      })
      .run();
}

it('is right beyond the number of items that are read by name', () => {
  addMany(600);
  expect(list()).toEqual(plain());
  addMany(1, 600);
  t.db.update(media).set({ featured: true }).run();
  t.db.delete(media).where(eq(media.id, 'm7')).run();
  expect(list()).toEqual(plain());
  expect(list()).toHaveLength(600);
});

it('catches up in portions, others coming in between, and misses nothing they do', async () => {
  addMany(900);
  let isOver = false;
  const caughtUp = all.catchUp().finally(() => {
    isOver = true;
  });
  let turns = 0;
  while (!isOver) {
    await new Promise((go) => setImmediate(go));
    turns += 1;
    // One that is read already, and one that is not.
    for (const id of ['m5', 'm890'])
      t.db
        .update(media)
        .set({ title: `Beurt ${turns}` })
        .where(eq(media.id, id))
        .run();
    if (turns === 2) t.db.delete(media).where(eq(media.id, 'm700')).run();
  }
  await caughtUp;
  expect(turns).toBeGreaterThan(3);
  expect(list()).toEqual(plain());
});

it('tells some of the items in the order asked, with files that are not ready, without those that are gone', async () => {
  addMany(4);
  const waiting = addFile(t.db, { processing: 'working' });
  t.db.update(media).set({ fileHash: waiting.hash }).where(eq(media.id, 'm2')).run();
  const seqOf = (id: string) => t.db.select().from(media).where(eq(media.id, id)).get()?.seq ?? -1;
  const asked = ['m3', 'm2', 'm0'].map(seqOf);
  const some = async () =>
    JSON.parse(Buffer.from(await all.readSome([...asked, 12345])).toString());
  expect((await some()).map(({ id }: { id: string }) => id)).toEqual(['m3', 'm2', 'm0']);
  t.db.update(files).set({ processing: 'failed' }).where(eq(files.hash, waiting.hash)).run();
  t.db.update(media).set({ title: 'Anders' }).where(eq(media.id, 'm0')).run();
  expect(await some()).toMatchObject([{ id: 'm3' }, { processing: 'failed' }, { title: 'Anders' }]);
});

it('reads what changed once for all who ask at the same time, and again for what changed meanwhile', async () => {
  addMany(300);
  let mapped = 0;
  const counting = createMediaList(t.db, (record) => {
    mapped += 1;
    return toMediaItem(record);
  });
  const askers = Array.from({ length: 20 }, () => counting.catchUp());
  // Nothing was kept of this one yet: the others read it anew.
  t.db.update(media).set({ title: 'Meanwhile' }).where(eq(media.id, 'm299')).run();
  const late = counting.catchUp();
  await Promise.all([...askers, late]);
  expect(JSON.parse(Buffer.from(counting.read()).toString())).toEqual(plain());
  expect(mapped).toBeGreaterThanOrEqual(300);
  expect(mapped).toBeLessThanOrEqual(302);
});

it('is right after a change by another connection, also of what no revision tells', async () => {
  addMany(3);
  const waiting = addFile(t.db, { processing: 'working' });
  const other = openDatabase(t.file);
  const changes = [
    () => other.update(media).set({ title: 'Daar' }).where(eq(media.id, 'm1')).run(),
    () => other.update(media).set({ updatedAt: 99 }).where(eq(media.id, 'm2')).run(),
    () => other.update(media).set({ createdAt: 50 }).where(eq(media.id, 'm0')).run(),
    // Now the last of them.
    () => other.delete(media).where(eq(media.id, 'm1')).run(),
    () => other.update(media).set({ fileHash: waiting.hash }).where(eq(media.id, 'm0')).run(),
    () =>
      other.update(files).set({ processing: 'failed' }).where(eq(files.hash, waiting.hash)).run(),
  ];
  for (const change of changes) {
    const before = list();
    change();
    await all.catchUp();
    expect(list()).toEqual(plain());
    expect(list()).not.toEqual(before);
  }
  other.$client.close();
});

it('tells some as they are now, also to who comes while the list catches up with another change', async () => {
  addMany(300);
  await all.catchUp();
  t.db.update(media).set({ title: 'Anders' }).where(ne(media.id, 'm7')).run();
  const caughtUp = all.catchUp();
  t.db.update(media).set({ title: 'Ook anders' }).where(eq(media.id, 'm7')).run();
  const { seq } = t.db.select().from(media).where(eq(media.id, 'm7')).get() ?? { seq: -1 };
  const some = JSON.parse(Buffer.from(await all.readSome([seq])).toString());
  expect(some).toMatchObject([{ title: 'Ook anders' }]);
  await caughtUp;
});
