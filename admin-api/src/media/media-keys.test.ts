import { type MediaItem, mediaBulkCreated, mediaItem } from '@veldlicht/contract/media';
import { auditLog, contentState, media } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const keyOf = (n: number) => `sleutel-${String(n).padStart(16, '0')}`;
const post = (path: string, json: unknown) =>
  t.request(`/api/admin/${path}`, { method: 'POST', json, cookie });
const create = (json: unknown): Promise<MediaItem> => readAnswer(mediaItem, post('media', json));
const createAll = async (items: unknown[]) =>
  (await readAnswer(mediaBulkCreated, post('media/bulk', { items }))).created;
const payload = (change: Record<string, unknown> = {}) =>
  mediaPayload(addFile(t.db).imageUrl, change);
const count = () => t.db.select().from(media).all().length;
const revision = () => t.db.select().from(contentState).get()?.revision;
const audits = () =>
  t.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'media'))
    .all()
    .map(({ action, summary }) => [action, summary]);

describe('an item that is asked for with a key', () => {
  it('is made once, however often the call is repeated, and not published again', async () => {
    const ree = payload({ title: 'Ree', key: keyOf(1) });
    const made = await create(ree);
    const before = revision();
    expect(await create(ree)).toEqual(made);
    expect(await createAll([ree])).toEqual([made]);
    expect([count(), revision()]).toEqual([1, before]);
    expect(audits()).toEqual([['create', 'Ree']]);
  });

  it('is brought to what the later call says', async () => {
    const ree = payload({ title: 'Ree', key: keyOf(1) });
    const { id } = await create(ree);
    const again = await create({ ...ree, title: 'Reegeit', location: 'Veluwe' });
    expect(again).toMatchObject({ id, title: 'Reegeit', location: 'Veluwe' });
    expect(audits()).toEqual([
      ['create', 'Ree'],
      ['update', 'Reegeit'],
    ]);
  });

  it('stays as somebody has changed it since, its place hidden and off the site', async () => {
    const ree = payload({ title: 'Ree', location: '52.131234, 5.860456', key: keyOf(1) });
    const { id } = await create(ree);
    t.pass(1000);
    const change = { status: 'draft', locationPrivacy: 'hidden' };
    const answer = t.request(`/api/admin/media/${id}`, { method: 'PATCH', json: change, cookie });
    const changed = await readAnswer(mediaItem, answer);
    expect(changed).toMatchObject(change);
    expect(await create({ ...ree, locationPrivacy: 'exact', title: 'Nest' })).toEqual(changed);
    expect(await createAll([ree])).toEqual([changed]);
  });

  it('is made again once it was deleted', async () => {
    const ree = payload({ key: keyOf(1) });
    const { id } = await create(ree);
    await t.request(`/api/admin/media/${id}`, { method: 'DELETE', cookie });
    expect((await create(ree)).id).not.toBe(id);
    expect(count()).toBe(1);
  });

  it('stays another than that of another key, or of none, with the same file and words', async () => {
    const ree = payload();
    const keys = [keyOf(1), keyOf(2), undefined, undefined];
    const made = await createAll(keys.map((key) => ({ ...ree, key })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
  });

  it('needs a key that nobody has by chance, and tells it to nobody', async () => {
    for (const key of ['', 'kort', 'a'.repeat(65), 'met een spatie en meer', 7, null])
      expect((await post('media', payload({ key }))).status).toBe(400);
    expect(count()).toBe(0);
    expect(await create(payload({ key: keyOf(1) }))).not.toHaveProperty('key');
  });
});

it('makes what is missing of a bulk call that comes again, in the order of the call', async () => {
  const items = ['Ree', 'Vos', 'Das', 'Otter'].map((title, n) => payload({ title, key: keyOf(n) }));
  const first = await createAll([items[1], items[3]]);
  const all = await createAll(items);
  expect(all.map(({ title }) => title)).toEqual(['Ree', 'Vos', 'Das', 'Otter']);
  expect([all[1], all[3]]).toEqual(first);
  expect(count()).toBe(4);
  expect(audits()).toEqual([
    ['create', '2 × Vos, Otter'],
    ['create', '2 × Ree, Das'],
  ]);
});

it('makes each item once when the same call comes several times at once', async () => {
  const items = Array.from({ length: 20 }, (_, n) => payload({ key: keyOf(n) }));
  const answers = await Promise.all(Array.from({ length: 4 }, () => createAll(items)));
  expect(count()).toBe(20);
  for (const made of answers)
    expect(made.map(({ id }) => id)).toEqual(answers[0]?.map(({ id }) => id));
});
