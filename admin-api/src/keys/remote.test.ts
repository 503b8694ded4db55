/**
 * Calls of a program with an upload key: photos with their texts, and collections (decision 029). The plug-in's use of
 * them is tested in e2e/src/machine/lightroom.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { draftList } from '@veldlicht/contract/draft';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { MAX_BULK_IDS, MAX_STORY_BLOCKS } from '@veldlicht/contract/limits';
import { storyItem, trashedStory } from '@veldlicht/contract/story';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { trashedItem } from '@veldlicht/contract/trash';
import { MAX_REMOTE_ID, sentPhoto, sentSeries } from '@veldlicht/contract/upload-key';
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
  // The bytes of a test file are its metadata as JSON.
  worker = startTestWorker(t, ({ subject }) => {
    const text = readFileSync(path.join(t.folder.incoming, subject), 'utf8');
    const facts: FileFacts = { ...NO_FACTS, ...JSON.parse(text) };
    return { ...photoAnswer(addFile(t.db, { facts }).imageUrl), facts };
  });
});
afterEach(() => worker.stop());

const call = (method: string, address: string, sent = {}, by = key) => {
  const headers = { authorization: `Bearer ${by}` };
  return t.request(`/api/v1/${address}`, { method, headers, ...sent });
};
const drop = async (address: string, by = key) =>
  expect((await call('DELETE', address, {}, by)).status).toBe(204);
const put = (id: string, says: Partial<FileFacts> = {}, query = '', by = key) => {
  const body = JSON.stringify({ keywords: ['fauna'], ...says });
  return call('PUT', `photos/${id}?name=_DSC${id}.jpg${query}`, { body }, by);
};
const send = (...args: Parameters<typeof put>) => readAnswer(sentPhoto, put(...args));
const putSeries = (title: string) =>
  readAnswer(sentSeries, call('PUT', 'series/c1', { json: { title } }));
const order = (...photos: string[]) =>
  readAnswer(sentSeries, call('PUT', 'series/c1/order', { json: { photos } }));
const list = <Schema extends z.ZodType>(of: Schema, what: string) =>
  readAnswer(of, t.request(`/api/admin/${what}`, { cookie: t.cookie }));
const series = () => list(z.array(storyItem), 'series');
const drafts = async () => (await list(draftList, 'drafts')).drafts;
const idOf = (remoteId: string) =>
  t.rows(remotePhotos).find((row) => row.remoteId === remoteId)?.mediaId ?? '';
/** Returns the program's ids of the photos in the only series, in order. */
const shown = async () => {
  const names = new Map(t.rows(remotePhotos).map((row) => [row.mediaId, row.remoteId]));
  const [one] = await series();
  return shownInBlocks(one?.body ?? []).map((id) => names.get(id));
};
const patchSeries = async (json: object) => {
  const [one] = await series();
  await t.send('PATCH', `/api/admin/series/${one?.id}`, json);
};
/** Sends photos of a collection, and makes its series. */
const publish = async (...ids: string[]) => {
  for (const id of ids) await send(id, {}, '&collection=c1');
  return putSeries('Vorst');
};

describe('a photo', () => {
  it('takes the category of the call where no keyword names one, and knows its query', async () => {
    await send('1', {}, '&category=landscape');
    expect(await items()).toMatchObject([{ category: 'fauna', title: '_DSC1' }]);
    const unknown = await refusal(put('2', {}, '&category=auto'));
    expect(unknown).toMatchObject({ status: 400, reason: 'unknown_category?name=auto' });
    expect((await refusal(put('2', {}, '&kleur=rood'))).status).toBe(400);
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
    const [item] = await items();
    expect(item).toMatchObject({
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
    expect(item?.slug).toMatch(/^bok-/);
    await change(id, { species: [{ scientificName: 'Capreolus capreolus', kind: 'captive' }] });
    await send('1', { title: 'Bok', description: 'Laat', keywords: ['landscape'] });
    const empty = { date: null, location: null, tags: [], species: [{ kind: 'captive' }] };
    expect((await items())[0]).toMatchObject(empty);
  });

  it('sent again stays guarded without keywords, and gets no more exact place', async () => {
    seedSpecies(t.db);
    const { id } = await send('1', { keywords: ['fauna', 'Oehoe'] }, '&status=published');
    await change(id, { location: '52.131234, 5.860432', locationPrivacy: 'exact' });
    await send('1', { keywords: [] }, '&category=fauna');
    const species = [{ scientificName: 'Bubo bubo' }];
    expect(await items()).toMatchObject([{ species, guard: { level: 'region' } }]);
    await change(id, { locationPrivacy: 'hidden' });
    await send('1', { location: '52.2, 5.9', title: 'Elders' });
    expect(await items()).toMatchObject([{ title: 'Elders', locationPrivacy: 'hidden' }]);
    await send('2', { keywords: ['Oehoe'] });
    await send('2', { keywords: [], title: 'Uil' });
    expect(await drafts()).toMatchObject([{ fields: { title: 'Uil', species } }]);
  });
});

describe('the series of a collection', () => {
  it('ends with photos that its order does not name, keeps a title from the panel, and is made again', async () => {
    const { id } = await publish('1', '2', '3');
    await order('3', '1', '2');
    await send('4', {}, '&collection=c1');
    expect(await putSeries('Dooi')).toMatchObject({ id, title: 'Dooi', arranged: 'program' });
    expect(await shown()).toEqual(['3', '1', '2', '4']);
    await patchSeries({ title: 'Winter' });
    expect((await putSeries('Lente')).title).toBe('Winter');
    await t.send('DELETE', `/api/admin/series/${id}`);
    const lost = await refusal(call('PUT', 'series/c1/order', { json: { photos: [] } }));
    expect(lost).toMatchObject({ status: 404, reason: 'unknown_series' });
    await remove(idOf('1'));
    await send('1');
    expect((await putSeries('Dooi')).id).not.toBe(id);
    expect(await shown()).toEqual(['3', '1', '2', '4']);
    expect(await items()).toHaveLength(4);
  });

  it('arranged by hand keeps its blocks, appends new photos and drops removed ones', async () => {
    await publish('1', '2', '3');
    const text = { kind: 'text', text: 'Stil.' };
    const pair = { kind: 'pair', media: [idOf('3'), idOf('1')], captions: ['Wit', 'Blauw'] };
    const full = { kind: 'full', media: [idOf('2')] };
    await patchSeries({ body: [text, pair, full] });
    await send('4', {}, '&collection=c1');
    expect((await order('4', '3', '2', '1')).arranged).toBe('hand');
    expect(await shown()).toEqual(['3', '1', '2', '4']);
    await drop('photos/3?collection=c1');
    const single = { kind: 'single', media: [idOf('1')], captions: ['Blauw'] };
    const body = [text, single, full, { kind: 'single', media: [idOf('4')] }];
    expect(await series()).toMatchObject([{ body }]);
    // Photos that were removed by hand stay out.
    await patchSeries({ body: [text, single] });
    await order('4', '2', '1');
    expect(await shown()).toEqual(['1']);
  });

  it('belongs to the program again once it matches it, empty captions aside', async () => {
    await publish('1', '2');
    const body = ['1', '2'].map((id) => ({ kind: 'single', media: [idOf(id)], captions: [''] }));
    await patchSeries({ body });
    expect((await order('2', '1')).arranged).toBe('program');
    expect(await shown()).toEqual(['2', '1']);
  });

  it('places photos once they are no drafts any more', async () => {
    await send('2', { keywords: [] }, '&collection=c1');
    expect(await publish('1', '3')).toMatchObject({ waiting: 1 });
    await order('3', '2', '1');
    expect(await shown()).toEqual(['3', '1']);
    const [draft] = await drafts();
    const item = { key: draft?.id, title: 'Ree', category: 'fauna' };
    const items = [{ ...item, imageUrl: draft?.stored?.objectPath }];
    expect((await t.send('POST', '/api/admin/media/bulk', { items })).status).toBe(201);
    expect(await shown()).toEqual(['3', '2', '1']);
  });

  it('shows the first items of an order of as many ids of full length as a call may name', async () => {
    const userId = t.user.id;
    const all = Array.from({ length: MAX_BULK_IDS }, (_, n) => `p${n}`.padEnd(MAX_REMOTE_ID, '-'));
    const sent = all.slice(0, MAX_STORY_BLOCKS + 2);
    t.db.transaction(() => {
      for (const remoteId of all)
        t.db.insert(remoteHolds).values({ userId, remoteId, collection: 'c1' }).run();
      for (const remoteId of sent) {
        const mediaId = addItem(t.db).id;
        t.db.insert(remotePhotos).values({ userId, remoteId, mediaId }).run();
      }
    });
    const told = { left: 2, waiting: all.length - sent.length, arranged: 'program' };
    expect(await putSeries('Vorst')).toMatchObject(told);
    expect(await order(...all.toReversed())).toMatchObject(told);
    expect(await shown()).toEqual(sent.toReversed().slice(0, MAX_STORY_BLOCKS));
  });
});

describe('a call', () => {
  it('is read only with a known key, and takes effect only while the key is valid', async () => {
    await putSeries('Vorst');
    for (const address of ['series/c1', 'series/c1/order'])
      expect((await call('PUT', address, { json: 'niets' }, 'vl_x')).status).toBe(401);
    const body = new ReadableStream({
      pull(controller) {
        t.db.delete(uploadKeys).run();
        controller.enqueue(Buffer.from('{"title":"Dooi"}'));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const late = await call('PUT', 'series/c1', { body, headers });
    expect([late.status, (await series())[0]?.title]).toEqual([401, 'Vorst']);
  });

  it('refuses control characters in ids, and normalises Unicode', async () => {
    for (const address of ['photos/a%00', 'photos/a%0Ab', 'series/a%7F'])
      expect((await call('DELETE', address)).status).toBe(400);
    const json = { photos: ['a\u0000'] };
    expect((await call('PUT', 'series/c1/order', { json })).status).toBe(400);
    await publish('caf%C3%A9', '2');
    await order('2', 'cafe\u0301');
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
    expect(await putSeries('Vorst')).toMatchObject({ waiting: 1, left: 0 });
    const stored = async () => [(await items()).length, (await drafts()).length, await series()];
    const [, , before] = await stored();
    for (const what of ['photos/1?collection=c1', 'photos/2', 'series/c2', 'series/c1'])
      await drop(what, anna);
    expect(await stored()).toEqual([2, 1, before]);
    expect(t.rows(remoteHolds).map(({ userId }) => userId)).toEqual(Array(3).fill(t.user.id));
  });
});

describe('what a program deletes', () => {
  const trash = async () => (await list(z.array(trashedItem), 'media/trash')).map(({ id }) => id);

  it('goes to the trash when no collection holds it any more, also on a repeated call', async () => {
    await publish('1', '2');
    await send('1', {}, '&collection=');
    await send('2', {}, '&collection=c2');
    await drop('photos/1?collection=c1');
    expect([await trash(), await shown()]).toEqual([[], ['2']]);
    for (const _ of [1, 2]) await drop('photos/1?collection=');
    expect([(await items()).length, await trash()]).toEqual([1, [idOf('1')]]);
    // Without a name it leaves all its collections.
    for (const address of ['photos/2', 'photos/none']) await drop(address);
    expect([await items(), await shown()]).toEqual([[], []]);
  });

  it('includes the photos and drafts of a series that no other collection holds', async () => {
    await send('3', { keywords: [] }, '&collection=c1');
    const { id } = await publish('1', '2');
    await send('2', {}, '&collection=c2');
    for (const what of ['photos/1', 'series/c1']) {
      const refused = await refusal(call('DELETE', what, {}, newKey(false)));
      expect(refused).toMatchObject({ status: 403, reason: 'key_may_not_delete' });
    }
    for (const _ of [1, 2]) await drop('series/c1');
    expect(await list(z.array(trashedStory), 'series/trash')).toMatchObject([{ id }]);
    expect((await items()).map((item) => item.id)).toEqual([idOf('2')]);
    expect([await trash(), await drafts()]).toEqual([[idOf('1')], []]);
  });
});
