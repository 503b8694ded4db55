/** Load rows L2 and L6 in small: a hundred uploads, and a deletion of a thousand. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { mediaBulkDeleted } from '@veldlicht/contract/media';
import { uploadTicket } from '@veldlicht/contract/upload';
import { auditLog, contentState, media, removals, uploads } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { startTestServer } from '#testing/test-server.ts';

let t: TestApp;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(() => t.remove());

it('stores a hundred files, four at a time, each as it was sent (L2)', async () => {
  const server = await startTestServer(t);
  const sent = new Map<string, string>();
  let next = 0;
  const lane = async () => {
    while (next < 100) {
      next += 1;
      const answer = t.request('/api/objects/upload', { method: 'POST', cookie });
      const url = server.pathOf((await readAnswer(uploadTicket, answer)).uploadURL);
      const bytes = randomBytes(20_000 + next);
      const put = await server.send(url, { method: 'PUT', chunks: [bytes] });
      expect(put.status).toBe(200);
      const key = url.slice('/api/uploads/'.length).split('?')[0] ?? '';
      sent.set(key, createHash('sha256').update(bytes).digest('hex'));
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  await server.close();
  const stored = readdirSync(t.folder.incoming).map((name) => {
    const bytes = readFileSync(path.join(t.folder.incoming, name));
    return [name, createHash('sha256').update(bytes).digest('hex')] as const;
  });
  expect(new Map(stored)).toEqual(sent);
  const rows = t.db.select().from(uploads).all();
  expect(rows.every(({ key, fileHash }) => sent.get(key)?.startsWith(fileHash ?? '-'))).toBe(true);
});

it('deletes a thousand items in one step, which is one publish (L6)', async () => {
  const { hash } = addFile(t.db);
  const item = { type: 'photo', locationPrivacy: 'exact', categoryId: 'fauna' } as const;
  const ids = Array.from({ length: 1000 }, (_, n) => `item-${n}`);
  t.db.transaction((tx) => {
    for (const id of [...ids, 'kept'])
      tx.insert(media)
        .values({
          ...item,
          id,
          slug: `${id}-0001`,
          title: id,
          fileHash: hash,
          createdAt: 1,
          updatedAt: 1,
        })
        .run();
  });
  const state = () => t.db.select().from(contentState).get();
  const first = state()?.revision ?? 0;
  // As a publish leaves it.
  t.db
    .update(contentState)
    .set({ publishedRevision: first, firstChangeAt: null, lastChangeAt: null })
    .run();
  // What another connection, such as the worker's, sees: before and after, nothing in between.
  const seen = new Set<unknown>();
  const stop = t.deps.watch(1, () => seen.add(t.db.select().from(media).all().length));
  const answer = t.request('/api/admin/media/bulk-delete', {
    method: 'POST',
    json: { ids },
    cookie,
  });
  expect(await readAnswer(mediaBulkDeleted, answer)).toEqual({ deleted: 1000 });
  await expect.poll(() => [...seen]).toEqual([1]);
  stop();
  expect(t.db.select().from(media).all()).toMatchObject([{ id: 'kept' }]);
  expect(t.db.select().from(removals).all()).toHaveLength(1000);
  const logged = t.db.select().from(auditLog).all();
  expect(logged).toMatchObject([{ action: 'delete', entity: 'media', actor: 'eva' }]);
  const { revision = 0, publishedRevision } = state() ?? {};
  expect([publishedRevision, revision > first]).toEqual([first, true]);
});
