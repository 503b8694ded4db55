import { objectOf } from '@veldlicht/contract/by-name';
import { toldTexts } from '@veldlicht/contract/item-fields';
import { leakReport, textLeak } from '@veldlicht/contract/leaks';
import { mediaItem } from '@veldlicht/contract/media';
import { seriesItem, shownAs, storyItem } from '@veldlicht/contract/story';
import { media, species } from '@veldlicht/database/schema';
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

it('names the words of a title and the address that keeps them, until both are made anew', async () => {
  const { id } = await create({ title: 'Uil bij Hoenderloo', ...owl });
  const word = { word: 'Hoenderloo', tells: 'place' };
  expect(await leaks()).toEqual([
    { kind: 'text', field: 'title', ...word },
    { kind: 'address', ...word },
  ]);
  await t.send('PATCH', `${MEDIA}/${id}`, { title: 'Uil' });
  await t.send('POST', `${MEDIA}/${id}/address`);
  expect(await leaks()).toEqual([]);
  expect((await report()).rows).toHaveLength(1);
});

it('names the words of a field note that shows it, while that is on the site', async () => {
  const { id } = await create({ title: 'Uil', ...owl });
  const body = `Bij *Hoender***loo**, op 9 maart. ${shownAs(id)}`;
  const note = { title: 'Hoenderloo', date: '2026-03-12', body };
  const made = await readAnswer(storyItem, t.send('POST', '/api/admin/notes', note));
  const told = { kind: 'note', id: made.id, title: 'Hoenderloo' };
  expect(await leaks()).toEqual([
    { ...told, word: 'Hoenderloo', tells: 'place' },
    { ...told, word: '9 maart', tells: 'day' },
  ]);
  await t.send('PATCH', `/api/admin/notes/${made.id}`, { status: 'draft' });
  expect(await leaks()).toEqual([]);
});

it('names the words of a series that shows it, and what its own file and tags say', async () => {
  await t.send('POST', '/api/admin/categories', { name: 'hoenderloo', type: 'tag' });
  const rights = { copyright: '© Jip, Hoenderloo' };
  const { id } = await create({ title: 'Uil', tags: ['hoenderloo'], ...owl }, '07:00:00', rights);
  const blocks = [
    { kind: 'single', media: [id] },
    { kind: 'text', text: 'Bij *Hoender***loo**.' },
  ];
  const series = { title: 'Uilen', date: '2026-03-12', body: { introduction: '', blocks } };
  const made = await readAnswer(seriesItem, t.send('POST', '/api/admin/series', series));
  expect(await leaks()).toMatchObject([
    { kind: 'tag', tag: 'hoenderloo' },
    { kind: 'rights', word: 'Hoenderloo' },
    { kind: 'series', id: made.id, title: 'Uilen', word: 'Hoenderloo', tells: 'place' },
  ]);
});

it('names what visitors knew of the outing before, for which the item is hidden, until that is off the site', async () => {
  const fox = await create({ title: 'Vos' }, '07:30:00');
  const before = { firstPublishedAt: 1, createdAt: 1 };
  t.db.update(media).set(before).where(eq(media.id, fox.id)).run();
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
