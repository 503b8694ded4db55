import { RECENT_ITEMS } from '@veldlicht/contract/limits';
import { mediaItem, publicMediaItem } from '@veldlicht/contract/media';
import { categories, files, media, mediaTags } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

let t: TestApp;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor').cookie;
});
afterEach(() => t.remove());

async function create(change: Record<string, unknown> = {}, imageUrl = addFile(t.db).imageUrl) {
  t.pass(1000);
  const json = mediaPayload(imageUrl, change);
  return readAnswer(mediaItem, t.request('/api/admin/media', { method: 'POST', json, cookie }));
}
const list = (url: string) => readAnswer(z.array(publicMediaItem), t.request(url));
const titles = async (url: string) => (await list(url)).map(({ title }) => title);

it('shows what is published and ready, newest first', async () => {
  await create({ title: 'oud' });
  await create({ title: 'concept', status: 'draft' });
  await create({ title: 'in werk' }, addFile(t.db, { processing: 'working' }).imageUrl);
  await create({ title: 'mislukt' }, addFile(t.db, { processing: 'failed' }).imageUrl);
  await create({ title: 'nieuw', featured: true });
  await create({ title: 'uitgelicht concept', featured: true, status: 'draft' });
  expect(await titles('/api/media')).toEqual(['nieuw', 'oud']);
  expect(await titles('/api/media/featured')).toEqual(['nieuw']);
});

it('has the newest twelve as recent', async () => {
  for (let i = 1; i <= RECENT_ITEMS + 2; i += 1) await create({ title: `foto ${i}` });
  for (let i = 1; i <= 3; i += 1) await create({ title: `concept ${i}`, status: 'draft' });
  const recent = await titles('/api/media/recent');
  expect(recent).toHaveLength(RECENT_ITEMS);
  expect(recent[0]).toBe('foto 14');
  expect(recent.at(-1)).toBe('foto 3');
});

it.each([
  ['52.131200, 5.860400', undefined, 'omgeving Hoenderloo'],
  ['52.131200, 5.860400', 'exact', '52.131200, 5.860400'],
  ['52.131200, 5.860400', 'hidden', null],
  ['Veluwe', undefined, 'Veluwe'],
  ['Veluwe', 'approximate', null],
  [null, undefined, null],
])('words the place %j with privacy %s as %j', async (location, locationPrivacy, worded) => {
  const item = await create({ location, locationPrivacy });
  expect(item.location).toBe(location);
  const [shown] = await list('/api/media');
  expect(shown?.location).toBe(worded);
  if (worded !== location) expect(JSON.stringify(shown)).not.toContain('52.13');
});

it('tells visitors nothing that only signed-in people may know', async () => {
  await create({ location: '52.131200, 5.860400' });
  const [shown] = await list('/api/media');
  const keys = Object.keys(shown ?? {});
  for (const key of ['locationPrivacy', 'status', 'processing', 'processingError', 'updatedAt'])
    expect(keys).not.toContain(key);
});

it('answers 10,000 items, each with its own tags', async () => {
  const [fauna] = t.db.select().from(categories).all();
  t.db.transaction((tx) => {
    for (const name of ['a', 'b', 'c'])
      tx.insert(categories).values({ id: name, type: 'tag', name, sortOrder: 1 }).run();
    for (let i = 1; i <= 10_000; i += 1) {
      const hash = i.toString(16).padStart(32, '0');
      const size = { bytes: 1, width: 3, height: 2, createdAt: 1 };
      tx.insert(files)
        .values({ hash, type: 'photo', extension: 'jpg', ...size, processing: 'ready' })
        .run();
      tx.insert(media)
        .values({
          id: `m${i}`,
          slug: `m-${i}`,
          type: 'photo',
          title: `Foto ${i}`,
          locationPrivacy: 'exact',
          categoryId: fauna?.id ?? '',
          fileHash: hash,
          createdAt: i,
          updatedAt: i,
        })
        .run();
      const tagId = 'abc'[i % 3] ?? 'a';
      tx.insert(mediaTags).values({ mediaSeq: i, tagId }).run();
    }
  });
  const body: unknown = await (await t.request('/api/admin/media', { cookie })).json();
  const all = z.array(mediaItem).parse(body);
  expect(all).toHaveLength(10_000);
  expect(all[0]).toMatchObject({ id: 'm10000', tags: ['b'] });
  expect(all[9_999]).toMatchObject({ id: 'm1', tags: ['b'] });
  expect(all[1]?.imageUrl).toBe(`/media/${(9_999).toString(16).padStart(32, '0')}/960.jpg`);
  expect(await titles('/api/media')).toHaveLength(10_000);
  expect((await titles('/api/media/recent'))[0]).toBe('Foto 10000');
});
