/** Deleted items wait in the trash and come back as they were (next.md §4). */
import { category } from '@veldlicht/contract/category';
import { mediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS, trashedItem } from '@veldlicht/contract/trash';
import { auditLog, media, removals, trash } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, mediaPayload } from '#testing/test-content.ts';

const t = useTestApp({}, 'admin');
const MEDIA = '/api/admin/media';
const NOT_FOUND = { status: 404, code: 'not_found' };
const add = (change: Record<string, unknown> = {}) =>
  readAnswer(mediaItem, t.send('POST', MEDIA, mediaPayload(addFile(t.db).imageUrl, change)));
const remove = (id: string) => t.send('DELETE', `${MEDIA}/${id}`);
const restore = (id: string) => t.send('POST', `${MEDIA}/trash/${id}/restore`);
const listed = () =>
  readAnswer(z.array(trashedItem), t.request(`${MEDIA}/trash`, { cookie: t.cookie }));
const items = async () => {
  const all = await readAnswer(z.array(mediaItem), t.request(MEDIA, { cookie: t.cookie }));
  return all.map(({ title }) => title);
};

describe('a deleted item', () => {
  it('is in no list but that of the trash, which tells until when', async () => {
    const { id, title, sources } = await add();
    await remove(id);
    expect(await items()).toEqual([]);
    expect(await refusal(t.send('PATCH', `${MEDIA}/${id}`, { title: 'x' }))).toMatchObject(
      NOT_FOUND,
    );
    const [trashed] = await listed();
    expect(trashed).toMatchObject({ id, title, sources });
    const { deletedAt = '', goneAt = '' } = trashed ?? {};
    expect(Date.parse(goneAt) - Date.parse(deletedAt)).toBe(TRASH_DAYS * 86_400_000);
  });

  it('comes back at its address, in its place, with its tags and its privacy', async () => {
    await t.send('POST', '/api/admin/categories', { name: 'Mist', type: 'tag' });
    const first = await add({ title: 'Oehoe', tags: ['Mist'], location: '52.131234, 5.860456' });
    await add({ title: 'Das' });
    const [before] = t.rows(media);
    await remove(first.id);
    const back = await readAnswer(mediaItem, restore(first.id));
    expect(back).toEqual({ ...first, updatedAt: back.updatedAt });
    expect(await items()).toEqual(['Das', 'Oehoe']);
    const { revision: _, linkRevision: __, updatedAt: ___, ...same } = before ?? {};
    expect(t.rows(media)).toContainEqual(expect.objectContaining(same));
    expect(await listed()).toEqual([]);
    // An older release may show it again.
    expect(t.rows(removals).filter(({ kind }) => kind === 'deleted')).toEqual([]);
  });

  it('restored twice at once is one', async () => {
    const { id } = await add();
    await remove(id);
    const answers = await Promise.all([restore(id), restore(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(t.rows(media)).toHaveLength(1);
    expect(t.rows(auditLog).filter(({ action }) => action === 'undelete')).toHaveLength(1);
    expect(await refusal(restore('unknown'))).toMatchObject(NOT_FOUND);
  });

  it('keeps its address to itself, and its category from being deleted', async () => {
    const { id, slug } = await add({ category: 'macro' });
    await remove(id);
    expect(t.rows(trash)).toMatchObject([{ id, slug }]);
    expect(await refusal(t.send('DELETE', '/api/admin/categories/macro'))).toMatchObject({
      status: 409,
      reason: 'in_use_in_trash?n=1',
    });
  });

  it('is the hero again, unless another one was chosen since', async () => {
    const { id } = await add();
    await t.send('PATCH', `${MEDIA}/${id}`, { hero: true });
    await remove(id);
    expect(await readAnswer(mediaItem, restore(id))).toMatchObject({ hero: true });
    await remove(id);
    await t.send('PATCH', `${MEDIA}/${(await add()).id}`, { hero: true });
    expect(await readAnswer(mediaItem, restore(id))).toMatchObject({ hero: false });
  });

  it('comes back without a tag that is gone since', async () => {
    const tag = await readAnswer(
      category,
      t.send('POST', '/api/admin/categories', { name: 'Weg', type: 'tag' }),
    );
    const { id } = await add({ tags: ['Weg'] });
    await remove(id);
    await t.send('DELETE', `/api/admin/categories/${tag.id}`);
    expect(await readAnswer(mediaItem, restore(id))).toMatchObject({ tags: [] });
  });
});

it('restores many, and purges one for ever', async () => {
  const ids = [(await add({ title: 'A' })).id, (await add({ title: 'B' })).id];
  await t.send('POST', `${MEDIA}/bulk-delete`, { ids });
  expect(await items()).toEqual([]);
  await t.send('POST', `${MEDIA}/trash/restore`, { ids });
  expect(await items()).toEqual(['B', 'A']);
  await remove(ids[0] ?? '');
  expect((await t.send('DELETE', `${MEDIA}/trash/${ids[0]}`)).status).toBe(204);
  expect(await refusal(restore(ids[0] ?? ''))).toMatchObject(NOT_FOUND);
  expect(await listed()).toEqual([]);
});
