/** Calls of a program with an upload key: photos with their texts, and collections (decision 029). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { draftList } from '@veldlicht/contract/draft';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { MAX_BULK_IDS, MAX_STORY_BLOCKS } from '@veldlicht/contract/limits';
import { storyItem, trashedStory } from '@veldlicht/contract/story';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { trashedItem } from '@veldlicht/contract/trash';
import {
  keyHolder,
  MAX_REMOTE_ID,
  type SentPhoto,
  type SentSeries,
  sentPhoto,
  sentSeries,
} from '@veldlicht/contract/upload-key';
import { remoteHolds, remotePhotos, uploadKeys } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';
import { createKey } from './keys.service.ts';

const t = useTestApp({}, 'editor');
const { items, change, remove, addTag } = useLibrary(t);
let key: string;
let worker: ReturnType<typeof startTestWorker>;
const newKey = (mayDelete: boolean, actor = t.user) =>
  createKey(t.db, { name: 'Lightroom', mayDelete }, { actor, now: t.deps.now() }).key;

beforeEach(() => {
  key = newKey(true);
  const known = new Map<string, string>();
  // The bytes of a test file are its metadata as JSON.
  worker = startTestWorker(t, ({ subject }) => {
    const text = readFileSync(path.join(t.folder.incoming, subject), 'utf8');
    const facts: FileFacts = { ...NO_FACTS, ...JSON.parse(text) };
    const imageUrl = known.get(text) ?? addFile(t.db, { facts }).imageUrl;
    known.set(text, imageUrl);
    return { ...photoAnswer(imageUrl), facts };
  });
});
afterEach(() => worker.stop());

const call = (method: string, address: string, json?: unknown, by = key) =>
  t.request(`/api/v1/${address}`, {
    method,
    headers: { authorization: `Bearer ${by}`, 'sec-fetch-site': 'none' },
    ...(json !== undefined && { json }),
  });
const put = (id: string, says: Partial<FileFacts> = {}, query = '', by = key) =>
  t.request(`/api/v1/photos/${id}?name=_DSC${id}.jpg${query}`, {
    method: 'PUT',
    body: JSON.stringify({ keywords: ['fauna'], ...says }),
    headers: { authorization: `Bearer ${by}` },
  });
const send = (...args: Parameters<typeof put>): Promise<SentPhoto> =>
  readAnswer(sentPhoto, put(...args));
const putSeries = (id: string, title: string, rest = {}): Promise<SentSeries> =>
  readAnswer(sentSeries, call('PUT', `series/${id}`, { title, ...rest }));
const order = (id: string, ...photos: string[]): Promise<SentSeries> =>
  readAnswer(sentSeries, call('PUT', `series/${id}/order`, { photos }));
const series = () =>
  readAnswer(z.array(storyItem), t.request('/api/admin/series', { cookie: t.cookie }));
const idOf = (remoteId: string) =>
  t.rows(remotePhotos).find((row) => row.remoteId === remoteId)?.mediaId;
/** Returns the program's ids of the photos in the only series, in order. */
const shown = async () => {
  const names = new Map(t.rows(remotePhotos).map((row) => [row.mediaId, row.remoteId]));
  const [one] = await series();
  return shownInBlocks(one?.body ?? []).map((id) => names.get(id));
};
const drafts = async () =>
  (await readAnswer(draftList, t.request('/api/admin/drafts', { cookie: t.cookie }))).drafts;
const patchSeries = async (json: object) => {
  const [one] = await series();
  await t.send('PATCH', `/api/admin/series/${one?.id}`, json);
};

it('tells the owner, rights and limits of a key', async () => {
  const me = await readAnswer(keyHolder, call('GET', 'me'));
  expect(me).toMatchObject({ program: 'veldlicht', version: 1, name: 'eva', mayDelete: true });
  expect(me.categories).toContain('fauna');
  expect(me.limits).toMatchObject({ fileBytes: 262_144_000, photosAtOnce: 8, seriesPhotos: 500 });
  const wrong = await refusal(call('GET', 'me', undefined, 'vl_x'));
  expect(wrong).toMatchObject({ code: 'unauthenticated', error: expect.stringContaining('key') });
});

describe('a photo', () => {
  it('takes the category of the call where no keyword names one, and is published if asked', async () => {
    const sent = await send('1', { keywords: [] }, '&category=landscape&status=published');
    const [item] = await items();
    expect(item).toMatchObject({ category: 'landscape', status: 'published', title: '_DSC1' });
    expect(sent).toMatchObject({ status: 'published' });
    expect(sent.url).toBe(`http://localhost:4321/foto/${item?.slug}`);
    expect((await send('2', { keywords: ['fauna'] }, '&category=landscape')).status).toBe('draft');
    expect((await items()).find(({ title }) => title === '_DSC2')?.category).toBe('fauna');
    expect(await send('3', { keywords: [] })).toMatchObject({ status: 'draft', url: null });
    const unknown = await refusal(put('4', {}, '&category=auto'));
    expect(unknown).toMatchObject({ status: 400, reason: 'unknown_category?name=auto' });
    expect((await refusal(put('4', {}, '&kleur=rood'))).status).toBe(400);
  });

  it('sent again updates changed texts, except edited ones', async () => {
    seedSpecies(t.db);
    await addTag('Mist');
    await addTag('Vorst');
    const before = { title: 'Ree', description: 'Vroeg', date: '2026-01-01', city: 'Ede' };
    const { id } = await send('1', { ...before, keywords: ['fauna', 'mist', 'Oehoe'] });
    await change(id, { description: 'Mijn woorden', alt: 'Een ree' });
    const after = { title: 'Bok', description: 'Laat', date: '2026-01-02', location: '52.1, 5.8' };
    await send('1', { ...after, keywords: ['landscape', 'vorst', 'Ree'] });
    expect((await items())[0]).toMatchObject({
      title: 'Bok',
      description: 'Mijn woorden',
      alt: 'Een ree',
      date: '2026-01-02',
      location: '52.1, 5.8',
      category: 'landscape',
      tags: ['Vorst'],
      species: [{ scientificName: 'Capreolus capreolus' }],
    });
    // The slug follows the title until the item is published.
    expect((await items())[0]?.slug).toMatch(/^bok-/);
    await send('1', { title: 'Bok', description: 'Laat', keywords: ['landscape'] });
    expect((await items())[0]).toMatchObject({ date: null, location: null, tags: [], species: [] });
  });

  it('stays guarded when sent again without keywords', async () => {
    seedSpecies(t.db);
    const { id } = await send('1', { keywords: ['fauna', 'Oehoe'] }, '&status=published');
    await change(id, { location: '52.131234, 5.860432', locationPrivacy: 'exact' });
    await send('1', { keywords: [] }, '&category=fauna');
    const species = [{ scientificName: 'Bubo bubo' }];
    expect(await items()).toMatchObject([{ species, guard: { level: 'region' } }]);
    await send('2', { keywords: ['Oehoe'] });
    await send('2', { keywords: [], title: 'Uil' });
    expect(await drafts()).toMatchObject([{ fields: { title: 'Uil', species } }]);
  });

  it('never gets a more exact place by being sent again', async () => {
    const { id } = await send('1', { location: '52.131234, 5.860432' }, '&status=published');
    await change(id, { locationPrivacy: 'hidden' });
    await send('1', { location: '52.2, 5.9', title: 'Elders' });
    expect((await items())[0]).toMatchObject({ title: 'Elders', locationPrivacy: 'hidden' });
  });

  it('that waits as a draft gets changed texts too', async () => {
    await send('1', { keywords: [], title: 'Ree', description: 'Vroeg', city: 'Ede' });
    const [draft] = await drafts();
    const fields = { location: 'Otterlo' };
    await t.send('PATCH', '/api/admin/drafts', {
      drafts: [{ id: draft?.id, fields, edited: ['location'] }],
    });
    await send('1', { keywords: [], title: 'Bok', description: 'Laat', city: 'Epe' });
    const want = { title: 'Bok', description: 'Laat', location: 'Otterlo' };
    expect(await drafts()).toMatchObject([{ id: draft?.id, fields: want }]);
  });
});

describe('a collection', () => {
  const publish = async (...ids: string[]) => {
    for (const id of ids) await send(id, {}, '&collection=c1');
    return putSeries('c1', 'Vorst', { status: 'published' });
  };

  it('is one series in the order of the program, which can be renamed', async () => {
    const made = await publish('1', '2', '3');
    expect(made).toMatchObject({ title: 'Vorst', status: 'published', arranged: 'program' });
    expect(made.url).toMatch(/^http:\/\/localhost:4321\/reeks\/vorst-\d{4}$|^http.*\/reeks/);
    expect(await shown()).toEqual(['1', '2', '3']);
    await order('c1', '3', '1', '2');
    await send('4', {}, '&collection=c1');
    const renamed = await putSeries('c1', 'Dooi');
    expect(renamed).toMatchObject({ id: made.id, title: 'Dooi' });
    expect(await shown()).toEqual(['3', '1', '2', '4']);
    await patchSeries({ title: 'Winter' });
    expect((await putSeries('c1', 'Lente')).title).toBe('Winter');
    expect(await series()).toHaveLength(1);
    await t.send('DELETE', `/api/admin/series/${made.id}`);
    expect(await refusal(call('PUT', 'series/c1/order', { photos: [] }))).toMatchObject({
      status: 404,
      reason: 'unknown_series',
    });
    expect((await putSeries('c1', 'Dooi')).id).not.toBe(made.id);
    expect(await shown()).toEqual(['3', '1', '2', '4']);
  });

  it('arranged by hand keeps its blocks, appends new photos and drops removed ones', async () => {
    await publish('1', '2', '3');
    const [a = '', b = '', c = ''] = ['1', '2', '3'].map(idOf);
    const body = [
      { kind: 'text', text: 'Stil.' },
      { kind: 'pair', media: [c, a], captions: ['Wit', 'Blauw'] },
      { kind: 'full', media: [b] },
    ];
    await patchSeries({ body });
    await send('4', {}, '&collection=c1');
    const after = await order('c1', '4', '3', '2', '1');
    expect(after.arranged).toBe('hand');
    expect(await shown()).toEqual(['3', '1', '2', '4']);
    expect((await call('DELETE', 'photos/3?collection=c1')).status).toBe(204);
    const [now] = await series();
    expect(now?.body).toEqual([
      { kind: 'text', text: 'Stil.' },
      { kind: 'single', media: [a], captions: ['Blauw'] },
      { kind: 'full', media: [b] },
      { kind: 'single', media: [idOf('4')] },
    ]);
    // Photos that were removed by hand stay out.
    await patchSeries({ body: now?.body.slice(0, 2) });
    await order('c1', '4', '2', '1');
    expect(await shown()).toEqual(['1']);
  });

  it('belongs to the program again once it matches it, empty captions aside', async () => {
    await publish('1', '2');
    const body = ['1', '2'].map((id) => ({ kind: 'single', media: [idOf(id)], captions: [''] }));
    await patchSeries({ body });
    expect((await order('c1', '2', '1')).arranged).toBe('program');
    expect(await shown()).toEqual(['2', '1']);
  });

  it('places photos once they are no drafts any more', async () => {
    await send('1', {}, '&collection=c1');
    await send('2', { keywords: [] }, '&collection=c1');
    await send('3', {}, '&collection=c1');
    expect(await putSeries('c1', 'Vorst')).toMatchObject({ waiting: 1 });
    await order('c1', '3', '2', '1');
    expect(await shown()).toEqual(['3', '1']);
    const [draft] = await drafts();
    const item = {
      key: draft?.id,
      title: 'Ree',
      category: 'fauna',
      imageUrl: draft?.stored?.objectPath,
    };
    const made = await t.send('POST', '/api/admin/media/bulk', { items: [item] });
    expect(made.status).toBe(201);
    expect(await shown()).toEqual(['3', '2', '1']);
  });

  it('of as many photos as a call may name, by ids of full length, shows the first items of its order', async () => {
    const userId = t.user.id;
    const all = Array.from({ length: MAX_BULK_IDS }, (_, n) => `p${n}`.padEnd(MAX_REMOTE_ID, '-'));
    const sent = all.slice(0, MAX_STORY_BLOCKS + 2);
    const waiting = all.length - sent.length;
    t.db.transaction(() => {
      for (const remoteId of all)
        t.db.insert(remoteHolds).values({ userId, remoteId, collection: 'c1' }).run();
      for (const remoteId of sent) {
        const mediaId = addItem(t.db).id;
        t.db.insert(remotePhotos).values({ userId, remoteId, mediaId }).run();
      }
    });
    expect(await putSeries('c1', 'Vorst')).toMatchObject({ left: 2, waiting });
    expect(await order('c1', ...all.toReversed())).toMatchObject({ left: 2, arranged: 'program' });
    expect(await shown()).toEqual(sent.toReversed().slice(0, MAX_STORY_BLOCKS));
  });
});

describe('a call', () => {
  it('is read only with a known key, and takes effect only while the key is valid', async () => {
    await putSeries('c1', 'Vorst');
    for (const address of ['series/c1', 'series/c1/order'])
      expect((await call('PUT', address, 'niets', `vl_${'a'.repeat(43)}`)).status).toBe(401);
    const body = new ReadableStream({
      pull(controller) {
        t.db.delete(uploadKeys).run();
        controller.enqueue(Buffer.from('{"title":"Dooi"}'));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const late = await t.request('/api/v1/series/c1', { method: 'PUT', body, headers });
    expect([late.status, (await series())[0]?.title]).toEqual([401, 'Vorst']);
  });

  it('refuses control characters in ids, and normalises Unicode', async () => {
    for (const address of ['photos/a%00', 'photos/a%0Ab', 'series/a%7F'])
      expect((await call('DELETE', address)).status).toBe(400);
    await putSeries('c1', 'Vorst');
    expect((await call('PUT', 'series/c1/order', { photos: ['a\u0000'] })).status).toBe(400);
    await send('caf%C3%A9', {}, '&collection=c1');
    await send('2', {}, '&collection=c1');
    await order('c1', '2', 'cafe\u0301');
    expect(await shown()).toEqual(['2', 'café']);
    await send('cafe%CC%81', { title: 'Dezelfde' });
    expect((await items()).length).toBe(2);
  });

  it('concerns only photos of its own user, also where another has the same ids', async () => {
    const anna = newKey(true, t.addUser('editor', 'anna'));
    for (const by of [key, anna]) {
      await send('1', { title: 'Ree' }, '&collection=c1', by);
      await send('2', { keywords: [] }, '&collection=c1', by);
      await send('3', { title: 'Vos' }, '&collection=c2', by);
    }
    expect([(await items()).length, (await drafts()).length]).toEqual([4, 2]);
    const made = await putSeries('c1', 'Vorst');
    expect(made).toMatchObject({ waiting: 1, left: 0 });
    const own = shownInBlocks((await series())[0]?.body ?? []);
    expect(own.length).toBe(1);
    for (const what of ['photos/1?collection=c1', 'photos/2', 'series/c2', 'series/c1'])
      expect((await call('DELETE', what, undefined, anna)).status).toBe(204);
    expect([(await items()).length, (await drafts()).length]).toEqual([2, 1]);
    expect(shownInBlocks((await series())[0]?.body ?? [])).toEqual(own);
    expect(t.rows(remoteHolds).map(({ userId }) => userId)).toEqual(Array(3).fill(t.user.id));
  });
});

describe('what a program deletes', () => {
  const trash = async () => {
    const list = t.request('/api/admin/media/trash', { cookie: t.cookie });
    return (await readAnswer(z.array(trashedItem), list)).map(({ id }) => id);
  };

  it('goes to the trash when no collection holds it any more, also on a repeated call', async () => {
    const { id } = await send('1', {}, '&collection=c1');
    await send('1', {}, '&collection=');
    await putSeries('c1', 'Vorst');
    expect((await call('DELETE', 'photos/1?collection=c1')).status).toBe(204);
    expect([await items(), await shown()]).toMatchObject([[{ id }], []]);
    for (const _ of [1, 2]) expect((await call('DELETE', 'photos/1?collection=')).status).toBe(204);
    expect([await items(), await trash()]).toEqual([[], [id]]);
  });

  it('leaves all its collections where none is named', async () => {
    await send('1', {}, '&collection=c1');
    await send('2', {}, '&collection=c1');
    await send('2', {}, '&collection=c2');
    await putSeries('c1', 'Vorst');
    expect((await call('DELETE', 'photos/2')).status).toBe(204);
    expect([(await items()).length, await shown()]).toEqual([1, ['1']]);
    expect((await call('DELETE', 'photos/none')).status).toBe(204);
  });

  it('includes the photos and drafts of a series that no other collection holds', async () => {
    await send('1', {}, '&collection=c1');
    await send('2', {}, '&collection=c1');
    await send('2', {}, '&collection=c2');
    await send('3', { keywords: [] }, '&collection=c1');
    const { id } = await putSeries('c1', 'Vorst');
    expect((await call('DELETE', 'series/c1')).status).toBe(204);
    expect((await call('DELETE', 'series/c1')).status).toBe(204);
    const gone = t.request('/api/admin/series/trash', { cookie: t.cookie });
    expect(await readAnswer(z.array(trashedStory), gone)).toMatchObject([{ id }]);
    expect((await items()).map((item) => item.id)).toEqual([idOf('2')]);
    expect(await trash()).toEqual([idOf('1')]);
    expect(await drafts()).toEqual([]);
  });

  it('stays where the key may not delete, and where it is of another user', async () => {
    const { id } = await send('1', {}, '&collection=c1');
    await putSeries('c1', 'Vorst');
    const other = newKey(true, t.addUser('editor', 'anna'));
    for (const what of ['photos/1', 'series/c1']) {
      const refused = await refusal(call('DELETE', what, undefined, newKey(false)));
      expect(refused).toMatchObject({ status: 403, reason: 'key_may_not_delete' });
      expect((await call('DELETE', what, undefined, other)).status).toBe(204);
    }
    expect([await items(), await shown()]).toMatchObject([[{ id }], ['1']]);
  });

  it('is a new item when it is sent again', async () => {
    const { id } = await send('1', {}, '&collection=c1');
    await remove(id);
    expect((await send('1', {}, '&collection=c1')).id).not.toBe(id);
    await putSeries('c1', 'Vorst');
    expect(await shown()).toEqual(['1']);
  });
});
