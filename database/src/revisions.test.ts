import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { categories, contentState, files, media, mediaTags, removals, settings } from './schema.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let t: TestDatabase;
const hash = 'a'.repeat(32);

function revision(): number {
  return t.db.select().from(contentState).get()?.revision ?? -1;
}
function item() {
  const row = t.db.select().from(media).get();
  if (!row) throw new Error('no item');
  return row;
}

beforeEach(async () => {
  t = await createTestDatabase();
  const [first] = t.db.select().from(categories).all();
  t.db
    .insert(files)
    .values({
      hash,
      type: 'photo',
      extension: 'jpg',
      bytes: 1,
      width: 3,
      height: 2,
      processing: 'working',
      createdAt: 1,
    })
    .run();
  t.db.insert(categories).values({ id: 'tag', type: 'tag', name: 'mist', sortOrder: 1 }).run();
  t.db
    .insert(media)
    .values({
      id: 'm1',
      slug: 'ree-1234',
      type: 'photo',
      title: 'Ree',
      location: '52.131200, 5.860400',
      locationPrivacy: 'approximate',
      categoryId: first?.id ?? '',
      fileHash: hash,
      createdAt: 1,
      updatedAt: 1,
    })
    .run();
});
afterEach(() => t.remove());

it('stamps an item with a fresh revision at every change of what the public sees', () => {
  const seen = [item().revision];
  const steps = [
    () => t.db.update(media).set({ title: 'Reegeit' }).run(),
    () => t.db.update(media).set({ publishFrom: 5 }).run(),
    () => t.db.update(media).set({ publishUntil: 9 }).run(),
    () => t.db.update(media).set({ withheld: true }).run(),
    () => t.db.insert(mediaTags).values({ mediaSeq: item().seq, tagId: 'tag' }).run(),
    () => t.db.update(categories).set({ name: 'nevel' }).where(eq(categories.id, 'tag')).run(),
    () => t.db.update(files).set({ processing: 'ready' }).run(),
    () => t.db.delete(categories).where(eq(categories.id, 'tag')).run(),
  ];
  for (const step of steps) {
    step();
    seen.push(item().revision);
    expect(item().revision).toBeLessThanOrEqual(revision());
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
});

it('stamps what leads to an item by the changes of what leads to it only', () => {
  const change = (facts: Partial<typeof media.$inferInsert>) => t.db.update(media).set(facts).run();
  const linkRevision = () => item().linkRevision;
  expect(linkRevision()).toBe(item().revision);
  const [file] = t.db.select().from(files).all();
  if (!file) throw new Error('no file');
  t.db
    .insert(files)
    .values({ ...file, hash: 'b'.repeat(32) })
    .run();
  const shown: Array<() => unknown> = [
    () => change({ slug: 'reegeit-1234' }),
    () => change({ type: 'video' }),
    () => change({ title: 'Reegeit' }),
    () => change({ location: 'Veluwe' }),
    () => change({ location: null }),
    () => change({ locationPrivacy: 'hidden' }),
    () => change({ date: '2026-05-01' }),
    () => change({ alt: 'Een ree' }),
    () => change({ focusX: 0.25 }),
    () => change({ focusY: 0.25 }),
    () => change({ fileHash: 'b'.repeat(32), previousFileHash: hash }),
    () => change({ previousFileHash: null }),
    () => t.db.update(files).set({ processing: 'ready' }).run(),
  ];
  for (const step of shown) {
    const before = linkRevision();
    step();
    expect([step, linkRevision()]).toEqual([step, item().revision]);
    expect(linkRevision()).toBeGreaterThan(before);
  }
  const unseen: Array<() => unknown> = [
    () => change({ description: 'Vroeg' }),
    () => change({ title: 'Reegeit' }),
    () => change({ featured: true }),
    () => change({ categoryId: 'macro' }),
    () => change({ publishFrom: 5 }),
    () => t.db.insert(mediaTags).values({ mediaSeq: item().seq, tagId: 'tag' }).run(),
    () => t.db.update(categories).set({ name: 'nevel' }).where(eq(categories.id, 'tag')).run(),
    () => t.db.update(categories).set({ name: 'klein' }).where(eq(categories.id, 'macro')).run(),
    () => t.db.delete(mediaTags).run(),
  ];
  const linked = linkRevision();
  for (const step of unseen) {
    const before = item().revision;
    step();
    expect(item().revision).toBeGreaterThan(before);
    expect(linkRevision()).toBe(linked);
  }
});

it('leaves the revision alone for what the public does not see', () => {
  const before = revision();
  t.db.update(media).set({ updatedAt: 9, firstPublishedAt: 9 }).run();
  t.db.update(settings).set({ enforce2fa: true }).run();
  t.db.update(files).set({ processing: 'failed', processingError: 'x' }).run();
  expect(revision()).toBe(before);
});

it('rolls the revision back with the change', () => {
  const before = revision();
  expect(() =>
    t.db.transaction((tx) => {
      tx.update(media).set({ title: 'anders' }).run();
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(revision()).toBe(before);
});

it('remembers what must not come back', () => {
  const start = revision();
  t.db.update(media).set({ slug: 'never-seen-0001' }).run();
  t.db.update(media).set({ firstPublishedAt: 1 }).run();
  t.db.update(media).set({ slug: 'ree-0002' }).run();
  t.db.update(media).set({ locationPrivacy: 'hidden' }).run();
  t.db.update(media).set({ status: 'draft' }).run();
  t.db.delete(media).run();
  const kept = t.db.select().from(removals).all();
  expect(kept.map((row) => [row.kind, row.slug, row.revision - start])).toEqual([
    ['address', 'never-seen-0001', 2],
    ['place', 'ree-0002', 3],
    ['drafted', 'ree-0002', 4],
    ['deleted', 'ree-0002', 5],
  ]);
});
