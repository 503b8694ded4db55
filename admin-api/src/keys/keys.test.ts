/** Upload keys, and the photos that programs send with them (threats T5, T20, T21). */
import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { draftList } from '@veldlicht/contract/draft';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import {
  keyHolder,
  MAX_REMOTE_ID,
  newUploadKey,
  sentPhoto,
  uploadKey,
} from '@veldlicht/contract/upload-key';
import { auditLog, media, uploadKeys, uploads } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultLimits } from '#http/app-env.ts';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';

const t = useTestApp({}, 'editor');
const { items, change, remove, addTag, published } = useLibrary(t);
const KEYS = '/api/admin/keys';
const facts = {
  ...NO_FACTS,
  title: 'Kraanvogels',
  keywords: ['MIST', 'trek', 'FAUNA'],
  city: 'Ede',
};
/** Addresses of stored files, by their hash. */
let stored: Map<string, string>;
let worker: ReturnType<typeof startTestWorker>;
/** Facts of the next file, beside `facts`. */
let said: Partial<FileFacts>;
beforeEach(async () => {
  said = {};
  stored = new Map();
  worker = startTestWorker(t, ({ subject }) => {
    const row = t.rows(uploads).find(({ key }) => key === subject);
    const hash = row?.fileHash ?? '';
    const told = { ...facts, ...said };
    const imageUrl = stored.get(hash) ?? addFile(t.db, { facts: told }).imageUrl;
    stored.set(hash, imageUrl);
    return { ...photoAnswer(imageUrl), facts: told };
  });
  await addTag('Mist');
});
afterEach(() => worker.stop());

const create = (name = 'Lightroom') => readAnswer(newUploadKey, t.send('POST', KEYS, { name }));
const decline = (word: string) => t.send('POST', '/api/admin/declined-keywords', { word });
const list = () => readAnswer(z.array(uploadKey), t.request(KEYS, { cookie: t.cookie }));
/** Sends a photo as a program does: without a cookie or headers of a browser. */
const put = (key: string, remoteId: string, body: Sent, name = '_DSC1.jpg') =>
  t.request(`/api/v1/photos/${encodeURIComponent(remoteId)}?name=${name}`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${key}`, 'sec-fetch-site': 'none' },
  });

type Sent = NonNullable<Parameters<typeof t.request>[1]>['body'];
/** A body in two parts; `between` runs after the first. */
const inTwoParts = (between: () => Promise<unknown>): Sent =>
  Readable.toWeb(
    Readable.from(
      (async function* () {
        yield Buffer.from('half of ');
        await between();
        yield Buffer.from('a picture');
      })(),
    ),
  ) as ReadableStream; // of node:stream/web, which is the same one

it('shows a key once, and stores no more than its hash', async () => {
  const { key, start } = await create();
  expect(key).toMatch(/^vl_[\w-]{43}$/);
  expect(key.startsWith(start)).toBe(true);
  expect(JSON.stringify(t.rows(uploadKeys))).not.toContain(key.slice(8));
  expect(JSON.stringify(await list())).not.toContain(key.slice(8));
  expect(await list()).toMatchObject([{ name: 'Lightroom', lastUsedAt: null }]);
  const long = refusal(put(key, 'x'.repeat(201), 'een'));
  expect(await long).toMatchObject({ fields: { remoteId: expect.any(String) } });
  await put(key, '1', 'een');
  expect(await list()).toMatchObject([{ lastUsedAt: expect.any(String) }]);
});

it('makes one item of a photo whose keywords name a category, also when it is sent again', async () => {
  const { key } = await create();
  const first = await put(key, 'lr/1', 'een');
  expect(first.status).toBe(201);
  const { id } = await readAnswer(sentPhoto, first);
  const again = await put(key, 'lr/1', 'een');
  expect(again.status).toBe(200);
  expect(await readAnswer(sentPhoto, again)).toMatchObject({ id, status: 'draft' });
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    id,
    title: 'Kraanvogels',
    tags: ['Mist'],
    location: 'Ede',
    originalName: '_DSC1.jpg',
    category: 'fauna',
    updatedAt: item?.createdAt,
  });
  const log = t.rows(auditLog).filter(({ entity }) => entity === 'media');
  expect(log).toMatchObject([{ action: 'create', actorId: expect.any(String), entityId: id }]);
});

it('takes certain species from keywords, which the guard protects from the first publish on', async () => {
  seedSpecies(t.db);
  await decline('Vos');
  // "Hop" is a bird and a plant.
  said = { keywords: ['OEHOE', 'Bubo bubo', 'vos', 'hop', 'Bruin zandoogje', 'fauna'] };
  said = { ...said, location: '52.131234, 5.860432', date: '2026-03-09' };
  const { key } = await create();
  const { id } = await readAnswer(sentPhoto, put(key, '1', 'een'));
  const seen = [{ scientificName: 'Bubo bubo', kind: 'wild' }, { dutchName: 'Bruin zandoogje' }];
  expect((await items())[0]).toMatchObject({ species: seen, guard: { level: 'region' } });
  await change(id, { status: 'published', locationPrivacy: 'exact' });
  const [shown] = await published();
  expect(shown).toMatchObject({ date: '2026-03', location: expect.stringMatching(/^regio /) });
  // A species that was removed stays removed.
  await change(id, { species: [] });
  await put(key, '1', 'twee');
  expect((await items())[0]?.species).toEqual([]);
});

it('replaces the file of a photo that has changed, and leaves its texts and its address', async () => {
  const { key } = await create();
  const { id } = await readAnswer(sentPhoto, put(key, '1', 'een'));
  await change(id, { title: 'Mijn titel', status: 'published' });
  const [before] = await items();
  expect((await put(key, '1', 'twee')).status).toBe(200);
  const [after] = await items();
  expect(after).toMatchObject({ id, title: 'Mijn titel', slug: before?.slug, status: 'published' });
  expect(after?.imageUrl).not.toBe(before?.imageUrl);
});

it('makes one item of concurrent calls, and a new one after it was deleted', async () => {
  const { key } = await create();
  const answers = await Promise.all([1, 2, 3].map(() => put(key, '1', 'een')));
  const ids = await Promise.all(answers.map((answer) => readAnswer(sentPhoto, answer)));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  await remove(ids[0]?.id ?? '');
  expect((await put(key, '1', 'een')).status).toBe(201);
  expect(await items()).toHaveLength(1);
});

describe('a photo without a category', () => {
  const drafts = async (cookie = t.cookie) =>
    (await readAnswer(draftList, t.request('/api/admin/drafts', { cookie }))).drafts;
  beforeEach(() => {
    said = { keywords: ['MIST', 'trek'] };
  });

  it('waits as a draft that every editor sees, also when it is sent again', async () => {
    const { key } = await create();
    const first = await put(key, 'lr/1', 'een');
    expect(first.status).toBe(201);
    const photo = await readAnswer(sentPhoto, first);
    expect(photo).toMatchObject({ title: 'Kraanvogels', status: 'draft' });
    const fields = { title: 'Kraanvogels', tags: ['Mist'], location: 'Ede', category: '' };
    const notes = { keywords: ['trek'], cut: [] };
    const { cookie } = t.signInAs('editor', 'anna');
    const [draft, ...others] = await drafts(cookie);
    expect(draft).toMatchObject({ id: photo.id, name: '_DSC1.jpg', fields, notes, modified: null });
    expect([others, await items()]).toEqual([[], []]);
    await t.send('PATCH', '/api/admin/drafts', {
      drafts: [{ id: photo.id, fields: { title: 'Mijn titel' }, edited: ['title'] }],
    });
    said = { ...said, title: 'Andere titel', description: 'Laat', city: 'Epe' };
    const again = await put(key, 'lr/1', 'twee', '_DSC2.jpg');
    expect(again.status).toBe(200);
    const [now, ...more] = await drafts();
    const texts = { title: 'Mijn titel', description: 'Laat', location: 'Epe' };
    expect(now).toMatchObject({ id: photo.id, name: '_DSC2.jpg', fields: texts });
    expect(now?.stored).not.toEqual(draft?.stored);
    expect(more).toEqual([]);
  });

  it('becomes an item with its category, which a photo sent again replaces', async () => {
    const { key } = await create();
    const { id } = await readAnswer(sentPhoto, put(key, 'lr/1', 'een'));
    const [draft] = await drafts();
    const item = { key: id, title: 'Kraanvogels', category: 'fauna' };
    const made = { ...item, imageUrl: draft?.stored?.objectPath };
    expect((await t.send('POST', '/api/admin/media/bulk', { items: [made] })).status).toBe(201);
    const [before] = await items();
    expect(before).toMatchObject({ status: 'published', originalName: '_DSC1.jpg' });
    const again = await put(key, 'lr/1', 'twee');
    expect([again.status, (await readAnswer(sentPhoto, again)).id]).toEqual([200, before?.id]);
    expect((await items())[0]?.imageUrl).not.toBe(before?.imageUrl);
    expect(await drafts()).toEqual([]);
  });

  it('is a new draft after it was discarded', async () => {
    const { key } = await create();
    const { id } = await readAnswer(sentPhoto, put(key, 'lr/1', 'een'));
    await t.send('POST', '/api/admin/drafts/discard', { ids: [id] });
    expect((await put(key, 'lr/1', 'een')).status).toBe(201);
    expect((await drafts()).map((draft) => draft.id)).not.toContain(id);
    expect(await drafts()).toHaveLength(1);
  });
});

it('refuses a wrong or revoked key', async () => {
  const { key, id } = await create();
  const wrong = { status: 401, code: 'unauthenticated' };
  for (const bad of ['vl_x', `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`])
    expect(await refusal(put(bad, '1', 'een'))).toMatchObject(wrong);
  await t.send('DELETE', `${KEYS}/${id}`);
  expect(await refusal(put(key, '1', 'een'))).toMatchObject(wrong);
  expect(await items()).toEqual([]);
});

it('takes no file while originals are in a bucket, and says so beforehand', async () => {
  await t.reopen({
    environment: {
      STORAGE: 's3',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_REGION: 'nl',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  const { key } = await create();
  const me = t.request('/api/v1/me', { headers: { authorization: `Bearer ${key}` } });
  const limits = { fileBytes: 262_144_000, photosAtOnce: 8, seriesPhotos: 500 };
  const told = { version: 1, key: 'Lightroom', mayDelete: false, takesPhotos: false, limits };
  expect(await readAnswer(keyHolder, me)).toMatchObject(told);
  const refused = { status: 404, reason: 'bucket_takes_no_programs' };
  expect(await refusal(put(key, '1', 'een'))).toMatchObject(refused);
});

it('is described with its true limits in docs/lightroom.md', () => {
  const text = readFileSync(new URL('../../../docs/lightroom.md', import.meta.url), 'utf8');
  expect(text).toContain(`At most ${defaultLimits.uploadsAtOnce} files at a time`);
  expect(text).toContain(`at most ${MAX_REMOTE_ID} characters`);
});

describe('refuses a file at its end when meanwhile', () => {
  const asAdmin = (method: string, json?: object) => {
    const { cookie } = t.signInAs('admin', 'anna');
    return t.send(method, `/api/admin/users/${t.user.id}`, json, cookie);
  };
  const ends: [string, (id: string) => Promise<Response>][] = [
    ['the key was revoked', (id) => t.send('DELETE', `${KEYS}/${id}`)],
    ['its owner was deactivated', () => asAdmin('PATCH', { status: 'inactive' })],
    ['its owner became a viewer', () => asAdmin('PATCH', { role: 'viewer' })],
    ['its owner was deleted', () => asAdmin('DELETE')],
  ];
  const nothing = () => {
    expect(t.rows(media)).toEqual([]);
    expect(readdirSync(t.folder.incoming)).toEqual([]);
  };
  it.each(ends)('%s while it came in', async (_, end) => {
    const { key, id } = await create();
    const { status } = await put(
      key,
      '1',
      inTwoParts(async () => expect((await end(id)).ok).toBe(true)),
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(worker.jobs).toEqual([]);
    nothing();
  });
  it.each(ends)('%s while it was read', async (_, end) => {
    const { key, id } = await create();
    let ended: Promise<Response> | undefined;
    worker.stop();
    worker = startTestWorker(t, () => {
      ended = end(id);
      return photoAnswer(addFile(t.db).imageUrl);
    });
    const { status } = await put(key, '1', 'een');
    expect((await ended)?.ok).toBe(true);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(t.audits('action')).not.toContainEqual(['upload']);
    nothing();
  });
});
