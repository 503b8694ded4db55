import { adminCategory, category } from '@veldlicht/contract/category';
import { errorBody } from '@veldlicht/contract/error';
import { mediaItem } from '@veldlicht/contract/media';
import { auditLog, categories } from '@veldlicht/database/schema';
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

const post = (json: unknown) =>
  t.request('/api/admin/categories', { method: 'POST', json, cookie });
const patch = (id: string, json: unknown) =>
  t.request(`/api/admin/categories/${id}`, { method: 'PATCH', json, cookie });
const remove = (id: string) =>
  t.request(`/api/admin/categories/${id}`, { method: 'DELETE', cookie });
const create = (name: string, type = 'tag') => readAnswer(category, post({ name, type }));
async function addItem(change: Record<string, unknown>) {
  const json = mediaPayload(addFile(t.db).imageUrl, change);
  return readAnswer(mediaItem, t.request('/api/admin/media', { method: 'POST', json, cookie }));
}
async function names(type: string): Promise<[string, number][]> {
  const list = await readAnswer(z.array(category), t.request('/api/categories'));
  return list.filter((one) => one.type === type).map(({ name, sortOrder }) => [name, sortOrder]);
}
async function refusal(answer: Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}

it('starts with the four categories of the specification, in their order', async () => {
  expect(await names('category')).toEqual([
    ['landscape', 1],
    ['fauna', 2],
    ['macro', 3],
    ['drone', 4],
  ]);
});

it('tells visitors and signed-in people the same list, these with how often each is used', async () => {
  await create('Mist');
  await addItem({ category: 'fauna', tags: ['mist'] });
  await addItem({ category: 'fauna', status: 'draft' });
  const open = await readAnswer(z.array(z.looseObject({})), t.request('/api/categories'));
  const admin = await readAnswer(
    z.array(adminCategory),
    t.request('/api/admin/categories', { cookie }),
  );
  expect(admin.map(({ itemCount: _count, etag: _etag, ...entry }) => entry)).toEqual(open);
  expect(admin.filter(({ itemCount }) => itemCount > 0)).toMatchObject([
    { name: 'fauna', itemCount: 2 },
    { name: 'Mist', itemCount: 1 },
  ]);
});

describe('creating', () => {
  it('adds to the end of its list, with the capitals as typed', async () => {
    const named = { name: 'IJsvogels in NP De Hoge Veluwe', sortOrder: 5 };
    expect(await create(` ${named.name} `, 'category')).toMatchObject(named);
    expect(await create('Mist')).toMatchObject({ name: 'Mist', sortOrder: 1, description: null });
    expect(await create('Zon')).toMatchObject({ sortOrder: 2 });
  });

  it.each([
    ['FAUNA', 'category', 'A category with this name already exists'],
    ['Landschap', 'category', 'A category with this name already exists'],
    ['LÁNDSCHAP', 'category', 'A category with this name already exists'],
    ['ÉÉN', 'tag', 'A tag with this name already exists'],
    ['e\u0301e\u0301n', 'tag', 'A tag with this name already exists'],
  ])('refuses %s as a %s when there is one in another case', async (name, type, error) => {
    await create('één');
    expect(await refusal(post({ name, type }))).toMatchObject({
      status: 409,
      code: 'name_taken',
      error,
    });
  });

  it('lets a tag have the name of a category', async () => {
    expect(await create('fauna')).toMatchObject({ type: 'tag' });
  });

  it.each([
    [{ type: 'tag' }, 'Name is required'],
    [{ name: '  ', type: 'tag' }, 'Name is required'],
    [{ name: '\u200b\u2800\u3164\u00ad\ufeff\u202e', type: 'tag' }, 'Name is required'],
    [{ name: 'x' }, 'Please select a type (Category or Tag)'],
    [{ name: 'x', type: 'other' }, 'Please select a type (Category or Tag)'],
    [{ name: 'a,b', type: 'tag' }, 'A name has no commas'],
    [{ name: 'a\nb', type: 'tag' }, 'A name stands on one line'],
  ])('refuses %j', async (json, error) => {
    expect(await refusal(post(json))).toMatchObject({ status: 400, code: 'invalid_input', error });
  });
});

describe('changing', () => {
  it('renames it everywhere', async () => {
    const tag = await create('mist');
    await addItem({ tags: ['mist'], category: 'macro' });
    await patch(tag.id, { name: 'Nevel' });
    await patch('macro', { name: 'Dichtbij' });
    const items = z.array(z.object({ tags: z.array(z.string()), category: z.string() }));
    const list: unknown = await (await t.request('/api/media')).json();
    expect(items.parse(list)).toEqual([{ tags: ['Nevel'], category: 'Dichtbij' }]);
  });

  it('keeps what is not named, and empties a description', async () => {
    const { id } = await readAnswer(
      category,
      post({ name: 'a', type: 'tag', description: 'uitleg' }),
    );
    expect(await readAnswer(category, patch(id, { name: 'A' }))).toMatchObject({
      name: 'A',
      description: 'uitleg',
    });
    expect(await readAnswer(category, patch(id, { description: '' }))).toMatchObject({
      description: null,
    });
  });

  it('writes nothing for an entry that is saved as it was', async () => {
    const { id } = await create('a');
    const rows = () => t.db.select().from(categories).all();
    const before = [rows(), t.db.select().from(auditLog).all()];
    const json = { name: 'a', type: 'tag', description: null };
    expect(await readAnswer(category, patch(id, json))).toMatchObject({ name: 'a', sortOrder: 1 });
    expect([rows(), t.db.select().from(auditLog).all()]).toEqual(before);
  });

  it('refuses a name that another one has, but not its own in another case', async () => {
    const { id } = await create('a');
    await create('b');
    expect(await refusal(patch(id, { name: 'B' }))).toMatchObject({
      status: 409,
      code: 'name_taken',
    });
    expect((await patch(id, { name: 'A' })).status).toBe(200);
  });

  it('moves a tag to the end of the categories, off its items, and closes the gap', async () => {
    const tag = await create('Zee');
    await create('Mist');
    await addItem({ tags: ['zee'] });
    expect(await readAnswer(category, patch(tag.id, { type: 'category' }))).toMatchObject({
      name: 'Zee',
      sortOrder: 5,
    });
    expect(await names('tag')).toEqual([['Mist', 1]]);
    const list: unknown = await (await t.request('/api/admin/media', { cookie })).json();
    expect(list).toMatchObject([{ tags: [] }]);
  });

  it('refuses to make a category that items use a tag', async () => {
    await addItem({ category: 'fauna' });
    expect(await refusal(patch('fauna', { type: 'tag' }))).toEqual({
      status: 409,
      code: 'in_use',
      error: 'Category is used by 1 media items',
    });
    expect((await patch('drone', { type: 'tag' })).status).toBe(200);
    expect(await names('category')).toHaveLength(3);
  });
});

describe('deleting', () => {
  it('closes the gap in the order', async () => {
    expect((await remove('fauna')).status).toBe(204);
    expect(await names('category')).toEqual([
      ['landscape', 1],
      ['macro', 2],
      ['drone', 3],
    ]);
    expect(await create('zee', 'category')).toMatchObject({ sortOrder: 4 });
  });

  it('refuses a category that items use, and says how many', async () => {
    await addItem({ category: 'fauna' });
    await addItem({ category: 'fauna', status: 'draft' });
    expect(await refusal(remove('fauna'))).toEqual({
      status: 409,
      code: 'in_use',
      error: 'Category is used by 2 media items',
    });
    expect(await names('category')).toHaveLength(4);
  });

  it('takes a tag off its items', async () => {
    const { id } = await create('mist');
    await addItem({ tags: ['mist'] });
    expect((await remove(id)).status).toBe(204);
    const list: unknown = await (await t.request('/api/admin/media', { cookie })).json();
    expect(list).toMatchObject([{ tags: [] }]);
  });
});

describe('deleting many', () => {
  const removeAll = (ids: unknown) =>
    t.request('/api/admin/categories/bulk-delete', { method: 'POST', json: { ids }, cookie });

  it('takes those there are, closes both lists, and records one entry for each', async () => {
    const [mist, , zee] = [await create('mist'), await create('duin'), await create('zee')];
    await addItem({ tags: ['mist'] });
    const answer = await removeAll([mist.id, 'macro', zee.id, 'nothing']);
    expect([answer.status, await answer.json()]).toEqual([200, { deleted: 3 }]);
    expect(await names('tag')).toEqual([['duin', 1]]);
    expect((await names('category')).at(-1)).toEqual(['drone', 3]);
    expect(t.db.select().from(auditLog).all().slice(-2)).toMatchObject([
      { action: 'delete', entity: 'category', summary: '1 × macro' },
      { action: 'delete', entity: 'tag', summary: '2 × mist, zee' },
    ]);
  });

  it('takes none of them when one is a category in use', async () => {
    await addItem({ category: 'fauna' });
    expect(await refusal(removeAll(['macro', 'fauna']))).toEqual({
      status: 409,
      code: 'in_use',
      error: 'Category is used by 1 media items',
    });
    expect(await names('category')).toHaveLength(4);
  });

  it.each([[[]], ['macro'], [[1]]])('refuses %j', async (ids) => {
    expect(await refusal(removeAll(ids))).toMatchObject({ status: 400, code: 'invalid_input' });
  });
});

it.each(['nothing', '0', "' OR 1=1 --", '\u0000'])(
  'answers 404 for the unknown id %s',
  async (id) => {
    expect((await patch(encodeURIComponent(id), { name: 'x' })).status).toBe(404);
    expect((await remove(encodeURIComponent(id))).status).toBe(404);
  },
);

it('records who created, changed and deleted what', async () => {
  const { id } = await create('mist');
  await patch(id, { name: 'nevel' });
  await remove(id);
  expect(t.db.select().from(auditLog).all()).toMatchObject([
    { actor: 'eva', action: 'create', entity: 'tag', entityId: id, summary: 'mist' },
    { actor: 'eva', action: 'update', entity: 'tag', entityId: id, summary: 'nevel' },
    { actor: 'eva', action: 'delete', entity: 'tag', entityId: id, summary: 'nevel' },
  ]);
});

it.each([`'`, '";--', "' OR 1=1 --", '%', '_', '\\', '🦌 \u202e', '<svg onload=alert(1)>'])(
  'stores the name %s as it is (T14)',
  async (name) => {
    const { id } = await create(name);
    expect(await names('tag')).toEqual([[name, 1]]);
    expect((await remove(id)).status).toBe(204);
    expect(await names('category')).toHaveLength(4);
  },
);

it.each(['\u0000', 'a\u0000b', 'x'.repeat(100_000)])('refuses the name %j (T14)', async (name) => {
  expect(await refusal(post({ name, type: 'tag' }))).toMatchObject({ status: 400 });
});
