/** Undo in portions, permissions to undo, and earlier versions. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { historyPage, undone, version } from '@veldlicht/contract/history';
import { mediaItem } from '@veldlicht/contract/media';
import { storyItem } from '@veldlicht/contract/story';
import { words } from '@veldlicht/contract/testing/blocks';
import { changes, media, mediaSpecies } from '@veldlicht/database/schema';
import { seedSpecies } from '@veldlicht/database/species/seed-species';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { useLibrary } from '#testing/library.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem } from '#testing/test-content.ts';

const t = useTestApp({}, 'editor');
const { call, create, change } = useLibrary(t);
const DAY = 24 * 60 * 60 * 1000;
const newest = async () =>
  (await readAnswer(historyPage, t.send('GET', '/api/admin/history'))).entries[0];
const undo = (id: number | null | undefined) => t.send('POST', `/api/admin/history/${id}/undo`);

/** Responses to other requests during a call. */
async function answersDuring(call: Promise<unknown>): Promise<number> {
  let isOver = false;
  void call.then(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    expect((await t.send('GET', '/api/publishing/state')).status).toBe(200);
    answers += 1;
    await nextTurn();
  }
  return answers;
}

it('edits and undoes a thousand items in portions, while other requests run', async () => {
  const { hash } = addFile(t.db);
  const ids = t.db.transaction((tx) =>
    Array.from({ length: 1000 }, (_, n) => addItem(tx, { id: `m${n}`, fileHash: hash }).id),
  );
  const edit = call('POST', '/bulk-update', { ids, data: { featured: true, alt: 'Samen' } });
  expect(await answersDuring(edit)).toBeGreaterThan(1);
  const items = await readAnswer(z.array(mediaItem), edit);
  expect(items.map(({ id }) => id)).toEqual(ids);
  expect(items.every(({ alt, featured }) => alt === 'Samen' && featured)).toBe(true);
  const answer = undo((await newest())?.change);
  expect(await answersDuring(answer)).toBeGreaterThan(1);
  expect(await readAnswer(undone, answer)).toEqual({ undone: 1000, left: 0 });
  expect(t.rows(media).every(({ alt, featured }) => alt === null && !featured)).toBe(true);
});

it('undoes dates and species of a thousand items in one portion, since the guard judges them together', async () => {
  seedSpecies(t.db);
  const { hash } = addFile(t.db);
  const ids = t.db.transaction((tx) =>
    Array.from({ length: 1000 }, (_, n) => addItem(tx, { id: `d${n}`, fileHash: hash }).id),
  );
  const data = { date: '2024-05-05', addSpecies: ['Vulpes vulpes'] };
  expect((await call('POST', '/bulk-update', { ids, data })).status).toBe(200);
  const states = new Set<string>();
  let isOver = false;
  const answer = undo((await newest())?.change).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const dated = t.rows(media).filter(({ date }) => date !== null).length;
    states.add(`${dated} ${t.rows(mediaSpecies).length}`);
    await nextTurn();
  }
  expect(await readAnswer(undone, answer)).toEqual({ undone: 1000, left: 0 });
  expect(t.rows(media).some(({ date }) => date !== null)).toBe(false);
  expect(t.rows(mediaSpecies)).toEqual([]);
  expect([...states].filter((state) => state !== '1000 1000' && state !== '0 0')).toEqual([]);
});

it('guards items that are restored to, or edited into, the outing of a guarded photo', async () => {
  seedSpecies(t.db);
  const outing = { date: '2024-03-09', location: '52.131234, 5.860432' };
  await create({ ...outing, species: ['Bubo bubo'] });
  const { id, guard } = await create(outing);
  expect(guard?.level).toBe('region');
  const guardOf = () => t.rows(media).find((row) => row.id === id)?.guard;
  const setDate = (date: string) => call('POST', '/bulk-update', { ids: [id], data: { date } });
  await setDate('2024-06-09');
  expect(guardOf()).toBeNull();
  await undo((await newest())?.change);
  expect(guardOf()).toBe('region');
  await setDate('2024-06-09');
  await setDate(outing.date);
  expect(guardOf()).toBe('region');
});

it('changes nothing when one of a thousand would end before it begins', async () => {
  const { hash } = addFile(t.db);
  const ids = t.db.transaction((tx) =>
    Array.from({ length: 1000 }, (_, n) => addItem(tx, { id: `w${n}`, fileHash: hash }).id),
  );
  await change('w999', { publishUntil: '2020-01-01T00:00:00Z' });
  const data = { publishFrom: '2021-01-01T00:00:00Z' };
  expect((await call('POST', '/bulk-update', { ids, data })).status).toBe(400);
  expect(t.rows(media).every(({ publishFrom }) => publishFrom === null)).toBe(true);
});

it('leaves to admins what others did more than a day ago, and can be undone itself, once', async () => {
  const { id } = await create({ alt: 'Eerst' });
  const { cookie } = t.signInAs('editor', 'mira');
  await t.request(`/api/admin/media/${id}`, { method: 'PATCH', cookie, json: { alt: '' } });
  const entry = await newest();
  t.pass(DAY + 1);
  // The sessions have expired.
  const [late, admin] = [t.signInAs('editor', 'late'), t.signInAs('admin', 'baas')];
  const undoAs = (who: typeof late, change: number | null | undefined) =>
    t.request(`/api/admin/history/${change}/undo`, { method: 'POST', cookie: who.cookie });
  const refused = await refusal(undoAs(late, entry?.change));
  expect(refused).toMatchObject({ status: 403, reason: 'undo_admin' });
  expect((await undoAs(admin, entry?.change)).status).toBe(200);
  expect(t.rows(media)[0]?.alt).toBe('Eerst');
  const again = await refusal(undoAs(admin, entry?.change));
  expect(again).toMatchObject({ status: 404, reason: 'undo_gone' });
  const undoing = t.rows(changes).at(-1);
  expect(undoing?.undoes).toBe(entry?.change);
  expect((await undoAs(late, undoing?.id)).status).toBe(200);
  expect(t.rows(media)[0]?.alt ?? '').toBe('');
});

it('withholds an item restored with a position in its texts', async () => {
  const { id } = await create({ description: 'Bij 52.131234, 5.860456' });
  await change(id, { description: '' });
  expect(t.rows(media)[0]?.withheld).toBe(false);
  expect(await readAnswer(undone, undo((await newest())?.change))).toEqual({ undone: 1, left: 0 });
  expect(t.rows(media)[0]).toMatchObject({ withheld: true });
});

it('lists versions of an item, and restores one over later changes', async () => {
  const { id } = await create({ description: 'Lang verhaal' });
  await change(id, { description: '' });
  await change(id, { location: 'Veluwe' });
  const url = '/api/admin/history/versions';
  const versions = await readAnswer(
    z.array(version),
    t.send('GET', `${url}?entity=media&id=${id}`),
  );
  const emptied = versions.find(({ fields }) => fields.some(({ name }) => name === 'description'));
  const description = { name: 'description', before: 'Lang verhaal', after: null };
  expect(emptied).toMatchObject({ by: 'eva', mayBringBack: true, fields: [description] });
  const json = { entity: 'media', id, change: emptied?.change };
  expect(await readAnswer(undone, t.send('POST', url, json))).toEqual({ undone: 1, left: 0 });
  expect(t.rows(media)[0]).toMatchObject({ description: 'Lang verhaal', location: null });
});

it('formats versions for people, without fields that concern the site', async () => {
  const { id: photo } = await create({ title: 'Ree', featured: true });
  await change(photo, { featured: false, hero: true });
  const versionsOf = (thing: string) =>
    readAnswer(z.array(version), t.send('GET', `/api/admin/history/versions?${thing}`));
  expect(await versionsOf(`entity=media&id=${photo}`)).toEqual([]);
  const note = { title: 'Wad', date: '2026-05-01', body: [words('Lang verhaal')], cover: photo };
  const { id } = await readAnswer(storyItem, t.send('POST', '/api/admin/notes', note));
  await t.send('PATCH', `/api/admin/notes/${id}`, { body: [words('Kort')], cover: null });
  const [emptied] = await versionsOf(`entity=story&id=${id}`);
  expect(emptied?.fields).toEqual(
    expect.arrayContaining([
      { name: 'body', before: 'Lang verhaal', after: 'Kort' },
      { name: 'cover', before: 'Ree', after: null },
    ]),
  );
});

it('lists the large picture among the versions of the settings, and brings both back', async () => {
  const [heath, mist, lake] = [
    await create({ title: 'Hei' }),
    await create({ title: 'Mist' }),
    await create({ title: 'Plas' }),
  ];
  const url = '/api/admin/history/versions';
  const { cookie } = t.signInAs('admin', 'baas');
  const asAdmin = (method: string, path: string, json?: object) =>
    t.request(path, { method, cookie, ...(json && { json }) });
  const heroes = () => t.rows(media).flatMap(({ title, hero }) => (hero ? title : []));
  const versions = () =>
    readAnswer(z.array(version), asAdmin('GET', `${url}?entity=settings&id=1`));
  await change(heath.id, { hero: true });
  await change(mist.id, { hero: true });
  expect((await newest())?.facts).toEqual({ hero: { before: 'Hei', after: 'Mist' } });
  await asAdmin('PATCH', '/api/settings', { profile: { heroTitle: 'Stilte' } });
  await change(lake.id, { hero: true });
  const all = await versions();
  expect(all.map(({ fields }) => fields)).toEqual([
    [{ name: 'heroPicture', before: 'Mist', after: 'Plas' }],
    [{ name: 'profile.heroTitle', before: null, after: 'Stilte' }],
    [{ name: 'heroPicture', before: 'Hei', after: 'Mist' }],
    [{ name: 'heroPicture', before: null, after: 'Hei' }],
  ]);
  const bringBack = (place: number) =>
    readAnswer(
      undone,
      asAdmin('POST', url, { entity: 'settings', id: '1', change: all[place]?.change }),
    );
  const titles = async () => (await versions())[0]?.fields.map(({ name }) => name);
  expect(await bringBack(2)).toEqual({ undone: 1, left: 0 });
  expect(heroes()).toEqual(['Hei']);
  expect(await titles()).toEqual(['profile.heroTitle', 'heroPicture']);
  expect(await bringBack(3)).toEqual({ undone: 1, left: 0 });
  expect(heroes()).toEqual([]);
  await call('DELETE', `/${heath.id}`);
  expect(await bringBack(2)).toEqual({ undone: 0, left: 1 });
});
