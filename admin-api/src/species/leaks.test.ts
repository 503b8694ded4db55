import { objectOf } from '@veldlicht/contract/by-name';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { leakReport, textLeak } from '@veldlicht/contract/leaks';
import { mediaItem } from '@veldlicht/contract/media';
import { shownAs } from '@veldlicht/contract/story';
import { project } from '@veldlicht/database/public/project';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import { categories, mediaRows, species } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addFile, addItem, mediaPayload } from '#testing/test-content.ts';

const MEDIA = '/api/admin/media';
const t = useTestApp({}, 'admin');
beforeEach(async () => {
  const oehoe = { scientificName: 'Bubo bubo', dutchName: 'Oehoe', groupName: 'birds' } as const;
  t.db.insert(species).values(oehoe).run();
  const rule = { scientificName: 'Bubo bubo', months: [], nestMonths: [], reason: '' };
  await t.send('PUT', '/api/admin/guard', { rules: [{ ...rule, level: 'region' }] });
});

const place = { location: '52.120000, 5.880000', locationPrivacy: 'exact' };
const create = (change: Record<string, unknown>, time = '07:00:00', facts = {}) => {
  const { imageUrl } = addFile(t.db, {
    facts: { date: '2026-03-09', time, offset: '+01:00', ...facts },
  });
  const payload = mediaPayload(imageUrl, { date: '2026-03-09', ...place, ...change });
  return readAnswer(mediaItem, t.send('POST', MEDIA, payload));
};
const owl = { species: ['Bubo bubo'] };
const report = (page = '') =>
  readAnswer(leakReport, t.send('GET', `/api/admin/leaks${page && `?page=${page}`}`));
const leaks = async () => (await report()).rows.flatMap((row) => row.leaks);

/** The public database as the projection would make it now. */
function publicRows(db: typeof t.db) {
  const target = openPublicDatabase(':memory:');
  project(db, target, 'https://veldlicht.example', Date.now());
  return target;
}
const openContent = (db: typeof t.db) =>
  JSON.parse(String(publicRows(db).prepare('SELECT item FROM items').pluck().get()));

it('lists what visitors read of every guarded item on the site, those that tell more first', async () => {
  await create({ title: 'Uil bij Hoenderloo', ...owl });
  await create({ title: 'Uil', ...owl });
  await create({ title: 'Buur' }, '08:00:00');
  await create({ title: 'Concept', status: 'draft', ...owl });
  await create({ title: 'Vos' }, '12:00:00');
  const { rows, total, leaking, pages } = await report();
  expect({ total, leaking, pages }).toEqual({ total: 3, leaking: 1, pages: 1 });
  expect(rows.map(({ item }) => item.title)).toEqual(['Uil bij Hoenderloo', 'Buur', 'Uil']);
  expect(rows[1]).toMatchObject({ date: '2026-03' });
  expect(rows[1]?.place).toMatch(/^regio /);
  expect(rows[2]?.address).toMatch(/^\/foto\/uil-\d{4}$/);
});

it('keeps words waiting until they are confirmed, all at once, with an address that says no more', async () => {
  await t.send('POST', '/api/admin/categories', { name: 'hoenderloo', type: 'tag' });
  const rights = { copyright: '© Jip, Hoenderloo' };
  const texts = { title: 'Uil bij Hoenderloo', tags: ['hoenderloo'], description: 'In de mist' };
  const made = await create({ ...texts, ...owl }, '07:00:00', rights);
  expect(made.slug).toMatch(/^oehoe-\d{4}$/);
  expect(await leaks()).toMatchObject([
    { kind: 'text', field: 'title', word: 'Hoenderloo', tells: 'place' },
    { kind: 'tag', tag: 'hoenderloo' },
    { kind: 'rights' },
  ]);
  const read = () => {
    const content = openContent(t.db);
    const { title, tags, description, rights: told } = content;
    return { title, tags, description, rights: told };
  };
  expect(read()).toEqual({ title: 'Oehoe', tags: [], description: 'In de mist', rights: {} });
  const { held } = await report();
  await t.send('POST', '/api/admin/leaks/confirm', { texts: held });
  expect(read()).toEqual({ ...texts, rights });
  expect(await leaks()).toEqual([]);
  // Another text waits again.
  await t.send('PATCH', `${MEDIA}/${made.id}`, { title: 'Uil in Otterlo' });
  expect(read()).toMatchObject({ title: 'Oehoe' });
});

it('takes confirmations back when an item is guarded again', async () => {
  const made = await create({ title: 'Uil bij Hoenderloo', ...owl });
  await t.send('POST', '/api/admin/leaks/confirm', { texts: (await report()).held });
  expect(await leaks()).toEqual([]);
  await t.send('PATCH', `${MEDIA}/${made.id}`, { species: [] });
  await t.send('PATCH', `${MEDIA}/${made.id}`, owl);
  expect(await leaks()).toMatchObject([{ field: 'title' }]);
});

it.each(['notes', 'series'] as const)('keeps %s that show it waiting', async (kind) => {
  const { id } = await create({ title: 'Uil', ...owl });
  const text = 'Bij *Hoender***loo**.';
  const blocks = [{ kind: 'single', media: [id] }];
  const body = kind === 'notes' ? `${text} ${shownAs(id)}` : { introduction: text, blocks };
  const story = { title: 'Uilen', date: '2026-03-12', body };
  await t.send('POST', `/api/admin/${kind}`, story);
  const shown = () => publicRows(t.db).prepare('SELECT count(*) FROM stories').pluck().get();
  expect(await leaks()).toMatchObject([{ title: 'Uilen', word: 'Hoenderloo', tells: 'place' }]);
  expect(shown()).toBe(0);
  await t.send('POST', '/api/admin/leaks/confirm', { texts: (await report()).held });
  expect(shown()).toBe(1);
});

it('gives a new address that says no more than may be read', async () => {
  const { id } = await create({ title: 'Uil bij Hoenderloo', ...owl });
  await t.send('POST', `${MEDIA}/${id}/address`);
  expect(openContent(t.db)).toMatchObject({ slug: expect.stringMatching(/^oehoe-\d{4}$/) });
});

it('holds what a category and a tag of a guarded item say of themselves, until confirmed', async () => {
  await t.send('POST', '/api/admin/categories', { name: 'nacht', type: 'tag' });
  const describe = (name: string, description: string) =>
    t.db.update(categories).set({ description }).where(eq(categories.name, name)).run();
  describe('nacht', 'Bij Kootwijk');
  describe('fauna', 'Rond Hoenderloo');
  const read = () => {
    const target = publicRows(t.db);
    return ['categories', 'tags'].flatMap((table) =>
      target
        .prepare(`SELECT description FROM ${table} WHERE description IS NOT NULL`)
        .pluck()
        .all(),
    );
  };
  await create({ title: 'Vos', tags: ['nacht'] });
  expect(read()).toEqual(['Rond Hoenderloo', 'Bij Kootwijk']);
  await create({ title: 'Uil', tags: ['nacht'], ...owl, date: '2026-01-09' });
  expect(read()).toEqual([]);
  expect(await leaks()).toMatchObject([
    { kind: 'text', field: 'category', word: 'Hoenderloo', tells: 'place' },
    { kind: 'tag', tag: 'nacht', word: 'Kootwijk', tells: 'place' },
  ]);
  const { held } = await report();
  await t.send('POST', '/api/admin/leaks/confirm', { texts: held });
  expect(read()).toEqual(['Rond Hoenderloo', 'Bij Kootwijk']);
});

it('names what visitors knew of the outing before, until that is off the site', async () => {
  const fox = await create({ title: 'Vos' }, '07:30:00');
  const before = { firstPublishedAt: 1, createdAt: 1 };
  t.db.update(mediaRows).set(before).where(eq(mediaRows.id, fox.id)).run();
  await create({ title: 'Uil', ...owl });
  expect((await report()).rows.map(({ place: told, item }) => [told, item.guard?.level])).toEqual([
    [null, 'hidden'],
  ]);
  expect(await leaks()).toEqual([
    { kind: 'sameDay', id: fox.id, title: 'Vos', place: place.location },
  ]);
  await t.send('PATCH', `${MEDIA}/${fox.id}`, { locationPrivacy: 'hidden' });
  expect(await leaks()).toEqual([]);
});

it('has pages of fifty, of which the last stands for those after it', async () => {
  for (let i = 0; i < 51; i++) addItem(t.db, { guard: 'region' });
  expect((await report()).rows).toHaveLength(50);
  const last = await report('9');
  expect(last).toMatchObject({ page: 2, pages: 2, total: 51 });
  expect(last.rows).toHaveLength(1);
});

it('looks at the texts of a form before they are saved', async () => {
  const texts = {
    ...objectOf(toldTexts, () => ''),
    title: 'Uil bij Hoenderloo',
    category: '',
    tags: [],
  };
  const check = (level: string) =>
    readAnswer(
      z.array(textLeak),
      t.send('POST', '/api/admin/leaks/check', { level, location: place.location, ...texts }),
    );
  expect(await check('block')).toMatchObject([{ kind: 'text', field: 'title' }]);
});
