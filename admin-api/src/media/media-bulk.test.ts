import { category } from '@veldlicht/contract/category';
import { errorBody } from '@veldlicht/contract/error';
import { MAX_BULK_FILES, MAX_BULK_IDS, MAX_TITLE } from '@veldlicht/contract/limits';
import {
  mediaBulkCreated,
  mediaBulkDeleted,
  mediaBulkPartial,
  mediaBulkRefused,
  mediaItem,
} from '@veldlicht/contract/media';
import {
  auditLog,
  contentState,
  files,
  media,
  mediaTags,
  removals,
} from '@veldlicht/database/schema';
import { asc, eq } from 'drizzle-orm';
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

const post = (path: string, json: unknown) =>
  t.request(`/api/admin/${path}`, { method: 'POST', json, cookie });
const bulk = (items: unknown) => post('media/bulk', { items });
const update = (ids: string[], data: unknown) => post('media/bulk-update', { ids, data });
const payload = (change: Record<string, unknown> = {}) =>
  mediaPayload(addFile(t.db).imageUrl, change);
const rows = () => t.db.select().from(media).orderBy(asc(media.seq)).all();
const audits = () =>
  t.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'media'))
    .all()
    .map(({ actor, action, entityId, summary }) => [actor, action, entityId, summary]);
const errorOf = async (response: Response) => {
  const { error, code } = await readAnswer(errorBody, response);
  return [response.status, code, error];
};
const revision = () => t.db.select().from(contentState).get()?.revision;
async function addTag(name: string) {
  return readAnswer(category, post('categories', { name, type: 'tag' }));
}
/** Items with these changes, in this order. */
async function create(...changes: Record<string, unknown>[]) {
  const answer = await readAnswer(mediaBulkCreated, bulk(changes.map(payload)));
  t.db.delete(auditLog).run();
  return answer.created;
}

describe('creating many', () => {
  it('creates them all in the order they were sent', async () => {
    await addTag('mist');
    const titles = Array.from({ length: 12 }, (_, n) => `Ree ${n}`);
    const items = titles.map((title) => payload({ title, tags: ['Mist'] }));
    const response = await bulk(items);
    expect(response.status).toBe(201);
    const { created } = await readAnswer(mediaBulkCreated, response);
    expect(created.map(({ title }) => title)).toEqual(titles);
    expect(rows().map(({ title }) => title)).toEqual(titles);
    const list = t.request('/api/admin/media', { cookie });
    expect(await readAnswer(z.array(mediaItem), list)).toEqual(created.toReversed());
  });

  it('creates the good ones and names each bad one with its place and reason (L6)', async () => {
    const bad: Record<number, unknown> = {
      2: payload({ title: ' Vos ', category: 'zee' }),
      5: mediaPayload(`/media/${'a'.repeat(32)}/960.jpg`, { title: 'Das\nin bos' }),
      7: payload({ title: 'Bever', date: '2026-02-30' }),
      8: payload({ title: 'Otter', slug: 'otter' }),
      9: payload({ title: 'x'.repeat(100_000) }),
      11: null,
      12: 'Haas',
      13: { title: 7 },
      14: [],
    };
    const items = Array.from({ length: 100 }, (_, n) => (n in bad ? bad[n] : payload()));
    const response = await bulk(items);
    expect(response.status).toBe(207);
    const { message, created, failed } = await readAnswer(mediaBulkPartial, response);
    expect(created).toHaveLength(91);
    expect(rows().map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    expect(failed.map(({ index, title }) => [index, title])).toEqual([
      [2, 'Vos'],
      [5, 'Das\nin bos'],
      [7, 'Bever'],
      [8, 'Otter'],
      [9, 'x'.repeat(MAX_TITLE)],
      [11, ''],
      [12, ''],
      [13, ''],
      [14, ''],
    ]);
    expect(failed.map(({ error }) => error).slice(0, 3)).toEqual([
      'There is no category zee',
      'There is no such file; upload it first',
      'Use a date such as 2026-05-31',
    ]);
    for (const { error } of failed) expect(error).not.toBe('');
    const long = 'x'.repeat(MAX_TITLE);
    expect(message).toBe(
      `Created 91 items successfully. 9 items failed: Vos, Das in bos, Bever, Otter, ${long}, #12, #13, #14, #15. Please review and retry the failed items.`,
    );
  });

  it('answers 400 when none could be created', async () => {
    const response = await bulk([
      payload({ title: 'Vos', category: 'zee' }),
      payload({ title: '' }),
    ]);
    expect(response.status).toBe(400);
    expect(await readAnswer(mediaBulkRefused, response)).toEqual({
      error:
        'Created 0 items successfully. 2 items failed: Vos, #2. Please review and retry the failed items.',
      code: 'invalid_input',
      failed: [
        { index: 0, title: 'Vos', error: 'There is no category zee' },
        { index: 1, title: '', error: 'Please fill in all required fields' },
      ],
    });
    expect(rows()).toEqual([]);
    expect(audits()).toEqual([]);
  });

  it('takes 1 to 100 items', async () => {
    const many = (count: number) => Array.from({ length: count }, () => payload());
    expect(await errorOf(await bulk([]))).toEqual([400, 'invalid_input', 'Send at least one item']);
    expect(await errorOf(await bulk(many(MAX_BULK_FILES + 1)))).toEqual([
      400,
      'invalid_input',
      'Send at most 100 items at a time',
    ]);
    expect((await post('media/bulk', {})).status).toBe(400);
    expect((await post('media/bulk', { items: {} })).status).toBe(400);
    expect(rows()).toEqual([]);
    expect((await bulk(many(MAX_BULK_FILES))).status).toBe(201);
  });

  it('reads two megabytes and no more', async () => {
    const item = payload();
    const room = t.deps.limits.bulkJsonBytes - JSON.stringify({ items: [item, ''] }).length;
    expect((await bulk([item, 'x'.repeat(room)])).status).toBe(207);
    expect(await errorOf(await bulk([item, 'x'.repeat(room + 1)]))).toEqual([
      413,
      'body_too_large',
      'The request is too large',
    ]);
    expect(rows()).toHaveLength(1);
  });

  it('is one entry in the log, with the number of items', async () => {
    const titles = ['Ree', 'Vos', 'Das', 'Otter'];
    await bulk([{}, ...titles.map((title) => payload({ title }))]);
    expect(audits()).toEqual([['eva', 'create', null, '4 × Ree, Vos, Das, …']]);
  });

  it('keeps and tells what was created when the store fails half-way', async () => {
    t.db.$client.exec(
      "CREATE TRIGGER full BEFORE INSERT ON media WHEN new.title = 'Das' BEGIN SELECT raise(ABORT, 'secret'); END",
    );
    const items = ['Ree', 'Das', 'Otter'].map((title) => payload({ title }));
    const response = await bulk(items);
    expect(response.status).toBe(207);
    const { created, failed } = await readAnswer(mediaBulkPartial, response);
    expect(created.map(({ title }) => title)).toEqual(['Ree', 'Otter']);
    expect(failed).toEqual([{ index: 1, title: 'Das', error: 'Something went wrong' }]);
    expect(audits()).toEqual([['eva', 'create', null, '2 × Ree, Otter']]);
    expect(await errorOf(await bulk([payload({ title: 'Das' })]))).toEqual([
      500,
      'internal',
      'Something went wrong',
    ]);
  });

  it('lets others have their turn in between', async () => {
    let isOver = false;
    const answer = bulk(Array.from({ length: 30 }, () => payload())).finally(() => {
      isOver = true;
    });
    const seen = new Set<number>();
    while (!isOver) {
      await new Promise((go) => setImmediate(go));
      seen.add(rows().length);
    }
    expect(seen.size).toBeGreaterThan(3);
    expect((await answer).status).toBe(201);
  });

  it('ends within the time that one publish waits: its changes are one release', async () => {
    // As a publish leaves it.
    const published = { publishedRevision: revision() ?? 0, firstChangeAt: null };
    t.db.update(contentState).set(published).run();
    const items = Array.from({ length: 20 }, () => payload({ featured: true }));
    const { publishedRevision } = published;
    expect(revision()).toBe(publishedRevision);
    expect((await bulk(items)).status).toBe(201);
    expect(revision()).toBe(publishedRevision + 20);
    const { firstChangeAt, lastChangeAt } = t.db.select().from(contentState).get() ?? {};
    expect(firstChangeAt).not.toBeNull();
    // The publisher waits for 100 ms of silence, at most for a second after the first change.
    expect((lastChangeAt ?? 0) - (firstChangeAt ?? 0)).toBeLessThan(1000);
  });
});

describe('deleting many', () => {
  it('removes those there are, and says how many', async () => {
    await addTag('mist');
    const [a, b, c] = await create({ title: 'A', tags: ['mist'] }, { title: 'B' }, { title: 'C' });
    const ids = [a?.id, b?.id, a?.id, 'nobody', "' OR 1=1 --"];
    const response = await post('media/bulk-delete', { ids });
    expect(response.status).toBe(200);
    expect(await readAnswer(mediaBulkDeleted, response)).toEqual({ deleted: 2 });
    expect(rows().map(({ id }) => id)).toEqual([c?.id]);
    expect(t.db.select().from(mediaTags).all()).toEqual([]);
    expect(audits()).toEqual([['eva', 'delete', null, '2 × A, B']]);
  });

  it('is remembered against older releases, item by item, and leaves the files to the clean-up', async () => {
    const [a, b] = await create({ title: 'A' }, { title: 'B' });
    await post('media/bulk-delete', { ids: [a?.id, b?.id] });
    const kept = t.db.select().from(removals).all();
    expect(kept.map(({ slug, kind }) => [slug, kind])).toEqual([
      [a?.slug, 'deleted'],
      [b?.slug, 'deleted'],
    ]);
    expect(t.db.select().from(files).all()).toHaveLength(2);
  });

  it('does nothing for ids that nobody has', async () => {
    const before = revision();
    const response = post('media/bulk-delete', { ids: ['nobody'] });
    expect(await readAnswer(mediaBulkDeleted, response)).toEqual({ deleted: 0 });
    expect(revision()).toBe(before);
    expect(audits()).toEqual([]);
  });

  it('removes all or none', async () => {
    const items = await create({ title: 'A' }, { title: 'B' });
    t.db.$client.exec(
      "CREATE TRIGGER stuck BEFORE DELETE ON media WHEN old.title = 'B' BEGIN SELECT raise(ABORT, 'no'); END",
    );
    const response = await post('media/bulk-delete', { ids: items.map(({ id }) => id) });
    expect(response.status).toBe(500);
    expect(rows()).toHaveLength(2);
  });

  it('takes 1 to 10,000 ids', async () => {
    const [item] = await create({ title: 'A' });
    const ids = Array.from({ length: MAX_BULK_IDS }, (_, n) => `id ${n}`);
    for (const wrong of [[], [...ids, 'x'], [7], [''], 'all', undefined])
      expect((await post('media/bulk-delete', { ids: wrong })).status).toBe(400);
    const most = post('media/bulk-delete', { ids: [...ids.slice(1), item?.id] });
    expect(await readAnswer(mediaBulkDeleted, most)).toEqual({ deleted: 1 });
  });
});

describe('changing many', () => {
  const items = z.array(mediaItem);
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await addTag(name);
  });
  const tagsOf = (list: { tags: string[] }[]) => list.map(({ tags }) => tags.join(''));

  it('changes category and star, and answers the items in the order they were named', async () => {
    const [one, two, three] = await create({}, { featured: true }, {});
    t.pass(5000);
    const ids = [two?.id ?? '', 'nobody', one?.id ?? '', two?.id ?? ''];
    const response = await update(ids, { category: 'Macro', featured: true });
    expect(response.status).toBe(200);
    const updatedAt = '2026-05-31T12:00:05.000Z';
    const changed = { category: 'macro', featured: true, updatedAt };
    expect(await readAnswer(items, response)).toEqual([
      { ...two, ...changed },
      { ...one, ...changed },
    ]);
    expect(rows()[2]).toMatchObject({ id: three?.id, categoryId: 'fauna', featured: false });
    expect(audits()).toEqual([['eva', 'update', null, '2 × category, featured']]);
  });

  it('replaces tags, or adds and takes off', async () => {
    const ids = (await create({ tags: ['a'] }, { tags: ['b', 'c'] }, {})).map(({ id }) => id);
    const after = async (data: unknown) => tagsOf(await readAnswer(items, update(ids, data)));
    expect(await after({ addTags: ['B', 'b'] })).toEqual(['ab', 'bc', 'b']);
    expect(await after({ removeTags: ['c'] })).toEqual(['ab', 'b', 'b']);
    expect(await after({ addTags: ['c'], removeTags: ['a', 'b'] })).toEqual(['c', 'c', 'c']);
    expect(await after({ tags: ['a', 'c'] })).toEqual(['ac', 'ac', 'ac']);
    expect(await after({ tags: [] })).toEqual(['', '', '']);
    expect(t.db.select().from(mediaTags).all()).toEqual([]);
  });

  it('gives no new revision, time or log entry to what is so already', async () => {
    const made = await create({ tags: ['a', 'b'], featured: true }, { tags: ['a'] });
    const ids = made.map(({ id }) => id);
    const stamps = () => rows().map((row) => [row.revision, row.updatedAt]);
    const before = stamps();
    t.pass(1000);
    await update(ids, { category: 'fauna', addTags: ['a'], removeTags: ['c'] });
    expect(stamps()).toEqual(before);
    expect(audits()).toEqual([]);
    const steps = [{ featured: true }, { tags: ['b', 'a'] }, { category: 'fauna', addTags: ['b'] }];
    await update(ids, steps[0]);
    expect(stamps()[0]).toEqual(before[0]);
    expect(stamps()[1]).not.toEqual(before[1]);
    await update(ids, steps[1]);
    expect(stamps()[0]).toEqual(before[0]);
    const settled = stamps();
    for (const step of steps) await update(ids, step);
    expect(stamps()).toEqual(settled);
  });

  it.each([
    [{}, 'Please select at least one field to update'],
    [undefined, 'Please select at least one field to update'],
    [{ addTags: [], removeTags: [] }, 'Please select at least one field to update'],
    [{ tags: ['a'], addTags: ['b'] }, 'Replace tags, or add and remove them; not both'],
    [{ tags: [], removeTags: ['b'] }, 'Replace tags, or add and remove them; not both'],
    [{ category: 'zee' }, 'There is no category zee'],
    [{ tags: ['mist'] }, 'There is no tag mist'],
    [{ featured: true, addTags: ['mist'] }, 'There is no tag mist'],
    [{ category: 'macro', removeTags: ['mist'] }, 'There is no tag mist'],
    [{ category: '' }, 'Please fill in all required fields'],
  ])('refuses %j and changes nothing', async (data, error) => {
    const [item] = await create({ tags: ['a'] });
    const before = rows();
    const response = await update([item?.id ?? ''], data);
    expect(await errorOf(response)).toEqual([400, 'invalid_input', error]);
    expect(rows()).toEqual(before);
  });

  it('refuses any other field (T13)', async () => {
    const [item] = await create({});
    const before = rows();
    for (const extra of ['title', 'slug', 'status', 'id', 'revision', 'locationPrivacy'])
      expect((await update([item?.id ?? ''], { featured: true, [extra]: 'x' })).status).toBe(400);
    expect(rows()).toEqual(before);
  });

  it('answers 404 when there is none of the items', async () => {
    const response = await update(['nobody', "' OR 1=1 --"], { featured: true });
    expect(await errorOf(response)).toEqual([404, 'not_found', 'Not found']);
  });

  it('takes ten thousand ids', async () => {
    const [item] = await create({});
    const ids = Array.from({ length: MAX_BULK_IDS - 1 }, (_, n) => `id ${n}`);
    const response = update([...ids, item?.id ?? ''], { featured: true, tags: ['a'] });
    expect(await readAnswer(items, response)).toMatchObject([{ featured: true, tags: ['a'] }]);
    expect((await update([...ids, 'x', 'y'], { featured: true })).status).toBe(400);
  });
});

it('shows a bulk deletion and a bulk change to others in one step', async () => {
  const made = await create({}, {}, {});
  const ids = made.map(({ id }) => id);
  const seen: unknown[] = [];
  const stop = t.deps.watch(1, () => seen.push(revision()));
  const until = (value: unknown) => expect.poll(() => seen.at(-1)).toBe(value);
  await update(ids, { featured: true, category: 'macro' });
  await until(revision());
  const updated = revision();
  await post('media/bulk-delete', { ids });
  await until(revision());
  stop();
  expect(new Set(seen)).toEqual(new Set([updated, revision()]));
});
