/** Bulk edits of every field, and their undo. */
import { objectOf } from '@veldlicht/contract/by-name';
import { CHANGE_MADE } from '@veldlicht/contract/change-made';
import { undone } from '@veldlicht/contract/history';
import { bulkFields } from '@veldlicht/contract/item-fields';
import type { MediaItem } from '@veldlicht/contract/media';
import { expect, it } from 'vitest';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({}, 'editor');
const { call, create, items, change: changeOne, remove, addTag } = useLibrary(t);
const edit = (items: MediaItem[], data: Record<string, unknown>) =>
  call('POST', '/bulk-update', { ids: items.map(({ id }) => id), data });
const undo = (change: string | null) => t.send('POST', `/api/admin/history/${change}/undo`);
const withoutVersion = (item: MediaItem) => ({ ...item, updatedAt: '' });
const SPOT = '52.131234, 5.860456';

it('changes every field, each place by its own rule, and undoes all of it', async () => {
  for (const name of ['Mist', 'Bos']) await addTag(name);
  await create({ title: 'A', tags: ['Mist'], location: 'Veluwe', alt: 'Een ree' });
  await create({ title: 'B', status: 'draft', date: '2024-05-04', locationPrivacy: 'hidden' });
  const before = await items();
  const over = {
    publishFrom: '2030-01-01T00:00:00.000Z',
    publishUntil: '2029-01-01T00:00:00.000Z',
  };
  const refused = { fields: { publishUntil: expect.any(String) } };
  expect(await refusal(edit(before, over))).toMatchObject(refused);
  expect(await items()).toEqual(before);
  const change = {
    category: 'macro',
    tags: ['Bos'],
    featured: true,
    status: 'published',
    ...objectOf(bulkFields, (name) => `Nieuw: ${name}`),
    date: '2026-01-02',
    location: SPOT,
    publishFrom: '2030-01-01T00:00:00.000Z',
    publishUntil: '2031-01-01T00:00:00.000Z',
  };
  const edited = await edit(before, change);
  expect(edited.status).toBe(200);
  const [second, first] = await items();
  expect(first).toMatchObject({ ...change, locationPrivacy: 'approximate' });
  expect(second).toMatchObject({ ...change, locationPrivacy: 'hidden' });
  const made = edited.headers.get(CHANGE_MADE);
  expect(await readAnswer(undone, undo(made))).toEqual({ undone: 2, left: 0 });
  expect((await items()).map(withoutVersion)).toEqual(before.map(withoutVersion));
});

it('leaves items that were changed or deleted since, and other changes', async () => {
  const all = [
    await create({ title: 'A' }),
    await create({ title: 'B' }),
    await create({ title: 'C' }),
  ];
  const fourth = await create({ title: 'D' });
  const edited = await edit([...all, fourth], { featured: true, location: 'Veluwe' });
  await changeOne(all[0]?.id ?? '', { alt: 'Mooi' });
  await changeOne(fourth.id, { location: 'Drenthe' });
  await remove(all[1]?.id ?? '');
  const made = edited.headers.get(CHANGE_MADE);
  expect(await readAnswer(undone, undo(made))).toEqual({ undone: 2, left: 2 });
  expect((await items()).map(({ title, featured, alt }) => [title, featured, alt])).toEqual([
    ['D', true, null],
    ['C', false, null],
    ['A', false, 'Mooi'],
  ]);
});

it('sets the change header for one item too, and omits it where nothing changed', async () => {
  const { id } = await create({ alt: 'Een' });
  const patch = (alt: string) => call('PATCH', `/${id}`, { alt });
  expect((await patch('Een')).headers.get(CHANGE_MADE)).toBeNull();
  expect((await edit(await items(), { alt: 'Een' })).headers.get(CHANGE_MADE)).toBeNull();
  await readAnswer(undone, undo((await patch('Twee')).headers.get(CHANGE_MADE)));
  expect((await items()).map(({ alt }) => alt)).toEqual(['Een']);
});
