/** Drafts of the bulk upload, from choosing files to items. */
import { adminCategory } from '@veldlicht/contract/category';
import {
  type DraftFile,
  type DraftPatch,
  draftCount,
  draftList,
  goneDrafts,
  noMatches,
  storedUpload,
} from '@veldlicht/contract/draft';
import { type FileFacts, NO_FACTS } from '@veldlicht/contract/file-facts';
import { MAX_FOLDER_FILES } from '@veldlicht/contract/limits';
import { mediaBulkCreated, mediaBulkPartial } from '@veldlicht/contract/media';
import { uploadTicket } from '@veldlicht/contract/upload';
import { history, media, uploads, users } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CATEGORIES, useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { addFile, chosenFile } from '#testing/test-content.ts';
import { photoAnswer, startTestWorker } from '#testing/test-worker.ts';

const t = useTestApp({}, 'editor');
const { call, items, payload, addTag, published } = useLibrary(t);
const DRAFTS = '/api/admin/drafts';

/** The metadata that the worker finds in the next file, and that file. */
let said: Partial<FileFacts>;
let imageUrl: string;
let worker: ReturnType<typeof startTestWorker>;
beforeEach(() => {
  said = {};
  imageUrl = addFile(t.db, { bytes: 7 }).imageUrl;
  worker = startTestWorker(t, () => ({
    ...photoAnswer(imageUrl),
    facts: { ...NO_FACTS, ...said },
  }));
});
afterEach(() => worker.stop());

const list = async (cookie = t.cookie) =>
  (await readAnswer(draftList, t.request(DRAFTS, { cookie }))).drafts;
const create = async (...files: DraftFile[]) =>
  (await readAnswer(draftList, t.send('POST', DRAFTS, { drafts: files }))).drafts;
const change = async (...patches: DraftPatch[]) =>
  (await readAnswer(goneDrafts, t.send('PATCH', DRAFTS, { drafts: patches }))).gone;
const discard = (...ids: string[]) => t.send('POST', `${DRAFTS}/discard`, { ids });
const bulk = (...sent: object[]) => call('POST', '/bulk', { items: sent });
const names = async (cookie?: string) => (await list(cookie)).map(({ name }) => name);

/** Sends the bytes of a draft up to where the server is asked to read them. */
async function sendBytes(draft: string): Promise<string> {
  const answer = t.send('POST', '/api/objects/upload', { draft });
  const { uploadURL } = await readAnswer(uploadTicket, answer);
  const put = await t.request(uploadURL.replace(ORIGIN, ''), { method: 'PUT', body: 'picture' });
  expect(put.status).toBe(200);
  return uploadURL;
}
const finalise = (mediaURL: string, name?: string) =>
  t.send('PUT', '/api/media-objects', { mediaURL, name });
const send = async (draft: string) => readAnswer(storedUpload, finalise(await sendBytes(draft)));

describe('a chosen file', () => {
  it('is a draft at once, in the order chosen, with title and type from its file', async () => {
    const files = [
      chosenFile('vos.in.mist.JPG'),
      chosenFile('golven.mp4', { mime: 'video/mp4' }),
      chosenFile('.jpg'),
    ];
    expect(await create(...files)).toEqual(await list());
    expect(await list()).toMatchObject([
      { name: 'vos.in.mist.JPG', fields: { title: 'vos.in.mist', type: 'photo', category: '' } },
      { fields: { title: 'golven', type: 'video' }, stored: null, sent: null, edited: [] },
      { fields: { title: '.jpg' }, size: 7, modified: 1 },
    ]);
    // Repeated after a lost response.
    await create(...files, chosenFile('laatste.jpg'));
    expect(await names()).toEqual([...files.map(({ name }) => name), 'laatste.jpg']);
    expect(await readAnswer(draftCount, t.send('GET', `${DRAFTS}/count`))).toEqual({ count: 4 });
  });

  it('is one of a thousand at most', async () => {
    const many = Array.from({ length: MAX_FOLDER_FILES }, () => chosenFile());
    await create(...many);
    expect(await refusal(t.send('POST', DRAFTS, { drafts: [chosenFile()] }))).toMatchObject({
      status: 400,
      reason: `send_fewer?n=${MAX_FOLDER_FILES}`,
    });
    expect((await create(many[0] ?? chosenFile())).length).toBe(1);
  });

  it('keeps input, even invalid, and follows renames of its category and tags', async () => {
    await addTag('Mist');
    const file = chosenFile();
    await create(file);
    const fields = { title: '', description: 'x'.repeat(5001), category: 'Fauna', tags: ['mist'] };
    const lot = {
      status: 'draft',
      publishFrom: '2027-01-01T00:00:00Z',
      publishUntil: null,
    } as const;
    expect(await change({ id: file.id, fields, edited: Object.keys(fields), lot })).toEqual([]);
    await change({ id: file.id, fields: { location: 'Ede' } });
    const [draft] = await list();
    expect(draft?.fields).toMatchObject({
      ...fields,
      category: 'fauna',
      tags: ['Mist'],
      location: 'Ede',
    });
    expect(draft).toMatchObject({ edited: Object.keys(fields), lot: { status: 'draft' } });
    expect(draft?.lot.publishFrom).toBe('2027-01-01T00:00:00.000Z');
    await t.send('PATCH', `${CATEGORIES}/fauna`, { name: 'dieren' });
    expect((await list())[0]?.fields.category).toBe('dieren');
    await t.send('DELETE', `${CATEGORIES}/fauna`);
    expect((await list())[0]?.fields.category).toBe('');
    const long = { id: file.id, fields: { title: 'x'.repeat(20_001) } };
    expect((await t.send('PATCH', DRAFTS, { drafts: [long] })).status).toBe(400);
    expect(await change({ id: 'gone', fields })).toEqual(['gone']);
  });

  it('is seen by its owner only, and by all editors once the account is deleted', async () => {
    const anna = t.signInAs('editor', 'anna');
    const [mine] = await create(chosenFile('mijn.jpg'));
    expect(await names(anna.cookie)).toEqual([]);
    const id = mine?.id ?? '';
    const patch = { drafts: [{ id, fields: { title: 'Van Anna' } }] };
    expect(await readAnswer(goneDrafts, t.send('PATCH', DRAFTS, patch, anna.cookie))).toEqual({
      gone: [id],
    });
    await t.send('POST', `${DRAFTS}/discard`, { ids: [id] }, anna.cookie);
    const ticket = t.send('POST', '/api/objects/upload', { draft: id }, anna.cookie);
    expect((await ticket).status).toBe(404);
    const taken = t.send('POST', DRAFTS, { drafts: [chosenFile('x.jpg', { id })] }, anna.cookie);
    expect(await readAnswer(draftList, taken)).toEqual({ drafts: [] });
    expect((await list())[0]?.fields.title).toBe('mijn');
    t.db.delete(users).where(eq(users.id, t.user.id)).run();
    expect(await names(anna.cookie)).toEqual(['mijn.jpg']);
  });
});

describe('its bytes', () => {
  it('fill fields from their metadata, except edited ones', async () => {
    seedSpecies(t.db);
    await addTag('Mist');
    said = {
      title: 'Uil in de mist',
      description: 'Op een paal',
      date: '2026-03-09',
      location: '52.131234, 5.860432',
      keywords: ['MIST', 'Bosuil', 'Fauna', 'Nacht'],
      cut: ['title'],
    };
    const [plain, edited] = [chosenFile('a.jpg'), chosenFile('b.jpg')];
    await create(plain, edited);
    const own = { title: 'Mijn titel', location: 'Ede', date: '', category: 'macro', species: [] };
    await change({ id: edited.id, fields: own, edited: Object.keys(own) });
    const answer = await send(plain.id);
    expect(answer.words).toMatchObject({ category: 'fauna', tags: ['Mist'], keywords: ['Nacht'] });
    const fields = {
      title: 'Uil in de mist',
      description: 'Op een paal',
      date: '2026-03-09',
      location: '52.131234, 5.860432',
      locationPrivacy: 'approximate',
      category: 'fauna',
      tags: ['Mist'],
      species: [{ scientificName: 'Strix aluco', dutchName: 'Bosuil', kind: 'wild' }],
    };
    const stored = { objectPath: imageUrl, type: 'photo' };
    const notes = { keywords: ['Nacht'], cut: ['title'] };
    expect(answer.draft).toMatchObject({ id: plain.id, fields, stored, notes });
    await send(edited.id);
    const rows = await list();
    expect(rows[0]).toEqual(answer.draft);
    expect(rows[1]?.fields).toMatchObject({ ...own, description: 'Op een paal', tags: ['Mist'] });
    expect(rows[1]?.fields.locationPrivacy).toBe('exact');
  });

  it('get the category that a keyword names by its Dutch label', async () => {
    said = { ...said, keywords: ['Landschap'] };
    const file = chosenFile();
    await create(file);
    const { words } = await send(file.id);
    expect(words).toMatchObject({ category: 'landscape', keywords: [] });
  });

  it('are inspected even if the sender left, and finalised by their path', async () => {
    const [file] = [chosenFile()];
    await create(file);
    const url = await sendBytes(file.id);
    const [waiting] = await list();
    expect(waiting).toMatchObject({
      stored: null,
      sent: `/uploads/${url.split('/').at(-1)?.split('?')[0]}`,
    });
    const answer = await readAnswer(storedUpload, finalise(waiting?.sent ?? ''));
    expect(answer.draft).toMatchObject({
      id: file.id,
      sent: null,
      stored: { objectPath: imageUrl },
    });
    // Repeated after a lost response, with edits in between.
    await change({ id: file.id, fields: { title: 'Getypt' } });
    const again = await readAnswer(storedUpload, finalise(url));
    expect(again.draft?.fields.title).toBe('Getypt');
  });

  it('keep the reason of a refusal until new ones are sent', async () => {
    worker.stop();
    worker = startTestWorker(t, () => ({
      refuse: { code: 'unreadable_file' },
      text: 'file_damaged',
    }));
    const file = chosenFile();
    await create(file);
    expect((await finalise(await sendBytes(file.id))).status).toBe(422);
    const failure = { stage: 'finalise', reason: 'file_damaged' };
    expect(await list()).toMatchObject([{ failure, stored: null, sent: null }]);
    await sendBytes(file.id);
    expect(await list()).toMatchObject([{ failure: null }]);
  });

  it('stop uploading when the draft is discarded, which leaves no trash', async () => {
    const [gone, left] = [chosenFile('weg.jpg'), chosenFile('blijft.jpg')];
    await create(gone, left);
    const url = await sendBytes(gone.id);
    await discard(gone.id, 'unknown');
    expect(await names()).toEqual(['blijft.jpg']);
    expect(t.rows(uploads)).toEqual([]);
    expect(await refusal(finalise(url))).toMatchObject({ code: 'upload_missing' });
    expect(await (await call('GET', '/trash')).json()).toEqual([]);
  });
});

it('matches items by name and size before the upload, by bytes after it', async () => {
  const known = payload({ title: 'Ree', originalName: 'REE.JPG' });
  const other = { ...payload({ title: 'Vos', originalName: 'vos.jpg' }), imageUrl };
  await bulk(known, other);
  const byTitle = new Map((await items()).map(({ id, title }) => [title, id]));
  const same = [
    chosenFile('ree.jpg', { size: 1000 }),
    chosenFile('ree.jpg'),
    chosenFile('das.jpg'),
  ];
  const ree = [byTitle.get('Ree')];
  const nothing = noMatches;
  const matches = (await create(...same)).map((draft) => draft.matches);
  expect(matches).toEqual([{ ...nothing, same: ree }, { ...nothing, named: ree }, nothing]);
  const answer = await send(same[2]?.id ?? '');
  expect(answer.draft?.matches).toEqual({ ...noMatches, same: [byTitle.get('Vos')] });
  expect(answer.matches).toEqual(answer.draft?.matches);
  imageUrl = addFile(t.db, { width: 600, height: 400 }).imageUrl;
  const smaller = await send(same[1]?.id ?? '');
  expect(smaller.draft?.matches).toEqual({ ...noMatches, named: ree, larger: ree });
});

describe('a bulk creation', () => {
  /** Drafts with their files, and the items that the panel asks for. */
  async function ready(...titles: string[]) {
    const files = titles.map((title) => chosenFile(`${title}.jpg`));
    await create(...files);
    const made: object[] = [];
    for (const { id, name } of files) {
      imageUrl = addFile(t.db).imageUrl;
      await send(id);
      const [title] = name.split('.');
      made.push({ key: id, title, category: 'fauna', imageUrl });
    }
    return made;
  }

  it('turns drafts into items, with time and order of the call, and deletes them', async () => {
    const [ree, vos, das] = await ready('ree', 'vos', 'das');
    t.pass(60_000);
    const sent = [das, ree, vos].map((item) => item ?? {});
    const { created } = await readAnswer(mediaBulkCreated, bulk(...sent));
    expect(created.map(({ title }) => title)).toEqual(['das', 'ree', 'vos']);
    expect(created[0]).toMatchObject({
      createdAt: new Date(t.deps.now()).toISOString(),
      originalName: 'das.jpg',
    });
    expect(await list()).toEqual([]);
    expect(t.rows(media).map(({ title }) => title)).toEqual(['das', 'ree', 'vos']);
    // Chosen again by a window that does not know it yet, it is no draft any more.
    const key = String(Object.entries(ree ?? {})[0]?.[1]);
    expect(await create(chosenFile('ree.jpg', { id: key }))).toEqual([]);
    expect((await bulk(ree ?? {})).status).toBe(201);
    expect(await items()).toHaveLength(3);
  });

  it('finds the draft by file without a key, and creates items without a draft', async () => {
    const [ree] = await ready('ree');
    const { key: _, ...plain } = { key: '', ...ree };
    const { cookie } = t.signInAs('editor', 'anna');
    const byAnna = t.send('POST', '/api/admin/media/bulk', { items: [plain] }, cookie);
    expect([(await byAnna).status, await names()]).toEqual([201, ['ree.jpg']]);
    await t.send('DELETE', `/api/admin/media/${(await items())[0]?.id}`);
    expect((await bulk(plain, payload({ title: 'Otter' }))).status).toBe(201);
    expect(await list()).toEqual([]);
    expect((await items()).map(({ title }) => title)).toEqual(['Otter', 'ree']);
  });

  it('keeps exactly what failed, with its reason', async () => {
    const [ree, vos, das] = await ready('ree', 'vos', 'das');
    const answer = bulk(ree ?? {}, { ...vos, category: 'zee' }, das ?? {});
    const { failed } = await readAnswer(mediaBulkPartial, answer);
    expect(failed).toMatchObject([{ index: 1, title: 'vos' }]);
    const failure = { stage: 'create', reason: 'unknown_category?name=zee' };
    expect(await list()).toMatchObject([{ name: 'vos.jpg', failure }]);
    expect((await bulk(vos ?? {})).status).toBe(201);
    expect(await list()).toEqual([]);
  });
});

it('are in no list, count, history or guard of others', async () => {
  seedSpecies(t.db);
  said = { keywords: ['Oehoe', 'Fauna'], location: '52.131234, 5.860432', date: '2026-03-09' };
  const made = { date: '2026-03-09', location: '52.131235, 5.860430', locationPrivacy: 'exact' };
  await bulk(payload({ title: 'Heide', ...made }));
  const before = [await items(), await published(), t.rows(history)];
  const file = chosenFile();
  await create(file);
  await send(file.id);
  expect((await list())[0]?.fields.species).toMatchObject([{ dutchName: 'Oehoe' }]);
  expect([await items(), await published(), t.rows(history)]).toEqual(before);
  const counts = await readAnswer(z.array(adminCategory), t.send('GET', CATEGORIES));
  expect(counts.find(({ name }) => name === 'fauna')?.itemCount).toBe(1);
});
