/** Deleted items wait in the trash and are restored as they were. */
import { mediaItem } from '@veldlicht/contract/media';
import { TRASH_DAYS, trashedItem } from '@veldlicht/contract/trash';
import { auditLog, media, mediaRows } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CATEGORIES, useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({}, 'admin');
const { call, create, change, remove, items, addTag } = useLibrary(t);
const NOT_FOUND = { status: 404, code: 'not_found' };
const restore = (id: string) => call('POST', `/trash/${id}/restore`);
const listed = () => readAnswer(z.array(trashedItem), call('GET', '/trash'));
const titles = async () => (await items()).map(({ title }) => title);

describe('a deleted item', () => {
  it('is listed in the trash only, with its purge date', async () => {
    const { id, title, sources } = await create();
    await remove(id);
    expect(await titles()).toEqual([]);
    expect(await refusal(call('PATCH', `/${id}`, { title: 'x' }))).toMatchObject(NOT_FOUND);
    const [trashed] = await listed();
    expect(trashed).toMatchObject({ id, title, sources });
    const { deletedAt = '', goneAt = '' } = trashed ?? {};
    expect(Date.parse(goneAt) - Date.parse(deletedAt)).toBe(TRASH_DAYS * 86_400_000);
  });

  it('is restored with its slug, order, privacy and remaining tags', async () => {
    const [, gone] = [await addTag('Mist'), await addTag('Weg')];
    const place = { location: '52.131234, 5.860456' };
    const first = await create({ title: 'Oehoe', tags: ['Mist', 'Weg'], ...place });
    await create({ title: 'Das' });
    const [before] = t.rows(media);
    await remove(first.id);
    await t.send('DELETE', `${CATEGORIES}/${gone.id}`);
    const back = await readAnswer(mediaItem, restore(first.id));
    expect(back).toEqual({ ...first, tags: ['Mist'], updatedAt: back.updatedAt });
    expect(await titles()).toEqual(['Das', 'Oehoe']);
    const { revision: _, updatedAt: __, ...same } = before ?? {};
    expect(t.rows(media)).toContainEqual(expect.objectContaining(same));
    expect(await listed()).toEqual([]);
  });

  it('restored twice at once is one', async () => {
    const { id } = await create();
    await remove(id);
    const answers = await Promise.all([restore(id), restore(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(t.rows(media)).toHaveLength(1);
    expect(t.rows(auditLog).filter(({ action }) => action === 'undelete')).toHaveLength(1);
    expect(await refusal(restore('unknown'))).toMatchObject(NOT_FOUND);
  });

  it('keeps its address to itself, and its category from being deleted', async () => {
    const { id, slug } = await create({ category: 'macro' });
    await remove(id);
    expect(t.rows(mediaRows)).toMatchObject([{ id, slug }]);
    expect(await refusal(t.send('DELETE', `${CATEGORIES}/macro`))).toMatchObject({
      status: 409,
      reason: 'in_use_in_trash?n=1',
    });
  });

  it('is the hero again, unless another one was chosen since', async () => {
    const { id } = await create();
    await change(id, { hero: true });
    await remove(id);
    expect(await readAnswer(mediaItem, restore(id))).toMatchObject({ hero: true });
    await remove(id);
    await change((await create()).id, { hero: true });
    expect(await readAnswer(mediaItem, restore(id))).toMatchObject({ hero: false });
  });
});

it('restores many, and purges one for ever', async () => {
  const ids = [(await create({ title: 'A' })).id, (await create({ title: 'B' })).id];
  await call('POST', '/bulk-delete', { ids });
  expect(await titles()).toEqual([]);
  await call('POST', '/trash/restore', { ids });
  expect(await titles()).toEqual(['B', 'A']);
  await remove(ids[0] ?? '');
  expect((await call('DELETE', `/trash/${ids[0]}`)).status).toBe(204);
  expect(await refusal(restore(ids[0] ?? ''))).toMatchObject(NOT_FOUND);
  expect(await listed()).toEqual([]);
});
