import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openDatabase } from '@veldlicht/database/open';
import { categories, files, media, mediaRows, mediaTags } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem } from '#testing/test-content.ts';
import { readMediaBySeqs } from './media.repository.ts';
import { createMediaList } from './media-list.ts';
import { toMediaItem } from './to-media-item.ts';

const t = useTestApp();
let list: () => unknown;
beforeEach(() => {
  const { read } = createMediaList(t.db);
  list = () => JSON.parse(Buffer.from(read()).toString());
});
/** What a mapping of every item makes. */
const plain = () =>
  readMediaBySeqs(
    t.db,
    t.rows(media).map(({ seq }) => seq),
  ).map(toMediaItem);

it('is the plain mapping of every item after any change, also by another connection', () => {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((createdAt) => addItem(t.db, { createdAt }).seq);
  const hashOf = (seq: number) => t.rows(media).find((row) => row.seq === seq)?.fileHash ?? '';
  const waiting = addFile(t.db, { processing: 'working' }).hash;
  const other = openDatabase(t.file);
  const set = (seq: number, change: Partial<typeof mediaRows.$inferInsert>) =>
    other.update(mediaRows).set(change).where(eq(mediaRows.seq, seq)).run();
  const setFile = (hash: string, change: Partial<typeof files.$inferInsert>) =>
    other.update(files).set(change).where(eq(files.hash, hash)).run();
  const setTag = (id: string, change: Partial<typeof categories.$inferInsert>) =>
    t.db.update(categories).set(change).where(eq(categories.id, id)).run();
  const addTag = (id: string, sortOrder: number) => {
    t.db.insert(categories).values({ id, type: 'tag', name: id, sortOrder }).run();
    t.db.insert(mediaTags).values({ mediaSeq: a, tagId: id }).run();
  };
  const changes: (() => unknown)[] = [
    () => set(b, { title: 'één\u2028"\\\u0000🦌' }),
    () => t.db.update(mediaRows).set({ focusX: 0.3, alt: '<b>' }).where(eq(mediaRows.seq, a)).run(),
    () => set(b, { status: 'draft' }),
    () => set(b, { status: 'published', location: 'Veluwe' }),
    () => set(c, { updatedAt: 99 }),
    () => set(a, { createdAt: 50 }),
    () => set(c, { categoryId: 'macro', featured: true }),
    () => addTag('mist', 1),
    () => addTag('zee', 2),
    () => setTag('mist', { sortOrder: 3 }),
    () => setTag('zee', { name: 'Noordzee' }),
    () => setTag('macro', { name: 'Dichtbij' }),
    () => t.db.delete(categories).where(eq(categories.id, 'mist')).run(),
    () => setFile(hashOf(b), { renditions: [], color: '#000000', camera: { lens: '50 mm' } }),
    () => setFile(hashOf(b), { placeholder: 'x', duration: 7 }),
    () => setFile(hashOf(b), { processingError: 'broken' }),
    () => set(a, { previousFileHash: hashOf(a), fileHash: waiting }),
    () => setFile(waiting, { processing: 'failed' }),
    () => setFile(waiting, { processing: 'ready' }),
    () => addItem(other),
    () => other.delete(mediaRows).where(eq(mediaRows.seq, b)).run(),
  ];
  for (const [step, change] of changes.entries()) {
    const before = list();
    change();
    expect([step, list()]).toEqual([step, plain()]);
    expect([step, list()]).not.toEqual([step, before]);
  }
  other.$client.close();
  const undone = () =>
    t.db.transaction((tx) => {
      tx.update(mediaRows).set({ title: 'undone' }).run();
      throw new Error('undo');
    });
  expect(undone).toThrow('undo');
  expect(list()).toEqual(plain());
});

it('maps only what changed', () => {
  const [one = 0] = [3, 2, 1].map((createdAt) => addItem(t.db, { createdAt, title: 'Zo' }).seq);
  list();
  // Without the trigger only `updatedAt` of one item shows a change.
  t.db.$client.exec('DROP TRIGGER media_updated');
  t.db.update(mediaRows).set({ title: 'Anders' }).run();
  t.db.update(mediaRows).set({ updatedAt: 99 }).where(eq(mediaRows.seq, one)).run();
  expect(list()).toMatchObject([{ title: 'Anders' }, { title: 'Zo' }, { title: 'Zo' }]);
});

it('is compressed if the client accepts that, and always current', async () => {
  addItem(t.db);
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const)
    for (const title of ['Hier', 'Daar']) {
      t.db.update(mediaRows).set({ title }).run();
      const headers = { 'accept-encoding': accepted };
      const answer = await t.request('/api/admin/media', { cookie: t.cookie, headers });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const told = String(encoding ? unpack[encoding](bytes) : bytes);
      expect(JSON.parse(told)).toMatchObject([{ title }]);
    }
});
