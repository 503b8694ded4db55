import { errorBody } from '@veldlicht/contract/error';
import { mediaBulkPartial, mediaItem, publicMediaItem } from '@veldlicht/contract/media';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

let t: TestApp;
let cookie: string;
beforeEach(async () => {
  t = await createTestApp();
  cookie = t.signInAs('editor').cookie;
});
afterEach(() => t.remove());

const HOUR = 3_600_000;
/** Where the clock of the test stands at first. */
const START = Date.parse('2026-05-31T12:00:00Z');
/** An instant so many hours after that. */
const inHours = (hours: number) => new Date(START + hours * HOUR).toISOString();
const payload = (change: Record<string, unknown>) => mediaPayload(addFile(t.db).imageUrl, change);
const post = (change: Record<string, unknown>) =>
  t.request('/api/admin/media', { method: 'POST', json: payload(change), cookie });
const create = async (change: Record<string, unknown>) => readAnswer(mediaItem, post(change));
const patch = (id: string, json: unknown) =>
  t.request(`/api/admin/media/${id}`, { method: 'PATCH', json, cookie });
const titles = async (url: string) =>
  (await readAnswer(z.array(publicMediaItem), t.request(url))).map(({ title }) => title);

it('keeps the two moments, to the millisecond, and takes them away with null', async () => {
  const item = await create({
    publishFrom: '2026-12-12T07:00:00Z',
    publishUntil: '2027-01-01T00:00:00.5Z',
  });
  expect(item).toMatchObject({
    publishFrom: '2026-12-12T07:00:00.000Z',
    publishUntil: '2027-01-01T00:00:00.500Z',
  });
  const without = await readAnswer(mediaItem, patch(item.id, { publishFrom: null, title: 'Das' }));
  expect(without).toMatchObject({ publishFrom: null, publishUntil: item.publishUntil });
  const emptied = await readAnswer(mediaItem, patch(item.id, { publishUntil: '' }));
  expect(emptied.publishUntil).toBeNull();
});

it('leaves them alone when a client that knows nothing of them sends the rest', async () => {
  expect(await create({})).toMatchObject({ publishFrom: null, publishUntil: null });
  const item = await create({ publishFrom: inHours(1), publishUntil: inHours(2) });
  const { publishFrom, publishUntil } = item;
  const changed = await readAnswer(mediaItem, patch(item.id, { title: 'Vos' }));
  expect(changed).toMatchObject({ title: 'Vos', publishFrom, publishUntil });
});

it('refuses an end that is not after the beginning, whichever of them is sent', async () => {
  const item = await create({ publishFrom: inHours(5) });
  const refused = [
    post({ publishFrom: inHours(2), publishUntil: inHours(2) }),
    patch(item.id, { publishUntil: inHours(4) }),
    patch(item.id, { publishFrom: inHours(9), publishUntil: inHours(8) }),
  ];
  for (const response of refused) {
    expect((await response).status).toBe(400);
    expect(await readAnswer(errorBody, await response)).toMatchObject({
      code: 'invalid_input',
      error: 'The end must be after the beginning',
      fields: { publishUntil: 'The end must be after the beginning' },
    });
  }
  await patch(item.id, { publishUntil: inHours(6) });
  expect((await patch(item.id, { publishFrom: inHours(7) })).status).toBe(400);
  expect((await patch(item.id, { publishFrom: inHours(7), publishUntil: null })).status).toBe(200);
});

it.each(['2026-12-12', '2026-12-12T08:00', '2026-02-30T08:00:00Z', 'morgen', 1765500000000])(
  'refuses %j, which is no instant in UTC',
  async (publishFrom) => {
    const response = await post({ publishFrom });
    expect(response.status).toBe(400);
    expect((await readAnswer(errorBody, response)).fields).toHaveProperty('publishFrom');
  },
);

it('takes them for many items at once, and names the one that is wrong', async () => {
  const items = [
    payload({ title: 'Goed', publishFrom: inHours(1) }),
    payload({ title: 'Mis', publishFrom: inHours(2), publishUntil: inHours(1) }),
  ];
  const response = await t.request('/api/admin/media/bulk', {
    method: 'POST',
    json: { items },
    cookie,
  });
  const { created, failed } = await readAnswer(mediaBulkPartial, response);
  expect(created).toMatchObject([{ title: 'Goed', publishFrom: inHours(1) }]);
  expect(failed).toMatchObject([{ index: 1, error: 'The end must be after the beginning' }]);
});

it('tells everyone of an item from its first moment until its last', async () => {
  await create({ title: 'Altijd', featured: true });
  const window = { publishFrom: inHours(1), publishUntil: inHours(3) };
  await create({ title: 'Even', featured: true, ...window });
  const urls = ['/api/media', '/api/media/featured', '/api/media/recent'];
  const shown = async () => {
    const lists = await Promise.all(urls.map(titles));
    expect(new Set(lists.map((list) => JSON.stringify(list))).size).toBe(1);
    return lists[0]?.includes('Even');
  };
  expect(await shown()).toBe(false);
  t.pass(HOUR - 1);
  expect(await shown()).toBe(false);
  t.pass(1);
  expect(await shown()).toBe(true);
  t.pass(2 * HOUR - 1);
  expect(await shown()).toBe(true);
  t.pass(1);
  expect(await shown()).toBe(false);
  expect(await titles('/api/media')).toEqual(['Altijd']);
  const all = await readAnswer(z.array(mediaItem), t.request('/api/admin/media', { cookie }));
  expect(all).toHaveLength(2);
});
