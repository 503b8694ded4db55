import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DRAFT_DAYS, draftOf } from '@veldlicht/contract/draft';
import { HISTORY_DAYS } from '@veldlicht/contract/history';
import { TRASH_DAYS } from '@veldlicht/contract/trash';
import { inChange } from '@veldlicht/database/change';
import { claimJob, enqueueJob } from '@veldlicht/database/jobs';
import type { Store } from '@veldlicht/database/open';
import {
  drafts,
  files,
  history,
  jobs,
  media,
  mediaRows,
  storyRows,
  uploads,
  users,
} from '@veldlicht/database/schema';
import { openStorage, type Storage } from '@veldlicht/database/storage/storage';
import { StorageError } from '@veldlicht/database/storage/storage-error';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type JobDeps, STORAGE_REST_MS } from '../renditions/job-deps.ts';
import { abandonRemoveJob, runRemoveJob } from '../renditions/remove-job.ts';
import { silentLog } from '../testing/image-bench.ts';
import { noImages } from '../testing/no-images.ts';
import { createWorld, type World } from '../testing/world.ts';
import { cleanUp, sweepIncoming } from './clean-up.ts';

const DAY = 24 * 60 * 60 * 1000;
let world: World;
let hash: string;
let storage: Storage;

beforeEach(async () => {
  world = await createWorld();
  world.addItem();
  hash = world.db.select().from(files).get()?.hash ?? '';
  storage = openStorage({ kind: 'disk' }, world.folder);
  mkdirSync(world.folder.originals);
  writeFileSync(original(), 'original');
});
afterEach(() => world.remove());

const original = () => path.join(world.folder.originals, `${hash}.jpg`);
const clean = (now: number) => cleanUp(world.db, world.folder, now);
function depsAt(now: number, from: Storage = storage): JobDeps {
  return {
    db: world.db,
    folder: world.folder,
    storage: from,
    images: noImages,
    rest: async () => {},
    origin: '',
    now: () => now,
    log: silentLog,
  };
}
/** Runs the remove jobs; returns their number. */
async function remove(now: number, from: Storage = storage): Promise<number> {
  const { db } = world;
  const deps = depsAt(now, from);
  for (let done = 0; ; done++) {
    const job = claimJob(db, ['remove'], now);
    if (!job) return done;
    await runRemoveJob(deps, job);
  }
}
function addUpload(key: string, facts: Partial<typeof uploads.$inferInsert> = {}): void {
  const user = { id: 'u', username: 'u', email: 'u', role: 'editor', passwordHash: '' } as const;
  world.db
    .insert(users)
    .values({ ...user, createdAt: 0 })
    .onConflictDoNothing()
    .run();
  world.db
    .insert(uploads)
    .values({ key, userId: 'u', state: 'received', expiresAt: 9 * DAY, createdAt: 0, ...facts })
    .run();
}
const isOnDisk = () => [original(), path.join(world.folder.renditions, hash)].map(existsSync);

it('removes row, original and renditions a day after the last item that showed them', async () => {
  expect(clean(0)).toEqual([]);
  world.db.delete(mediaRows).run();
  clean(DAY);
  expect(clean(2 * DAY)).toEqual([]);
  expect(await remove(2 * DAY)).toBe(0);
  expect(isOnDisk()).toEqual([true, true]);
  expect(clean(2 * DAY + 1)).toEqual([hash]);
  expect(await remove(2 * DAY + 1)).toBe(1);
  expect(isOnDisk()).toEqual([false, false]);
  expect(world.db.select().from(files).all()).toEqual([]);
});

const deleteItem = (deletedAt: number) =>
  world.db.update(mediaRows).set({ deletedAt, deletedBy: 'eva' }).run();

it('keeps the file of a deleted item while it can be restored', () => {
  deleteItem(0);
  world.db.delete(history).run();
  for (const day of [0, 2, TRASH_DAYS]) expect(clean(day * DAY)).toEqual([]);
  // The file's own period starts when the item leaves the trash.
  expect(clean(TRASH_DAYS * DAY + 1)).toEqual([]);
  expect(world.db.select().from(mediaRows).all()).toEqual([]);
  expect(clean((TRASH_DAYS + 1) * DAY + 2)).toEqual([hash]);
});

it('keeps a replaced file while history has it, and no history of purged items', () => {
  const replace = (tx: Store) => {
    world.addItem();
    tx.update(mediaRows)
      .set({ fileHash: world.hashOfFile(2) })
      .where(eq(mediaRows.seq, 1))
      .run();
  };
  inChange(world.db, { actor: null, now: 0 }, replace);
  for (const day of [0, 2, HISTORY_DAYS]) expect(clean(day * DAY)).toEqual([]);
  expect(clean(HISTORY_DAYS * DAY + 1)).toEqual([]);
  expect(clean((HISTORY_DAYS + 1) * DAY + 2)).toEqual([hash]);
  inChange(world.db, { actor: null, now: 40 * DAY }, (tx) =>
    tx.update(mediaRows).set({ title: 'x' }).run(),
  );
  expect(world.db.select().from(history).all()).not.toEqual([]);
  world.db.delete(mediaRows).run();
  expect(world.db.select().from(history).all()).toEqual([]);
});

it('keeps the file of a draft, and purges old panel drafts', () => {
  const blank = { name: 'vos.jpg', size: 1, edited: [], createdAt: 0, updatedAt: 0 };
  const { fields: typed, notes, lot } = draftOf({ ...blank, id: 'x', modified: 0, mime: '' });
  const { category: _, tags: __, ...texts } = typed;
  const row = { ...blank, notes, lot, fields: { ...texts, tagIds: [] }, fileHash: hash };
  const add = (id: string, remoteId: string | null) =>
    world.db
      .insert(drafts)
      .values({ ...row, id, remoteId })
      .run();
  const left = () =>
    world.db
      .select()
      .from(drafts)
      .all()
      .map(({ id }) => id);
  deleteItem(0);
  world.db.delete(mediaRows).run();
  add('panel', null);
  for (const day of [0, 2, DRAFT_DAYS]) expect(clean(day * DAY)).toEqual([]);
  expect(left()).toEqual(['panel']);
  add('program', 'lr/1');
  clean(DRAFT_DAYS * DAY + 1);
  expect(left()).toEqual(['program']);
  world.db.delete(drafts).run();
  clean(DRAFT_DAYS * DAY + 2);
  expect(clean((DRAFT_DAYS + 1) * DAY + 3)).toEqual([hash]);
});

it('purges a story after its days in the trash', () => {
  const story = {
    kind: 'note',
    title: '',
    body: '[]',
    status: 'draft',
    date: '2026-01-09',
  } as const;
  for (const [id, deletedAt] of [
    ['gone', 1],
    ['there', null],
  ] as const)
    world.db
      .insert(storyRows)
      .values({ ...story, id, slug: id, deletedAt, createdAt: 1, updatedAt: 1 })
      .run();
  const left = () =>
    world.db
      .select()
      .from(storyRows)
      .all()
      .map(({ id }) => id);
  clean(TRASH_DAYS * DAY);
  expect(left()).toEqual(['gone', 'there']);
  clean(TRASH_DAYS * DAY + 2);
  expect(left()).toEqual(['there']);
});

it('keeps a file that is used again, published, or uploaded again', () => {
  const row = world.db.select().from(media).all();
  world.db.delete(mediaRows).run();
  clean(0);
  world.db.insert(mediaRows).values(row).run();
  expect(clean(3 * DAY)).toEqual([]);
  // Its period starts again.
  world.db.delete(mediaRows).run();
  expect(clean(4 * DAY)).toEqual([]);
  addUpload('k', { fileHash: hash });
  expect(clean(6 * DAY)).toEqual([]);
  world.db.update(uploads).set({ state: 'finalised' }).run();
  // Like a release that could not be replaced yet.
  const link = path.join(world.folder.publicMedia, hash);
  mkdirSync(link, { recursive: true });
  expect(clean(6 * DAY)).toEqual([]);
  rmSync(link, { recursive: true });
  expect(clean(6 * DAY)).toEqual([hash]);
});

it('keeps a file that another item shows, or that is shown until its successor is ready', () => {
  world.addItem({ fileHash: hash });
  const one = (seq: number) => eq(mediaRows.seq, seq);
  world.db.delete(mediaRows).where(one(1)).run();
  clean(0);
  expect(clean(3 * DAY)).not.toContain(hash);
  // Visitors see the old file until the new one is ready.
  world.addItem();
  const replaced = { fileHash: world.hashOfFile(3), previousFileHash: hash };
  world.db.update(mediaRows).set(replaced).where(one(2)).run();
  clean(4 * DAY);
  expect(clean(9 * DAY)).not.toContain(hash);
  expect(isOnDisk()).toEqual([true, true]);
  world.db.update(mediaRows).set({ previousFileHash: null }).run();
  world.db.delete(history).run();
  clean(10 * DAY);
  expect(clean(11 * DAY + 1)).toContain(hash);
});

it('keeps an original whose bytes are stored again before its removal runs', async () => {
  const row = world.db.select().from(files).all();
  world.db.delete(mediaRows).run();
  clean(0);
  expect(clean(DAY + 1)).toEqual([hash]);
  addUpload('k', { fileHash: hash });
  expect(await remove(DAY + 1)).toBe(1);
  expect(existsSync(original())).toBe(true);
  world.db.insert(files).values(row).run();
  expect(await remove(DAY + 1 + STORAGE_REST_MS)).toBe(1);
  expect(existsSync(original())).toBe(true);
  expect(world.db.select().from(jobs).all()).toMatchObject([{ state: 'done' }]);
});

it('retries a removal until the storage answers, even after the worker died', async () => {
  world.db.delete(mediaRows).run();
  clean(0);
  clean(DAY + 1);
  const silent: Storage = { ...storage, remove: () => Promise.reject(new StorageError('silent')) };
  for (let hour = 2 * DAY; hour < 2 * DAY + 10 * STORAGE_REST_MS; hour += STORAGE_REST_MS)
    expect(await remove(hour, silent)).toBe(1);
  const [job] = world.db.select().from(jobs).all();
  expect(job).toMatchObject({ state: 'waiting', attempts: 0 });
  world.db.update(jobs).set({ state: 'failed' }).run();
  if (job) abandonRemoveJob(depsAt(3 * DAY), job);
  expect(await remove(3 * DAY + STORAGE_REST_MS)).toBe(1);
  expect(existsSync(original())).toBe(false);
});

it('enqueues a removal again a minute after its last attempt failed', async () => {
  world.db.delete(mediaRows).run();
  clean(0);
  clean(DAY + 1);
  const broken: Storage = { ...storage, remove: () => Promise.reject(new Error('unexpected')) };
  expect(await remove(2 * DAY, broken)).toBe(2);
  expect(await remove(2 * DAY + STORAGE_REST_MS, broken)).toBe(2);
  expect(await remove(2 * DAY + 2 * STORAGE_REST_MS)).toBe(1);
  expect(existsSync(original())).toBe(false);
});

it('removes nothing for an invalid name', async () => {
  enqueueJob(world.db, { kind: 'remove', subject: `originals/../${hash}.jpg`, now: 0 });
  expect(await remove(0)).toBe(1);
  expect(existsSync(original())).toBe(true);
});

it('removes expired uploads only', async () => {
  const key = (digit: string) => digit.repeat(32);
  addUpload(key('1'));
  addUpload(key('2'), { state: 'issued' });
  addUpload(key('3'), { state: 'finalised' });
  addUpload(key('4'), { state: 'issued', expiresAt: -2 * DAY });
  mkdirSync(world.folder.incoming);
  const names = [...'12345', 'a.part'].map((name) => (name.length === 1 ? key(name) : name));
  const now = 30 * 60_000;
  for (const name of names) {
    const file = path.join(world.folder.incoming, name);
    writeFileSync(file, 'upload');
    utimesSync(file, 0, 0);
  }
  const left = () => names.filter((name) => existsSync(path.join(world.folder.incoming, name)));
  await sweepIncoming(world.db, storage, now);
  expect(left()).toEqual(names);
  await sweepIncoming(world.db, storage, 2 * now + 1);
  expect(left()).toEqual([key('1'), key('2'), 'a.part']);
});
