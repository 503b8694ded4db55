import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { files, media, uploads, users } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanUp } from './clean-up.ts';
import { createWorld, type World } from './testing/world.ts';

const DAY = 24 * 60 * 60 * 1000;
let world: World;
let hash: string;

beforeEach(async () => {
  world = await createWorld();
  world.addItem();
  hash = world.db.select().from(files).get()?.hash ?? '';
  mkdirSync(world.folder.originals);
  writeFileSync(original(), 'original');
});
afterEach(() => world.remove());

const original = () => path.join(world.folder.originals, `${hash}.jpg`);
const clean = (now: number) => cleanUp(world.db, world.folder, now);
const isOnDisk = () => [original(), path.join(world.folder.renditions, hash)].map(existsSync);

it('removes row, original and renditions a day after the last item that showed them', () => {
  expect(clean(0)).toEqual([]);
  world.db.delete(media).run();
  clean(DAY);
  expect(clean(2 * DAY)).toEqual([]);
  expect(isOnDisk()).toEqual([true, true]);
  expect(clean(2 * DAY + 1)).toEqual([hash]);
  expect(isOnDisk()).toEqual([false, false]);
  expect(world.db.select().from(files).all()).toEqual([]);
});

it('keeps a file that an item shows again', () => {
  const row = world.db.select().from(media).all();
  world.db.delete(media).run();
  clean(0);
  world.db.insert(media).values(row).run();
  expect(clean(3 * DAY)).toEqual([]);
  world.db.delete(media).run();
  expect(clean(4 * DAY)).toEqual([]);
});

it('keeps a file whose bytes were just sent again and are about to be read', () => {
  world.db.delete(media).run();
  clean(0);
  const user = { id: 'u', username: 'u', email: 'u', role: 'editor', passwordHash: '' } as const;
  world.db
    .insert(users)
    .values({ ...user, createdAt: 0 })
    .run();
  const upload = { key: 'k', userId: 'u', state: 'received', fileHash: hash } as const;
  world.db
    .insert(uploads)
    .values({ ...upload, expiresAt: 9, createdAt: 0 })
    .run();
  expect(clean(2 * DAY)).toEqual([]);
  world.db.update(uploads).set({ state: 'finalised' }).run();
  expect(clean(2 * DAY)).toEqual([hash]);
});
