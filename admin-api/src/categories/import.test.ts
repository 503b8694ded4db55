/** Many categories or tags at once (spec §5, product decisions §2). */
import { category } from '@veldlicht/contract/category';
import { errorBody } from '@veldlicht/contract/error';
import { MAX_BULK_CATEGORIES } from '@veldlicht/contract/limits';
import { auditLog } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor', 'eva').cookie;
});
afterEach(() => t.remove());

const send = (json: unknown) =>
  t.request('/api/admin/categories/bulk', { method: 'POST', json, cookie });
const entries = (names: string[], type = 'tag') => ({
  categories: names.map((name) => ({ name, type, description: null })),
});
async function created(json: unknown) {
  const response = await send(json);
  expect(response.status).toBe(201);
  const list = await readAnswer(z.array(category), response);
  return list.map(({ name, sortOrder }) => `${name} ${sortOrder}`);
}
async function names(type: string) {
  const list = await readAnswer(z.array(category), t.request('/api/categories'));
  return list.filter((one) => one.type === type).map(({ name }) => name);
}
async function refusal(json: unknown) {
  const response = await send(json);
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}

it('adds them at the end, in their order', async () => {
  expect(await created(entries(['Mist', 'Zee']))).toEqual(['Mist 1', 'Zee 2']);
  expect(await created(entries(['Duin']))).toEqual(['Duin 3']);
  expect(await created(entries(['Bos'], 'category'))).toEqual(['Bos 5']);
});

it('answers the created ones only: what exists and what repeats is passed over', async () => {
  await created(entries(['Mist', 'École']));
  expect(await created(entries(['mist', 'Zee', 'ZEE', 'e\u0301cole', 'Duin']))).toEqual([
    'Zee 3',
    'Duin 4',
  ]);
  expect(await names('tag')).toEqual(['Mist', 'École', 'Zee', 'Duin']);
  expect(await created(entries(['landschap', 'Nacht', 'LANDSCAPE'], 'category'))).toEqual([
    'Nacht 5',
  ]);
  expect(await created(entries(['mist', 'zee']))).toEqual([]);
});

it('keeps descriptions, and both types in one call', async () => {
  const json = {
    categories: [
      { name: 'fauna', type: 'tag', description: ' dieren ' },
      { name: 'fauna', type: 'category' },
      { name: 'Water', type: 'category' },
    ],
  };
  const list = await readAnswer(z.array(category), send(json));
  expect(list).toMatchObject([
    { name: 'fauna', type: 'tag', description: 'dieren', sortOrder: 1 },
    { name: 'Water', type: 'category', description: null, sortOrder: 5 },
  ]);
});

it.each([
  [{ categories: [{ name: 'Mist' }] }, 'Please select a type (Category or Tag)'],
  [entries(['Mist', ' ']), 'Name is required'],
  [entries(['Mist', 'a,b']), 'A name has no commas'],
  [entries(['Mist', 'a\nb']), 'A name stands on one line'],
  [entries([]), 'Send at least one item'],
  [
    entries(Array.from({ length: MAX_BULK_CATEGORIES + 1 }, (_, i) => `tag ${i}`)),
    'Send at most 1000 items at a time',
  ],
])('adds none of them when one is wrong', async (json, error) => {
  expect(await refusal(json)).toMatchObject({ status: 400, code: 'invalid_input', error });
  expect(await names('tag')).toEqual([]);
  expect(t.db.select().from(auditLog).all()).toEqual([]);
});

it('adds none of them when the store fails half-way', async () => {
  t.db.$client.exec(
    "CREATE TRIGGER full BEFORE INSERT ON categories WHEN new.name = 'Zee' BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  expect((await send(entries(['Mist', 'Zee']))).status).toBe(500);
  expect(await names('tag')).toEqual([]);
});

it('takes the most that is allowed', async () => {
  const many = Array.from({ length: MAX_BULK_CATEGORIES }, (_, i) => `tag ${i}`);
  expect(await created(entries(many))).toHaveLength(MAX_BULK_CATEGORIES);
});

it('records one entry for the whole import, and none when nothing was new', async () => {
  await created(entries(['Mist', 'Zee', 'mist', 'Duin', 'Bos']));
  await created(entries(['Mist']));
  expect(t.db.select().from(auditLog).all()).toMatchObject([
    { actor: 'eva', action: 'create', entity: 'tag', summary: '4 × Mist, Zee, Duin, …' },
  ]);
});
