import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDatabase } from '@veldlicht/database/open';
import { categories, files, media, mediaTags } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem } from '#testing/test-content.ts';
import { readAllMedia } from './media.repository.ts';
import { createMediaList } from './media-list.ts';
import { toMediaItem, toPublicMediaItem } from './to-media-item.ts';

const t = useTestApp();
let list: () => unknown;
let publicList: () => unknown;
beforeEach(() => {
  // Hundreds of small writes; nothing here is about the disk.
  t.db.$client.pragma('synchronous = OFF');
  const parsed = (read: () => Uint8Array) => () => JSON.parse(Buffer.from(read()).toString());
  list = parsed(createMediaList(t.db, toMediaItem).read);
  publicList = parsed(createMediaList(t.db, toPublicMediaItem).read);
});
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
  const pick = <T>(rows: T[]): T | undefined => rows[below(rows.length || 1)];
  const anItem = () => eq(media.seq, pick(t.rows(media))?.seq ?? -1);
  const aFile = () => pick(t.rows(files))?.hash ?? '';
  const tags = () => t.rows(categories).filter(({ type }) => type === 'tag');
  const aTag = () => eq(categories.id, pick(tags())?.id ?? '');
  const text = () => pick(['ree', 'één\u2028', '"\\\u0000', '🦌', '', ' <b>']) ?? '';
  const set = (change: Partial<typeof media.$inferInsert>) =>
    t.db.update(media).set(change).where(anItem()).run();
  const setFile = (change: Partial<typeof files.$inferInsert>) =>
    t.db.update(files).set(change).where(eq(files.hash, aFile())).run();
  const setTag = (change: Partial<typeof categories.$inferInsert>) =>
    t.db.update(categories).set(change).where(aTag()).run();
  const state = () => pick(['working', 'ready', 'failed'] as const) ?? 'ready';
  const add = () => {
    const { hash } = addFile(t.db, { processing: state(), duration: below(90) / 7 });
    addItem(t.db, { fileHash: hash, title: text(), createdAt: below(5), updatedAt: below(1000) });
  };
  for (let n = 0; n < 20; n += 1) add();
  const steps: (() => unknown)[] = [
    add,
    () => set({ title: text(), focusX: below(11) / 10 }),
    () => set({ status: pick(['draft', 'published'] as const) ?? 'draft', location: text() }),
    () => set({ updatedAt: below(1000) }),
    () => set({ createdAt: below(5) }),
    () => set({ fileHash: aFile(), previousFileHash: aFile() }),
    () => set({ categoryId: pick(['fauna', 'macro']) ?? '', featured: below(2) === 0 }),
    () => setFile({ processing: state(), processingError: text() || null }),
    () => setFile({ renditions: [], width: below(9), color: text(), camera: { lens: text() } }),
    () => setFile({ placeholder: text(), duration: below(9) }),
    () => t.db.delete(media).where(anItem()).run(),
    () => {
      const row = { id: `t${below(1e9)}`, type: 'tag', name: `t${below(1e9)}` } as const;
      t.db
        .insert(categories)
        .values({ ...row, sortOrder: tags().length + 1 })
        .run();
    },
    () => {
      const [tag, item] = [pick(tags()), pick(t.rows(media))];
      const row = { mediaSeq: item?.seq ?? -1, tagId: tag?.id ?? '' };
      if (tag && item) t.db.insert(mediaTags).values(row).onConflictDoNothing().run();
    },
    () => t.db.delete(categories).where(aTag()).run(),
    () => setTag({ sortOrder: below(20) + 1 }),
    () => setTag({ name: `n${below(1e9)}` }),
    () => {
      const undone = () =>
        t.db.transaction((tx) => {
          tx.update(media).set({ title: 'undone' }).run();
          throw new Error('undo');
        });
      expect(undone).toThrow('undo');
    },
  ];
  return () => pick(steps)?.();
}

it.each([1, 2, 3])(
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
  },
);

it('is right beyond the number of items that are read by name', () => {
  const { hash } = addFile(t.db);
  t.db.transaction((tx) => {
    for (let n = 0; n < 600; n += 1) addItem(tx, { fileHash: hash, createdAt: n });
  });
  expect(list()).toEqual(plain());
  t.db.update(media).set({ featured: true }).run();
  t.db.delete(media).where(eq(media.seq, 7)).run();
  expect(list()).toEqual(plain());
});

it('maps only what changed', () => {
  const seqs = [1, 2, 3].map(() => addItem(t.db).seq);
  let mapped = 0;
  const counting = createMediaList(t.db, (record) => {
    mapped += 1;
    return toMediaItem(record);
  });
  counting.read();
  t.db
    .update(media)
    .set({ title: 'Anders' })
    .where(eq(media.seq, seqs[1] ?? 0))
    .run();
  counting.read();
  expect(mapped).toBe(4);
});

it('is right after a change by another connection, also of what no revision tells', () => {
  for (let n = 0; n < 3; n += 1) addItem(t.db, { createdAt: n });
  const waiting = addFile(t.db, { processing: 'working' }).hash;
  const [a = 0, b = 0, c = 0] = t.rows(media).map(({ seq }) => seq);
  const other = openDatabase(t.file);
  const set = (seq: number, change: Partial<typeof media.$inferInsert>) =>
    other.update(media).set(change).where(eq(media.seq, seq)).run();
  for (const change of [
    () => set(b, { title: 'Daar' }),
    () => set(c, { updatedAt: 99 }),
    () => set(a, { createdAt: 50 }),
    () => other.delete(media).where(eq(media.seq, b)).run(),
    () => set(a, { fileHash: waiting }),
    () => other.update(files).set({ processing: 'failed' }).where(eq(files.hash, waiting)).run(),
  ]) {
    const before = list();
    change();
    expect(list()).toEqual(plain());
    expect(list()).not.toEqual(before);
  }
  other.$client.close();
});

it('is sent compressed to who takes that, and always as it is now', async () => {
  const { seq } = addItem(t.db);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const)
    for (const title of ['Hier', 'Daar']) {
      t.db.update(media).set({ title }).where(eq(media.seq, seq)).run();
      const headers = { 'accept-encoding': accepted };
      const answer = await t.request('/api/admin/media', { cookie: t.cookie, headers });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const told = String(encoding ? unpack[encoding](bytes) : bytes);
      expect(JSON.parse(told)).toMatchObject([{ title }]);
    }
});
