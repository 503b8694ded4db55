import { files, media } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addFile } from '#testing/test-content.ts';
import { readMedia } from './media.repository.ts';
import { toMediaItem, toPublicMediaItem } from './to-media-item.ts';

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());

function record(change: Partial<typeof media.$inferInsert> = {}) {
  const { hash } = addFile(t.db);
  const texts = { id: 'm', slug: 'm-1234', title: 'Ree', categoryId: 'fauna' };
  const row = { ...texts, type: 'photo', locationPrivacy: 'exact', fileHash: hash } as const;
  t.db
    .insert(media)
    .values({ ...row, createdAt: 1, updatedAt: 1, ...change })
    .run();
  const found = readMedia(t.db, 'm');
  if (!found) throw new Error('no item');
  return found;
}

it('has no public shape for a draft, whatever asked for it', () => {
  expect(toPublicMediaItem(record({ status: 'draft' }))).toBeNull();
});

it('has no public shape before the first file is ready', () => {
  const first = record();
  t.db.update(files).set({ processing: 'working' }).run();
  const working = readMedia(t.db, 'm');
  expect(toPublicMediaItem(first)).not.toBeNull();
  expect(working && toPublicMediaItem(working)).toBeNull();
  expect(working && toMediaItem(working).processing).toBe('working');
});

it('shows visitors the file before while signed-in people see the new one', () => {
  const old = addFile(t.db);
  const item = record({ previousFileHash: old.hash });
  t.db
    .update(files)
    .set({ processing: 'failed', processingError: 'Broken' })
    .where(eq(files.hash, item.file.hash))
    .run();
  const failed = readMedia(t.db, 'm');
  expect(failed && toPublicMediaItem(failed)?.imageUrl).toBe(old.imageUrl);
  expect(failed && toMediaItem(failed)).toMatchObject({
    processing: 'failed',
    processingError: 'Broken',
  });
});
