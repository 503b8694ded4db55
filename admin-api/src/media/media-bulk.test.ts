/** Many items in one call, and repeated calls (loads L2, L6). */
import { MAX_BULK_FILES, MAX_BULK_IDS, MAX_TITLE } from '@veldlicht/contract/limits';
import {
  type MediaItem,
  mediaBulkCreated,
  mediaBulkDeleted,
  mediaBulkPartial,
  mediaBulkRefused,
  mediaItem,
} from '@veldlicht/contract/media';
import { auditLog, contentState, files, media, mediaRows } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem, mediaPayload } from '#testing/test-content.ts';

const t = useTestApp({}, 'editor');
const { call, payload, addTag, remove, change } = useLibrary(t);
const bulk = (items: unknown) => call('POST', '/bulk', { items });
const update = (ids: string[], data: unknown) => call('POST', '/bulk-update', { ids, data });
const drop = (ids: unknown) => call('POST', '/bulk-delete', { ids });
const createAll = async (items: unknown[]) =>
  (await readAnswer(mediaBulkCreated, bulk(items))).created;
/** Items with these changes, in this order. */
async function create(...changes: Record<string, unknown>[]) {
  const created = await createAll(changes.map(payload));
  t.db.delete(auditLog).run();
  return created;
}
const audits = () =>
  t
    .audits('entity', 'actor', 'action', 'entityId', 'facts')
    .flatMap(([entity, ...rest]) => (entity === 'media' ? [rest] : []));
const revision = () => t.rows(contentState)[0]?.revision;
const many = (count: number) => Array.from({ length: count }, () => payload());
const manyIds = Array.from({ length: MAX_BULK_IDS }, (_, n) => `id ${n}`);

describe('creating many', () => {
  it('creates the valid ones in order, and names each invalid one with index and reason (L6)', async () => {
    const long = 'x'.repeat(MAX_TITLE);
    const bad = [
      payload({ title: ' Vos ', category: 'zee' }),
      mediaPayload(`/media/${'a'.repeat(32)}/960.jpg`, { title: 'Das\nin bos' }),
      payload({ title: 'x'.repeat(100_000) }),
      payload({ title: 'Otter', slug: 'otter' }),
      null,
      { title: 7 },
    ];
    const good = Array.from({ length: 12 }, (_, n) => payload({ title: `Ree ${n}` }));
    const response = await bulk([...bad, ...good]);
    expect(response.status).toBe(207);
    const { message, created, failed } = await readAnswer(mediaBulkPartial, response);
    expect(created.map(({ title }) => title)).toEqual(good.map(({ title }) => title));
    expect(t.rows(media).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    const names = ['Vos', 'Das\nin bos', long, 'Otter', '', ''];
    expect(failed.map(({ index, title }) => [index, title])).toEqual([...names.entries()]);
    for (const { error } of failed) expect(error).not.toBe('');
    expect(message).toContain(`6 items failed: Vos, Das in bos, ${long}, Otter, #5, #6.`);
    const facts = { count: 12, names: ['Ree 0', 'Ree 1', 'Ree 2'] };
    expect(audits()).toEqual([['eva', 'create', null, facts]]);
  });

  it('answers 400 when none could be created', async () => {
    const response = await bulk([
      payload({ title: 'Vos', category: 'zee' }),
      payload({ title: '' }),
    ]);
    expect(response.status).toBe(400);
    const { failed } = await readAnswer(mediaBulkRefused, response);
    expect(failed).toMatchObject([
      { index: 0, title: 'Vos' },
      { index: 1, title: '' },
    ]);
    expect([t.rows(media), audits()]).toEqual([[], []]);
  });

  it('takes 1 to 100 items of at most two megabytes', async () => {
    for (const items of [[], many(MAX_BULK_FILES + 1), {}, undefined])
      expect((await bulk(items)).status).toBe(400);
    expect((await bulk(many(MAX_BULK_FILES))).status).toBe(201);
    const item = payload();
    const room = t.deps.limits.bulkJsonBytes - JSON.stringify({ items: [item, ''] }).length;
    expect((await bulk([item, 'x'.repeat(room)])).status).toBe(207);
    expect((await bulk([item, 'x'.repeat(room + 1)])).status).toBe(413);
  });

  it('keeps and returns created items when the database fails half-way', async () => {
    t.failOn("INSERT ON media_rows WHEN new.title = 'Das'");
    const items = ['Ree', 'Das', 'Otter'].map((title) => payload({ title }));
    const { created, failed } = await readAnswer(mediaBulkPartial, bulk(items));
    expect(created.map(({ title }) => title)).toEqual(['Ree', 'Otter']);
    const error = expect.not.stringContaining('full');
    expect(failed).toEqual([{ index: 1, title: 'Das', error, reason: 'internal' }]);
    const facts = { count: 2, names: ['Ree', 'Otter'] };
    expect(audits()).toEqual([['eva', 'create', null, facts]]);
    expect(await refusal(bulk([payload({ title: 'Das' })]))).toMatchObject({ code: 'internal' });
  });

  it('lets other requests run in between, and ends within the delay of one publish', async () => {
    t.db.update(contentState).set({ firstChangeAt: null }).run();
    let isOver = false;
    const answer = bulk(many(30)).finally(() => {
      isOver = true;
    });
    const seen = new Set<number>();
    while (!isOver) {
      await new Promise((go) => setImmediate(go));
      seen.add(t.rows(media).length);
    }
    expect(seen.size).toBeGreaterThan(3);
    expect((await answer).status).toBe(201);
    expect(t.rows(contentState)[0]?.firstChangeAt).not.toBeNull();
  });
});

describe('deleting many', () => {
  it('removes known ones, returns their number, and keeps their rows', async () => {
    await addTag('mist');
    const [a, b, c] = await create({ title: 'A', tags: ['mist'] }, { title: 'B' }, { title: 'C' });
    const ids = [a?.id, b?.id, a?.id, 'nobody', "' OR 1=1 --"];
    expect(await readAnswer(mediaBulkDeleted, drop(ids))).toEqual({ deleted: 2 });
    expect(t.rows(media).map(({ id }) => id)).toEqual([c?.id]);
    expect(t.rows(mediaRows)).toHaveLength(3);
    expect(t.rows(files)).toHaveLength(3);
    const before = revision();
    expect(await readAnswer(mediaBulkDeleted, drop(['nobody']))).toEqual({ deleted: 0 });
    expect(revision()).toBe(before);
    expect(audits()).toEqual([['eva', 'delete', null, { count: 2, names: ['A', 'B'] }]]);
  });

  it('takes 1 to 10,000 ids, also to change them', async () => {
    for (const ids of [[], [...manyIds, 'x'], [7], [''], 'all', undefined])
      expect((await drop(ids)).status).toBe(400);
    const [item] = await create({});
    const most = [...manyIds.slice(1), item?.id ?? ''];
    const data = { featured: true };
    const changed = await readAnswer(z.array(mediaItem), update(most, data));
    expect(changed).toMatchObject([data]);
    expect((await update([...manyIds, 'x'], data)).status).toBe(400);
    expect((await update(['nobody', "' OR 1=1 --"], data)).status).toBe(404);
    expect(await readAnswer(mediaBulkDeleted, drop(most))).toEqual({ deleted: 1 });
  });

  it('deletes a thousand items in one step, which is one publish (L6)', async () => {
    const { hash } = addFile(t.db);
    const ids = t.db.transaction((tx) =>
      manyIds.slice(0, 1000).map((id) => addItem(tx, { id, fileHash: hash }).id),
    );
    // What another connection, such as the worker's, sees: before and after, nothing in between.
    const seen = new Set<number>();
    const stop = t.deps.watch(1, () => seen.add(t.rows(media).length));
    expect(await readAnswer(mediaBulkDeleted, drop(ids))).toEqual({ deleted: 1000 });
    await expect.poll(() => [...seen]).toEqual([0]);
    stop();
    expect([t.rows(mediaRows).length, t.rows(auditLog).length]).toEqual([1000, 1]);
  });
});

describe('changing many', () => {
  const items = z.array(mediaItem);
  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) await addTag(name);
  });

  it('changes category and star, and returns the items in the given order', async () => {
    const [one, two, three] = await create({}, { featured: true }, {});
    t.pass(5000);
    const ids = [two?.id ?? '', 'nobody', one?.id ?? '', two?.id ?? ''];
    const data = { category: 'Macro', featured: true };
    const updatedAt = '2026-05-31T12:00:05.000Z';
    const changed = { category: 'macro', featured: true, updatedAt };
    expect(await readAnswer(items, update(ids, data))).toEqual([
      { ...two, ...changed },
      { ...one, ...changed },
    ]);
    expect(t.rows(media)[2]).toMatchObject({ id: three?.id, categoryId: 'fauna', featured: false });
    const facts = { count: 2, fields: ['category', 'featured'] };
    expect(audits()).toEqual([['eva', 'update', null, facts]]);
  });

  it('replaces tags, or adds and removes them', async () => {
    const ids = (await create({ tags: ['a'] }, { tags: ['b', 'c'] }, {})).map(({ id }) => id);
    const after = async (data: unknown) =>
      (await readAnswer(items, update(ids, data))).map(({ tags }) => tags.join(''));
    expect(await after({ addTags: ['B', 'b'] })).toEqual(['ab', 'bc', 'b']);
    expect(await after({ addTags: ['c'], removeTags: ['a', 'b'] })).toEqual(['c', 'c', 'c']);
    expect(await after({ tags: ['a', 'c'] })).toEqual(['ac', 'ac', 'ac']);
    expect(await after({ tags: [] })).toEqual(['', '', '']);
  });

  it('writes no revision, time or log entry without a difference', async () => {
    const ids = (await create({ tags: ['a', 'b'], featured: true })).map(({ id }) => id);
    const stamps = () => t.rows(media).map((row) => [row.revision, row.updatedAt]);
    const before = stamps();
    t.pass(1000);
    for (const data of [
      { category: 'fauna', addTags: ['a'], removeTags: ['c'] },
      { featured: true },
      { tags: ['b', 'a'] },
    ])
      await update(ids, data);
    expect([stamps(), audits()]).toEqual([before, []]);
  });

  it('refuses an unknown category or tag, and changes nothing', async () => {
    const [item] = await create({ tags: ['a'] });
    const before = t.rows(media);
    for (const data of [
      { category: 'zee' },
      { featured: true, addTags: ['mist'] },
      { category: 'macro', removeTags: ['mist'] },
    ])
      expect(await refusal(update([item?.id ?? ''], data))).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    expect(t.rows(media)).toEqual(before);
  });
});

describe('an item with a key', () => {
  const keyOf = (n: number) => `sleutel-${String(n).padStart(16, '0')}`;
  const createOne = (json: unknown): Promise<MediaItem> =>
    readAnswer(mediaItem, call('POST', '', json));

  it('is created once, however often the call is repeated, and not published again', async () => {
    const ree = payload({ title: 'Ree', key: keyOf(1) });
    const made = await createOne(ree);
    expect(made).not.toHaveProperty('key');
    const before = revision();
    expect(await createOne(ree)).toEqual(made);
    expect(await createAll([ree])).toEqual([made]);
    expect([t.rows(media).length, revision(), audits().length]).toEqual([1, before, 1]);
    const again = await createOne({ ...ree, title: 'Reegeit' });
    expect(again).toMatchObject({ id: made.id, title: 'Reegeit' });
    await remove(made.id);
    expect((await createOne(ree)).id).not.toBe(made.id);
  });

  it('keeps later edits, such as a hidden place or a draft status', async () => {
    const ree = payload({ title: 'Ree', location: '52.131234, 5.860456', key: keyOf(1) });
    const { id } = await createOne(ree);
    t.pass(1000);
    const changed = await change(id, { status: 'draft', locationPrivacy: 'hidden' });
    expect(await createOne({ ...ree, locationPrivacy: 'exact', title: 'Nest' })).toEqual(changed);
  });

  it('needs a long key, and differs per key', async () => {
    for (const key of ['kort', 'a'.repeat(65), 'met een spatie en meer', 7, null])
      expect((await call('POST', '', payload({ key }))).status).toBe(400);
    const ree = payload();
    const keys = [keyOf(1), keyOf(2), undefined, undefined];
    const made = await createAll(keys.map((key) => ({ ...ree, key })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
  });

  it('is created once by parallel identical bulk calls, in order', async () => {
    const list = Array.from({ length: 20 }, (_, n) => payload({ key: keyOf(n) }));
    await createAll([list[3], list[7]]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => createAll(list)));
    expect(t.rows(media)).toHaveLength(20);
    const ids = answers.map((made) => made.map(({ id }) => id).join());
    expect(new Set(ids).size).toBe(1);
  });
});
