/** Categories and tags: unique names, a dense order, no orphans (spec §4, §5). */
import { adminCategory, category, declinedKeywords } from '@veldlicht/contract/category';
import { MAX_BULK_CATEGORIES } from '@veldlicht/contract/limits';
import { categories, mediaTags } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

const t = useTestApp({}, 'editor');
const { published } = useLibrary(t);
const PATH = '/api/admin/categories';
const post = (path: string, json: unknown) => t.send('POST', PATH + path, json);
const patch = (id: string, json: unknown) => t.send('PATCH', `${PATH}/${id}`, json);
const patched = (id: string, json: unknown) => readAnswer(category, patch(id, json));
const remove = (id: string) => t.send('DELETE', `${PATH}/${id}`);
const create = (name: string, type = 'tag') => readAnswer(category, post('', { name, type }));
const addItem = (change: Record<string, unknown>) =>
  t.send('POST', '/api/admin/media', mediaPayload(addFile(t.db).imageUrl, change));
const list = () => readAnswer(z.array(category), t.send('GET', '/api/categories'));
const names = async (type: string) =>
  (await list())
    .filter((one) => one.type === type)
    .map(({ name, sortOrder }) => `${name} ${sortOrder}`);
const logged = () =>
  t
    .audits('actor', 'action', 'entity', 'summary', 'facts')
    .filter(([, , entity]) => entity === 'tag' || entity === 'category');
const TAKEN = { status: 409, code: 'name_taken', fields: { name: expect.any(String) } };
const IN_USE = { status: 409, code: 'in_use' };
const STALE = { status: 409, code: 'stale_list' };
const INVALID = { status: 400, code: 'invalid_input' };
const FOUR = ['landscape 1', 'fauna 2', 'macro 3', 'drone 4'];

it('starts with four categories; signed-in users also get how often each is used', async () => {
  expect(await names('category')).toEqual(FOUR);
  await create('Mist');
  await addItem({ category: 'fauna', tags: ['mist'] });
  await addItem({ category: 'fauna', status: 'draft' });
  const admin = await readAnswer(z.array(adminCategory), t.send('GET', PATH));
  expect(admin.map(({ itemCount: _count, etag: _etag, ...entry }) => entry)).toEqual(await list());
  expect(admin.filter(({ itemCount }) => itemCount > 0)).toMatchObject([
    { name: 'fauna', itemCount: 2 },
    { name: 'Mist', itemCount: 1 },
  ]);
});

describe('one entry', () => {
  it('is added to the end of its list as typed, renamed everywhere, deleted; each is recorded', async () => {
    const name = 'IJsvogels in NP De Hoge Veluwe';
    expect(await create(` ${name} `, 'category')).toMatchObject({ name, sortOrder: 5 });
    const { id } = await create('mist');
    await addItem({ tags: ['mist'], category: 'macro' });
    await patched(id, { name: 'Nevel' });
    const told = async () => (await published()).map(({ tags }) => tags);
    expect(await told()).toEqual([['Nevel']]);
    expect((await remove(id)).status).toBe(204);
    expect(await told()).toEqual([[]]);
    expect((await remove('fauna')).status).toBe(204);
    expect(await names('category')).toEqual(['landscape 1', 'macro 2', 'drone 3', `${name} 4`]);
    expect(logged().map((entry) => entry.slice(0, 4))).toEqual([
      ['eva', 'create', 'category', name],
      ['eva', 'create', 'tag', 'mist'],
      ['eva', 'update', 'tag', 'Nevel'],
      ['eva', 'delete', 'tag', 'Nevel'],
      ['eva', 'delete', 'category', 'fauna'],
    ]);
  });

  it.each([
    ['FAUNA', 'category'],
    ['Landschap', 'category'],
    ['LÁNDSCHAP', 'category'],
    ['e\u0301E\u0301n', 'tag'],
  ])('named %s is refused as a %s when one has the name in another case', async (name, type) => {
    await create('één');
    const { id } = await create('b');
    expect(await refusal(post('', { name, type }))).toMatchObject(TAKEN);
    expect(await refusal(patch(id, { name, type }))).toMatchObject(TAKEN);
    expect(await patched(id, { name: 'B' })).toMatchObject({ name: 'B' });
    expect(await create('fauna')).toMatchObject({ type: 'tag' });
  });

  it('keeps fields that are not sent, and is not written when nothing differs', async () => {
    const answer = post('', { name: 'a', type: 'tag', description: 'uitleg' });
    const { id } = await readAnswer(category, answer);
    expect(await patched(id, { name: 'A' })).toMatchObject({ name: 'A', description: 'uitleg' });
    expect(await patched(id, { description: '' })).toMatchObject({ description: null });
    const before = [t.rows(categories), logged()];
    await patched(id, { name: 'A', type: 'tag', description: null });
    expect([t.rows(categories), logged()]).toEqual(before);
  });

  it('changes its type at the end of the other list, and closes the gap', async () => {
    const tag = await create('Zee');
    await create('Mist');
    await addItem({ tags: ['zee'] });
    expect(await patched(tag.id, { type: 'category' })).toMatchObject({
      name: 'Zee',
      sortOrder: 5,
    });
    expect([await names('tag'), t.rows(mediaTags)]).toEqual([['Mist 1'], []]);
  });

  it('is neither deleted nor made a tag while items use the category', async () => {
    await addItem({ category: 'fauna' });
    await addItem({ category: 'fauna', status: 'draft' });
    for (const answer of [remove('fauna'), patch('fauna', { type: 'tag' })])
      expect(await refusal(answer)).toMatchObject(IN_USE);
    expect(await names('category')).toEqual(FOUR);
  });
});

describe('an import', () => {
  const entries = (typed: string[], type = 'tag') => ({
    categories: typed.map((name) => ({ name, type, description: null })),
  });
  const imported = async (json: unknown) => {
    const rows = await readAnswer(z.array(category), post('/bulk', json));
    return rows.map(({ name, sortOrder }) => `${name} ${sortOrder}`);
  };

  it('adds entries at the end in their order, skips names that exist or repeat, and is one audit entry', async () => {
    expect(await imported(entries(['Mist', 'École']))).toEqual(['Mist 1', 'École 2']);
    const repeated = entries(['mist', 'Zee', 'ZEE', 'e\u0301cole', 'Duin']);
    expect(await imported(repeated)).toEqual(['Zee 3', 'Duin 4']);
    const both = [
      { name: 'landschap', type: 'category' },
      { name: 'fauna', type: 'tag' },
    ];
    expect(await imported({ categories: both })).toEqual(['fauna 5']);
    expect(await imported(entries(['mist']))).toEqual([]);
    expect(logged().map(([, , , , facts]) => facts)).toEqual([
      { count: 2, names: ['Mist', 'École'] },
      { count: 2, names: ['Zee', 'Duin'] },
      { count: 1, names: ['fauna'] },
    ]);
    const many = Array.from({ length: MAX_BULK_CATEGORIES }, (_, i) => `tag ${i}`);
    expect(await imported(entries(many))).toHaveLength(MAX_BULK_CATEGORIES);
  });

  it('adds none of them when the store fails half-way', async () => {
    t.failOn("INSERT ON categories WHEN new.name = 'Zee'");
    expect((await post('/bulk', entries(['Mist', 'Zee']))).status).toBe(500);
    expect(await names('tag')).toEqual([]);
  });
});

describe('a new order', () => {
  const reorder = (updates: unknown) => post('/reorder', { updates });
  const numbered = (ids: string[]) => ids.map((id, i) => ({ id, sortOrder: i + 1 }));
  const changed = async (updates: unknown) =>
    (await readAnswer(z.array(category), reorder(updates))).map(
      ({ id, sortOrder }) => `${id} ${sortOrder}`,
    );

  it.each([
    ['drone', 2, ['drone 2', 'fauna 3', 'macro 4']],
    ['landscape', 4000, ['fauna 1', 'macro 2', 'drone 3', 'landscape 4']],
    ['drone', 9, []],
  ])('of one update moves %s to %i and answers all that changed', async (id, sortOrder, answer) => {
    expect(await changed([{ id, sortOrder }])).toEqual(answer);
  });

  it('of several updates is the whole list of one type; what stays keeps its revision', async () => {
    const revisions = () => t.rows(categories).map(({ id, revision }) => `${id} ${revision}`);
    const before = revisions();
    const asked = numbered(['macro', 'fauna', 'landscape', 'drone']);
    expect(await changed(asked.toReversed())).toEqual(['macro 1', 'landscape 3']);
    expect(revisions().filter((one) => !before.includes(one))).toHaveLength(2);
    await reorder([{ id: 'drone', sortOrder: 1 }]);
    expect(logged().map(([, , , ...told]) => told)).toEqual([
      ['', { count: 4, names: ['macro', 'fauna', 'landscape'] }],
      ['drone', { position: 1 }],
    ]);
  });

  it.each([
    ['of an entry that is gone', [{ id: 'gone', sortOrder: 1 }]],
    ['of a part of a list', numbered(['fauna', 'landscape'])],
    ['with an entry that is gone', numbered(['macro', 'fauna', 'landscape', 'gone'])],
    ['with an entry too many', numbered(['macro', 'fauna', 'landscape', 'drone', 'gone'])],
    ['with one of the other list', numbered(['macro', 'fauna', 'landscape', 'tag'])],
    ['with a gap', [...numbered(['macro', 'fauna', 'landscape']), { id: 'drone', sortOrder: 5 }]],
  ])('%s is refused as stale, and changes nothing', async (_what, updates) => {
    const tag = await create('Mist');
    const sent = updates.map((one) => (one.id === 'tag' ? { ...one, id: tag.id } : one));
    expect(await refusal(reorder(sent))).toMatchObject(STALE);
    expect(await names('category')).toEqual(FOUR);
  });
});

it('stores declined keywords once each, without regard to case', async () => {
  const decline = (word: string) => t.send('POST', '/api/admin/declined-keywords', { word });
  await decline('Test-Export');
  expect(await readAnswer(declinedKeywords, decline('TEST-EXPORT'))).toEqual(['test-export']);
  expect(await refusal(decline(' '))).toMatchObject(INVALID);
});
