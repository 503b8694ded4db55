import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { category } from '@veldlicht/contract/category';
import { errorBody } from '@veldlicht/contract/error';
import { MAX_TITLE } from '@veldlicht/contract/limits';
import { mediaItem, publicMediaItem } from '@veldlicht/contract/media';
import { openDatabase } from '@veldlicht/database/open';
import { auditLog, files, media, mediaTags } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

let t: TestApp;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(() => t.remove());

const post = (json: unknown) => t.request('/api/admin/media', { method: 'POST', json, cookie });
const patch = (id: string, json: unknown) =>
  t.request(`/api/admin/media/${id}`, { method: 'PATCH', json, cookie });
const remove = (id: string) => t.request(`/api/admin/media/${id}`, { method: 'DELETE', cookie });
async function create(change: Record<string, unknown> = {}) {
  const { imageUrl } = addFile(t.db);
  const response = await post(mediaPayload(imageUrl, change));
  expect(response.status).toBe(201);
  return readAnswer(mediaItem, response);
}
async function addTag(name: string) {
  const json = { name, type: 'tag' };
  const response = await t.request('/api/admin/categories', { method: 'POST', json, cookie });
  return (await readAnswer(category, response)).id;
}
const rows = () => t.db.select().from(media).all();

describe('creating', () => {
  it('stores an item and answers it whole, with what the file says of itself', async () => {
    await addTag('Nevel');
    const item = await create({ tags: ['nevel', 'Nevel'], date: '2026-05-30', alt: 'Een ree' });
    expect(item).toMatchObject({
      title: 'Ree in de mist',
      category: 'fauna',
      tags: ['Nevel'],
      type: 'photo',
      status: 'published',
      featured: false,
      processing: 'ready',
      width: 6000,
      camera: { camera: 'Canon R5' },
      createdAt: '2026-05-31T12:00:00.000Z',
    });
    expect(item.slug).toMatch(/^ree-in-de-mist-\d{4}$/);
    expect(item.sources[0]?.url).toBe(item.imageUrl);
    const list = await t.request('/api/admin/media', { cookie });
    expect(await readAnswer(z.array(mediaItem), list)).toEqual([item]);
  });

  it('is told compressed to who asks again for a list that stands still, and plain to who takes only that', async () => {
    const item = await create();
    const ask = (accepted: string) =>
      t.request('/api/admin/media', { cookie, headers: { 'accept-encoding': accepted } });
    const [first, again, gzipped] = [
      await ask('gzip, br'),
      await ask('gzip, br'),
      await ask('gzip'),
    ];
    expect(await readAnswer(z.array(mediaItem), first)).toEqual([item]);
    expect(again.headers.get('content-encoding')).toBe('br');
    const told = brotliDecompressSync(await again.arrayBuffer()).toString();
    expect(z.array(mediaItem).parse(JSON.parse(told))).toEqual([item]);
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await gzipped.arrayBuffer()).toString()).toBe(told);
    const plain = await ask('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await readAnswer(z.array(mediaItem), plain)).toEqual([item]);
    // A change is told at once.
    await patch(item.id, { title: 'Anders' });
    const changed = await ask('gzip');
    expect(changed.headers.get('content-encoding')).toBeNull();
    expect(await readAnswer(z.array(mediaItem), changed)).toMatchObject([{ title: 'Anders' }]);
  });

  it('is told as it is now, whoever changed it and however often it was asked for', async () => {
    const item = await create();
    const other = openDatabase(t.file);
    const titleTold = async () => {
      const headers = { 'accept-encoding': 'br' };
      const answer = await t.request('/api/admin/media', { cookie, headers });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isPacked = answer.headers.get('content-encoding') === 'br';
      const [told] = JSON.parse(String(isPacked ? brotliDecompressSync(bytes) : bytes));
      return told?.title;
    };
    for (const n of [1, 2, 3]) {
      await patch(item.id, { title: `Hier ${n}` });
      expect([await titleTold(), await titleTold()]).toEqual([`Hier ${n}`, `Hier ${n}`]);
      // As the worker or a command would.
      other
        .update(media)
        .set({ title: `Daar ${n}` })
        .run();
      expect([await titleTold(), await titleTold()]).toEqual([`Daar ${n}`, `Daar ${n}`]);
    }
    other.$client.close();
  });

  it('records who created, changed and deleted what', async () => {
    const { id } = await create();
    await patch(id, { title: 'Ree' });
    await remove(id);
    const entries = t.db.select().from(auditLog).all();
    expect(
      entries.map(({ actor, action, entityId, summary }) => [actor, action, entityId, summary]),
    ).toEqual([
      ['eva', 'create', id, 'Ree in de mist'],
      ['eva', 'update', id, 'Ree'],
      ['eva', 'delete', id, 'Ree'],
    ]);
  });

  it.each([{ title: ' ' }, { title: undefined }, { category: '' }, { imageUrl: undefined }])(
    'asks for the required fields: %j',
    async (change) => {
      const response = await post({ ...mediaPayload(addFile(t.db).imageUrl), ...change });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: 'Please fill in all required fields',
        code: 'invalid_input',
        fields: { [Object.keys(change)[0] ?? '']: 'Please fill in all required fields' },
      });
      expect(rows()).toEqual([]);
    },
  );

  it('names the category or tag that does not exist', async () => {
    const { imageUrl } = addFile(t.db);
    const noCategory = await post(mediaPayload(imageUrl, { category: 'zee' }));
    expect([noCategory.status, (await readAnswer(errorBody, noCategory)).error]).toEqual([
      400,
      'There is no category zee',
    ]);
    const tag = await post(mediaPayload(imageUrl, { tags: ['mist'] }));
    expect([tag.status, (await readAnswer(errorBody, tag)).error]).toEqual([
      400,
      'There is no tag mist',
    ]);
    expect(rows()).toEqual([]);
  });

  it.each([
    '/media/../../veldlicht.db',
    '/media/..%2f..%2fveldlicht.db',
    `/media/${'a'.repeat(32)}/960.jpg`,
    'http://127.0.0.1/x.jpg',
    '/uploads/x',
  ])('refuses a file that is none of ours: %s (T19)', async (imageUrl) => {
    const response = await post(mediaPayload(imageUrl));
    expect(response.status).toBe(400);
    expect((await readAnswer(errorBody, response)).error).toBe(
      'There is no such file; upload it first',
    );
  });

  it('lets the file decide the type, and refuses the address of the other type', async () => {
    const video = addFile(t.db, { type: 'video', duration: 12 });
    const item = await readAnswer(mediaItem, post(mediaPayload(video.imageUrl, { type: 'photo' })));
    expect(item).toMatchObject({
      type: 'video',
      duration: 12,
      poster: `/media/${video.hash}/960.jpg`,
    });
    const { hash } = addFile(t.db);
    expect((await post(mediaPayload(`/media/${hash}/video.mp4`))).status).toBe(400);
  });

  it('ignores an id and a creation time, and refuses any other extra field (T13)', async () => {
    const first = await create();
    const second = await create({ id: first.id, createdAt: '1999-01-01T00:00:00.000Z' });
    expect(second.id).not.toBe(first.id);
    expect(second.createdAt).toBe('2026-05-31T12:00:00.000Z');
    const { imageUrl } = addFile(t.db);
    for (const extra of [
      'slug',
      'seq',
      'revision',
      'fileHash',
      'firstPublishedAt',
      'constructor',
    ]) {
      const response = await post(mediaPayload(imageUrl, { [extra]: 'x' }));
      expect([extra, response.status]).toEqual([extra, 400]);
    }
    expect(rows()).toHaveLength(2);
  });

  it('stores hostile text as it is, or refuses it; nothing breaks (T14)', async () => {
    const payloads = [
      `'`,
      `"; DROP TABLE media;--`,
      `' OR 1=1 --`,
      '%',
      '_',
      '\\',
      '🦌 \u202e',
      '<svg onload=alert(1)>',
    ];
    for (const text of payloads) {
      const { id } = await create({ title: text, description: text, location: text, alt: text });
      const row = rows().find((one) => one.id === id);
      expect(row).toMatchObject({ title: text, description: text, location: text, alt: text });
      expect((await patch(text, { title: 'x' })).status).toBe(404);
      expect((await remove(encodeURIComponent(text))).status).toBe(404);
    }
    const { imageUrl } = addFile(t.db);
    for (const title of ['x'.repeat(100_000), 'x'.repeat(MAX_TITLE + 1)])
      expect((await post(mediaPayload(imageUrl, { title }))).status).toBe(400);
    const zero = await post(mediaPayload(imageUrl, { title: 'a\u0000b' }));
    expect(zero.status).toBe(201);
    expect((await readAnswer(mediaItem, zero)).title).toBe('a\u0000b');
    expect(rows()).toHaveLength(payloads.length + 1);
  });
});

describe('changing', () => {
  it('changes only what is named, and answers the whole item', async () => {
    const before = await create({ description: 'Vroeg', featured: true });
    t.pass(1000);
    const after = await readAnswer(mediaItem, patch(before.id, { description: 'Laat' }));
    expect(after).toEqual({
      ...before,
      description: 'Laat',
      updatedAt: '2026-05-31T12:00:01.000Z',
    });
  });

  it('does not publish anew when nothing changed', async () => {
    const item = await create();
    const revision = rows()[0]?.revision;
    await patch(item.id, { title: item.title, category: item.category, tags: item.tags });
    expect(rows()[0]?.revision).toBe(revision);
  });

  it('accepts an item as it was answered, apart from what only the server knows', async () => {
    const {
      id,
      title,
      type,
      description,
      location,
      date,
      category,
      tags,
      imageUrl,
      featured,
      createdAt,
    } = await create();
    const spec = {
      id,
      type,
      title,
      description,
      location,
      date,
      category,
      tags,
      imageUrl,
      featured,
      createdAt,
    };
    expect((await patch(id, spec)).status).toBe(200);
  });

  it('takes tags off and puts them on', async () => {
    await addTag('a');
    await addTag('b');
    const { id } = await create({ tags: ['a'] });
    expect((await readAnswer(mediaItem, patch(id, { tags: ['B'] }))).tags).toEqual(['b']);
    expect((await readAnswer(mediaItem, patch(id, { tags: [] }))).tags).toEqual([]);
    expect(t.db.select().from(mediaTags).all()).toEqual([]);
  });

  it('leaves everything as it was when a part of the change is wrong', async () => {
    const { id } = await create();
    const before = rows();
    expect((await patch(id, { title: 'Nieuw', tags: ['geen'] })).status).toBe(400);
    expect(rows()).toEqual(before);
  });

  it('keeps showing the old file until the new one is ready', async () => {
    const old = addFile(t.db);
    const { id } = await readAnswer(mediaItem, post(mediaPayload(old.imageUrl)));
    const next = addFile(t.db, { processing: 'working' });
    const changed = await readAnswer(mediaItem, patch(id, { imageUrl: next.imageUrl }));
    expect(changed).toMatchObject({ processing: 'working', imageUrl: next.imageUrl });
    expect(rows()[0]).toMatchObject({ fileHash: next.hash, previousFileHash: old.hash });
    const shown = async () =>
      (await readAnswer(z.array(publicMediaItem), t.request('/api/media')))[0]?.imageUrl;
    expect(await shown()).toBe(old.imageUrl);
    const third = addFile(t.db, { processing: 'working' });
    await patch(id, { imageUrl: third.imageUrl });
    expect(await shown()).toBe(old.imageUrl);
    t.db.update(files).set({ processing: 'ready' }).where(eq(files.hash, third.hash)).run();
    expect(await shown()).toBe(third.imageUrl);
  });

  it('refuses to make a photo a video or the reverse', async () => {
    const { id } = await create();
    const video = addFile(t.db, { type: 'video' });
    const response = await patch(id, { imageUrl: video.imageUrl });
    expect(response.status).toBe(409);
    expect((await readAnswer(errorBody, response)).code).toBe('type_mismatch');
  });

  it('lets the slug follow the title until the item has been public', async () => {
    const { id, slug } = await create({ title: 'Één ijsvogel' });
    expect(slug).toMatch(/^een-ijsvogel-\d{4}$/);
    const renamed = await readAnswer(mediaItem, patch(id, { title: 'Twee ijsvogels' }));
    expect(renamed.slug).toBe(`twee-ijsvogels-${slug.slice(-4)}`);
    t.db.update(media).set({ firstPublishedAt: 1 }).run();
    const later = await readAnswer(mediaItem, patch(id, { title: 'Drie ijsvogels' }));
    expect(later.slug).toBe(renamed.slug);
  });

  it.each(['other', '0', '-1', '1e99', '1 OR 1=1', '00000000-0000-0000-0000-000000000000'])(
    'answers 404 for the unknown id %s (T13)',
    async (id) => {
      expect((await patch(encodeURIComponent(id), { title: 'x' })).status).toBe(404);
      expect((await remove(encodeURIComponent(id))).status).toBe(404);
    },
  );
});

it('deletes an item, and its tags with it', async () => {
  await addTag('a');
  const { id } = await create({ tags: ['a'] });
  expect((await remove(id)).status).toBe(204);
  expect(rows()).toEqual([]);
  expect(t.db.select().from(mediaTags).all()).toEqual([]);
  expect((await remove(id)).status).toBe(404);
});
