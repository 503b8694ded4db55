import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { uploads, users } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cleanUploads } from './uploads.service.ts';

const HOUR = 60 * 60 * 1000;
const NOW = 100 * HOUR;

let t: TestDatabase;
let incoming: string;
beforeEach(async () => {
  t = await createTestDatabase();
  incoming = path.join(t.folder, 'incoming');
  t.db
    .insert(users)
    .values({
      id: 'u',
      username: 'u',
      email: 'u@x.nl',
      role: 'editor',
      passwordHash: '',
      createdAt: 1,
    })
    .run();
});
afterEach(() => t.remove());

function addUpload(key: string, state: (typeof uploads.$inferInsert)['state'], expiresAt: number) {
  t.db.insert(uploads).values({ key, userId: 'u', state, expiresAt, createdAt: 1 }).run();
}
function addIncoming(name: string, age: number) {
  mkdirSync(incoming, { recursive: true });
  writeFileSync(path.join(incoming, name), 'x');
  const seconds = (NOW - age) / 1000;
  utimesSync(path.join(incoming, name), seconds, seconds);
}

it('removes half-sent files of any age, and lets them be sent again (F1)', async () => {
  addUpload('a', 'receiving', NOW + HOUR);
  addIncoming('a.part', HOUR + 1000);
  addIncoming('b.part', 0);
  await cleanUploads(t.db, incoming, NOW);
  expect(readdirSync(incoming)).toEqual([]);
  expect(t.db.select().from(uploads).get()?.state).toBe('issued');
});

it('removes files that were sent and never asked for once their ticket has expired', async () => {
  addUpload('old', 'received', NOW);
  addUpload('new', 'received', NOW + 1);
  addUpload('unused', 'issued', NOW - 1);
  addIncoming('old', 2 * HOUR);
  addIncoming('new', 2 * HOUR);
  await cleanUploads(t.db, incoming, NOW);
  expect(readdirSync(incoming)).toEqual(['new']);
  expect(t.db.select().from(uploads).all()).toMatchObject([{ key: 'new' }]);
});

it('removes files that no upload waits for', async () => {
  addUpload('received', 'received', NOW + HOUR);
  addUpload('stored', 'finalised', NOW + HOUR);
  addUpload('unacknowledged', 'receiving', NOW + HOUR);
  for (const key of ['received', 'stored', 'unacknowledged', 'nobodys']) addIncoming(key, 1000);
  await cleanUploads(t.db, incoming, NOW);
  expect(readdirSync(incoming)).toEqual(['received']);
});

it('has nothing to do in a new data folder', async () => {
  await expect(cleanUploads(t.db, incoming, NOW)).resolves.toBeUndefined();
});
