/** A new order (spec §4 Reordering, product decisions §2). */
import { category } from '@veldlicht/contract/category';
import { errorBody } from '@veldlicht/contract/error';
import { auditLog, categories } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const post = (path: string, json: unknown) =>
  t.request(`/api/admin/categories${path}`, { method: 'POST', json, cookie });
const reorder = (updates: unknown) => post('/reorder', { updates });
const numbered = (ids: string[]) => ids.map((id, i) => ({ id, sortOrder: i + 1 }));
const list = async () => readAnswer(z.array(category), t.request('/api/categories'));
async function order(type = 'category') {
  return (await list()).filter((one) => one.type === type).map(({ name }) => name);
}
async function changedIds(answer: Promise<Response>) {
  const rows = await readAnswer(z.array(category), answer);
  return rows.map(({ id, sortOrder }) => `${id} ${sortOrder}`);
}
async function refusal(answer: Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}
const revisions = () =>
  new Map(
    t.db
      .select()
      .from(categories)
      .all()
      .map(({ id, revision }) => [id, revision]),
  );

describe('one update', () => {
  it('moves that entry and closes up the others, and answers all that changed', async () => {
    expect(await changedIds(reorder([{ id: 'drone', sortOrder: 2 }]))).toEqual([
      'drone 2',
      'fauna 3',
      'macro 4',
    ]);
    expect(await order()).toEqual(['landscape', 'drone', 'fauna', 'macro']);
  });
  it('goes to the end for a position beyond it', async () => {
    await reorder([{ id: 'landscape', sortOrder: 4000 }]);
    expect(await order()).toEqual(['fauna', 'macro', 'drone', 'landscape']);
  });
  it('answers nothing and records nothing where the entry stands already', async () => {
    const before = revisions();
    expect(await changedIds(reorder([{ id: 'drone', sortOrder: 9 }]))).toEqual([]);
    expect(revisions()).toEqual(before);
    expect(t.db.select().from(auditLog).all()).toEqual([]);
  });
  it('is refused for an entry that is gone', async () => {
    expect(await refusal(reorder([{ id: 'gone', sortOrder: 1 }]))).toMatchObject({
      status: 409,
      code: 'stale_list',
    });
  });
});

describe('several updates', () => {
  it('put the whole list in that order', async () => {
    const asked = numbered(['macro', 'fauna', 'landscape', 'drone']);
    expect(await changedIds(reorder(asked))).toEqual(['macro 1', 'landscape 3']);
    expect(await order()).toEqual(['macro', 'fauna', 'landscape', 'drone']);
  });

  it('leave the revision of what stays alone', async () => {
    const before = revisions();
    await reorder(numbered(['fauna', 'landscape', 'macro', 'drone']));
    const after = revisions();
    const changed = [...after].filter(([id, revision]) => revision !== before.get(id));
    expect(changed.map(([id]) => id).sort()).toEqual(['fauna', 'landscape']);
  });

  it('leave the other list alone', async () => {
    for (const name of ['Mist', 'Zee']) await post('', { name, type: 'tag' });
    const tags = (await list()).filter(({ type }) => type === 'tag').map(({ id }) => id);
    await reorder(numbered(tags.reverse()));
    expect(await order('tag')).toEqual(['Zee', 'Mist']);
    expect(await order()).toEqual(['landscape', 'fauna', 'macro', 'drone']);
  });

  it.each([
    ['a part of a list', ['fauna', 'landscape']],
    ['an entry that is gone', ['macro', 'fauna', 'landscape', 'gone']],
    ['an entry too many', ['macro', 'fauna', 'landscape', 'drone', 'gone']],
  ])('that are %s are refused, and change nothing', async (_what, ids) => {
    expect(await refusal(reorder(numbered(ids)))).toMatchObject({
      status: 409,
      code: 'stale_list',
      error: 'Someone else changed this list in the meantime; look at it again',
    });
    expect(await order()).toEqual(['landscape', 'fauna', 'macro', 'drone']);
  });

  it('of both types are refused', async () => {
    const tag = await readAnswer(category, post('', { name: 'Mist', type: 'tag' }));
    const asked = numbered(['macro', 'fauna', 'landscape', tag.id]);
    expect(await refusal(reorder(asked))).toMatchObject({ status: 409, code: 'stale_list' });
  });

  it('with a gap in their numbers are refused', async () => {
    const asked = numbered(['macro', 'fauna', 'landscape', 'drone']);
    const gap = asked.map((one) => (one.id === 'drone' ? { ...one, sortOrder: 5 } : one));
    expect(await refusal(reorder(gap))).toMatchObject({ status: 409, code: 'stale_list' });
  });

  it('of somebody who does not know of a deletion are refused', async () => {
    const asked = numbered(['macro', 'fauna', 'landscape', 'drone']);
    await t.request('/api/admin/categories/drone', { method: 'DELETE', cookie });
    expect((await refusal(reorder(asked))).code).toBe('stale_list');
    expect(await order()).toEqual(['landscape', 'fauna', 'macro']);
  });
});

it.each([
  ['a position of 0', [{ id: 'fauna', sortOrder: 0 }]],
  ['a position below 0', [{ id: 'fauna', sortOrder: -1 }]],
  ['half a position', [{ id: 'fauna', sortOrder: 1.5 }]],
  ['a position in words', [{ id: 'fauna', sortOrder: '2' }]],
  ['no position', [{ id: 'fauna' }]],
  ['no entry', [{ sortOrder: 1 }]],
  ['no update', []],
  ['no list', 'fauna'],
  [
    'a position twice',
    [
      { id: 'fauna', sortOrder: 1 },
      { id: 'macro', sortOrder: 1 },
    ],
  ],
  [
    'an entry twice',
    [
      { id: 'fauna', sortOrder: 1 },
      { id: 'fauna', sortOrder: 2 },
    ],
  ],
])('refuses %s', async (_what, updates) => {
  expect(await refusal(reorder(updates))).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await order()).toEqual(['landscape', 'fauna', 'macro', 'drone']);
});

it('records who ordered what', async () => {
  await reorder([{ id: 'drone', sortOrder: 1 }]);
  await reorder(numbered(['fauna', 'drone', 'landscape', 'macro']));
  const about = { actor: 'eva', action: 'update', entity: 'category' };
  expect(t.db.select().from(auditLog).all()).toMatchObject([
    { ...about, entityId: 'drone', summary: 'drone → 1' },
    { ...about, entityId: null, summary: 'fauna, drone, landscape, macro' },
  ]);
});
