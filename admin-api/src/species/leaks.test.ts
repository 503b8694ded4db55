import { historyPage } from '@veldlicht/contract/history';
import { type AskedText, leakReport, waitingText } from '@veldlicht/contract/leaks';
import { mediaItem, placeWords } from '@veldlicht/contract/media';
import { siteDefaults } from '@veldlicht/contract/settings';
import { single, words } from '@veldlicht/contract/testing/blocks';
import { WAITING_SINCE } from '@veldlicht/contract/waiting-since';
import { project } from '@veldlicht/database/public/project';
import { openPublicDatabase } from '@veldlicht/database/public/public-database';
import { categories, mediaRows, species } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
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
const waiting = async () => (await report()).rows.flatMap((row) => row.held);
const answer = (texts: AskedText[], mayRead = true, addresses: string[] = []) => {
  const answers = texts.map(({ subject, text }) => ({ subject, text, mayRead }));
  return t.send('POST', '/api/admin/leaks/answers', { texts: answers, addresses });
};
const confirmAll = async () => answer((await report()).held);

/** The public database as the projection would make it now. */
function publicRows(db: typeof t.db) {
  const target = openPublicDatabase(':memory:');
  project(db, target, 'https://veldlicht.example', Date.now());
  return target;
}
const openContent = (db: typeof t.db) =>
  JSON.parse(String(publicRows(db).prepare('SELECT item FROM items').pluck().get()));

it('lists what visitors read of each guarded item, leaking ones first', async () => {
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
  expect(await waiting()).toMatchObject([
    {
      field: 'title',
      marks: [{ word: 'Hoenderloo', tells: 'place' }],
      address: 'uil-bij-hoenderloo',
    },
    { field: 'tag', title: 'hoenderloo' },
    { field: 'rights', text: rights.copyright },
  ]);
  const read = () => {
    const content = openContent(t.db);
    const { title, tags, description, rights: told } = content;
    return { title, tags, description, rights: told };
  };
  expect(read()).toEqual({ title: 'Oehoe', tags: [], description: 'In de mist', rights: {} });
  await confirmAll();
  expect(read()).toEqual({ ...texts, rights });
  expect(await waiting()).toEqual([]);
  // Another text waits again.
  await t.send('PATCH', `${MEDIA}/${made.id}`, { title: 'Uil in Otterlo' });
  expect(read()).toMatchObject({ title: 'Oehoe' });
});

it('revokes confirmations when an item is guarded again', async () => {
  const made = await create({ title: 'Uil bij Hoenderloo', ...owl });
  await confirmAll();
  expect(await waiting()).toEqual([]);
  await t.send('PATCH', `${MEDIA}/${made.id}`, { species: [] });
  await t.send('PATCH', `${MEDIA}/${made.id}`, owl);
  expect(await waiting()).toMatchObject([{ field: 'title' }]);
});

it('does not restore the permission for a position when an item is guarded again', async () => {
  const { id } = await create({ title: 'Uil', ...owl });
  await t.send('PATCH', `${MEDIA}/${id}`, { species: [] });
  const text = { description: 'Bij 52.131234, 5.860412', positionAllowed: true };
  await t.send('PATCH', `${MEDIA}/${id}`, text);
  expect(t.rows(mediaRows)[0]).toMatchObject({ guard: null, withheld: false });
  const { entries } = await readAnswer(historyPage, t.send('GET', '/api/admin/history'));
  await t.send('POST', `/api/admin/history/${entries[1]?.change}/undo`);
  expect(t.rows(mediaRows)[0]).toMatchObject({
    guard: 'region',
    withheld: true,
    allowedPositions: [],
    guardArea: { grid: { east: expect.any(Number) } },
  });
});

it.each(['notes', 'series'] as const)('keeps %s that show it waiting', async (kind) => {
  const { id } = await create({ title: 'Uil', ...owl });
  const text = 'Bij *Hoender***loo**.';
  const story = { title: 'Uilen', date: '2026-03-12', body: [words(text), single(id)] };
  await t.send('POST', `/api/admin/${kind}`, story);
  const shown = () => publicRows(t.db).prepare('SELECT count(*) FROM stories').pluck().get();
  expect(await waiting()).toMatchObject([{ title: 'Uilen', marks: [{ word: 'Hoenderloo' }] }]);
  expect(shown()).toBe(0);
  await confirmAll();
  expect(shown()).toBe(1);
});

it('guards an open item only once visitors may read the note that shows it beside an owl', async () => {
  const fox = await create({ title: 'Vos' }, '19:00:00');
  t.db.update(mediaRows).set({ firstPublishedAt: 1 }).run();
  const { id } = await create({ title: 'Uil', ...owl });
  const body = [words('Bij Hoenderloo.'), single(fox.id), single(id)];
  await t.send('POST', '/api/admin/notes', { title: 'Uilen', date: '2026-03-12', body });
  const guards = () => t.rows(mediaRows).map(({ guard }) => guard);
  expect(guards()).toEqual([null, 'region']);
  await confirmAll();
  expect(guards()).toEqual(['region', 'region']);
});

it('gives a new slug of confirmed words only', async () => {
  const { id } = await create({ title: 'Uil bij Hoenderloo', ...owl });
  await t.send('POST', `${MEDIA}/${id}/address`);
  expect(openContent(t.db)).toMatchObject({ slug: expect.stringMatching(/^oehoe-\d{4}$/) });
});

it('withholds name and description of a guarded item’s category and tags until confirmed', async () => {
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
  const tagsOfAll = () => {
    const items = publicRows(t.db).prepare('SELECT item FROM items ORDER BY seq').pluck().all();
    return items.map((item) => JSON.parse(String(item)).tags);
  };
  await create({ title: 'Vos', tags: ['nacht'] });
  expect(read()).toEqual(['Rond Hoenderloo', 'Bij Kootwijk']);
  await create({ title: 'Uil', tags: ['nacht'], ...owl, date: '2026-01-09' });
  // The owl is shown without the tag: that its words go away would be a signal.
  expect(read()).toEqual(['Bij Kootwijk']);
  expect(tagsOfAll()).toEqual([['nacht'], []]);
  expect(await waiting()).toMatchObject([
    { field: 'category', title: 'fauna', text: 'Rond Hoenderloo' },
    { field: 'tag', title: 'nacht', text: 'Bij Kootwijk' },
  ]);
  await confirmAll();
  expect(read()).toEqual(['Rond Hoenderloo', 'Bij Kootwijk']);
  expect(tagsOfAll()).toEqual([['nacht'], ['nacht']]);
});

it('holds the text of a species that something guarded shows, until confirmed', async () => {
  const names = { scientificName: 'Bubo bubo', dutchName: 'Oehoe', group: 'birds' };
  const put = (words: string) => t.send('PUT', '/api/admin/species', { ...names, words });
  const told = () => publicRows(t.db).prepare('SELECT words FROM species').pluck().get();
  await create({ title: 'Uil', ...owl });
  await put('Roept in januari.');
  expect(told()).toBe('Roept in januari.');
  const answered = await put('Broedt bij Hoenderloo.');
  expect(answered.headers.has(WAITING_SINCE)).toBe(true);
  expect(told()).toBeNull();
  expect(await waiting()).toMatchObject([
    { field: 'species', title: 'Bubo bubo', text: 'Broedt bij Hoenderloo.' },
  ]);
  await confirmAll();
  expect(told()).toBe('Broedt bij Hoenderloo.');
});

it('names what visitors knew of the outing before, until that is off the site', async () => {
  const fox = await create({ title: 'Vos' }, '07:30:00');
  const before = { firstPublishedAt: 1, createdAt: 1 };
  t.db.update(mediaRows).set(before).where(eq(mediaRows.id, fox.id)).run();
  await create({ title: 'Uil', ...owl });
  expect((await report()).rows.map(({ place: told, item }) => [told, item.guard?.level])).toEqual([
    [null, 'hidden'],
  ]);
  // No shared word may link the two, however common.
  expect((await report()).rows[0]?.held).toMatchObject([
    { field: 'title', text: 'Uil', marks: [] },
  ]);
  const tellers = async () => (await report()).rows.flatMap((row) => row.tellers);
  expect(await tellers()).toEqual([{ id: fox.id, title: 'Vos', place: place.location }]);
  await t.send('PATCH', `${MEDIA}/${fox.id}`, { locationPrivacy: 'hidden' });
  expect(await tellers()).toEqual([]);
});

it('has pages of fifty; beyond the end it returns the last', async () => {
  for (let i = 0; i < 51; i++) addItem(t.db, { guard: 'region' });
  expect((await report()).rows).toHaveLength(50);
  const last = await report('9');
  expect(last).toMatchObject({ page: 2, pages: 2, total: 51 });
  expect(last.rows).toHaveLength(1);
});

describe('the question at saving', () => {
  const PLACE = 'Bij Hoenderloo';
  /** The texts to confirm after a write. */
  async function asked(saved: Promise<Response>): Promise<unknown[]> {
    const response = await saved;
    expect(response.ok).toBe(true);
    const since = response.headers.get(WAITING_SINCE);
    if (since === null) return [];
    const url = `/api/admin/leaks/waiting?since=${since}`;
    const texts = await readAnswer(z.array(waitingText), t.send('GET', url));
    return texts.map(({ field, text }) => `${field}: ${text}`);
  }
  const patch = (id: string, json: unknown) => t.send('PATCH', `${MEDIA}/${id}`, json);

  it('is asked by every way in, of the words that wait, and of no others', async () => {
    const { id } = await create({ title: 'Uil', ...owl });
    const fox = await create({ title: 'Vos', date: '2025-01-01' });
    expect(await asked(patch(fox.id, { title: PLACE }))).toEqual([]);
    expect(await asked(patch(id, { title: 'Uil in de mist' }))).toEqual([]);
    expect(await asked(patch(id, { title: `Uil ${PLACE}` }))).toEqual([`title: Uil ${PLACE}`]);
    const bulk = { ids: [id], data: { description: PLACE } };
    expect(await asked(t.send('POST', `${MEDIA}/bulk-update`, bulk))).toContain(
      `description: ${PLACE}`,
    );
    expect(
      await asked(
        t.send('POST', '/api/admin/notes', {
          title: 'Nacht',
          date: '2026-03-12',
          body: [words(`${PLACE}.`), single(id)],
        }),
      ),
    ).toEqual([`note: ${PLACE}.`]);
    const fauna = t.rows(categories).find(({ name }) => name === 'fauna');
    const category = `/api/admin/categories/${fauna?.id}`;
    expect(await asked(t.send('PATCH', category, { description: PLACE }))).toEqual([
      `category: ${PLACE}`,
    ]);
    const name = { scientificName: 'Bubo bubo', dutchName: 'Hoenderlose oehoe', group: 'birds' };
    expect(await asked(t.send('PUT', '/api/admin/species', name))).toContain(
      'species: Hoenderlose oehoe',
    );
    expect(await asked(t.send('PATCH', '/api/settings', { profile: { about: PLACE } }))).toEqual([
      `site: ${PLACE}`,
    ]);
  });

  it('is asked once about a text, of twenty at once, and stays in the report', async () => {
    const titles = Array.from({ length: 20 }, (_, n) => `Uil ${n} ${PLACE}`);
    const ids: string[] = [];
    for (const title of titles) ids.push((await create({ title })).id);
    const bulk = { ids, data: { species: ['Bubo bubo'] } };
    expect(await asked(t.send('POST', `${MEDIA}/bulk-update`, bulk))).toHaveLength(20);
    const { held } = await report();
    expect((await answer(held, false)).headers.get(WAITING_SINCE)).toBeNull();
    expect((await report()).held).toEqual(held);
    const [first = ''] = ids;
    expect(await asked(patch(first, { alt: 'Een uil' }))).toEqual([]);
    expect(await asked(patch(first, { title: 'Uil in Otterlo' }))).toHaveLength(1);
    const before = t.rows(mediaRows).map(({ slug }) => slug);
    const again = (await report()).held;
    await answer(again, true, [first]);
    expect((await report()).held).toEqual([]);
    const after = t.rows(mediaRows).map(({ slug }) => slug);
    expect(after[0]).toMatch(/^uil-in-otterlo-/);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  it('asks about a restored text as about a typed one', async () => {
    const { id } = await create({ title: `Uil ${PLACE}` });
    await patch(id, { title: 'Uil' });
    await patch(id, owl);
    const title = () => openContent(t.db).title;
    expect(title()).toBe('Uil');
    const { entries } = await readAnswer(historyPage, t.send('GET', '/api/admin/history'));
    const renamed = entries[1]?.change;
    const undone = t.send('POST', `/api/admin/history/${renamed}/undo`);
    expect(await asked(undone)).toEqual([`title: Uil ${PLACE}`]);
    expect(title()).toBe('Oehoe');
    await confirmAll();
    expect(title()).toBe(`Uil ${PLACE}`);
  });

  it('is asked of what the site says of itself, which waits from the first guarded item on', async () => {
    const profile = { heroTitle: PLACE, about: 'In de mist', aboutLong: `${PLACE}, lang` };
    expect(await asked(t.send('PATCH', '/api/settings', { profile }))).toEqual([]);
    const told = () => {
      const { profile: shown } = JSON.parse(
        String(publicRows(t.db).prepare('SELECT facts FROM site').pluck().get()),
      );
      return [shown.heroTitle, shown.about, shown.aboutLong];
    };
    expect(told()).toEqual([PLACE, 'In de mist', `${PLACE}, lang`]);
    const { id } = await create({ title: 'Uil' });
    expect(await asked(patch(id, owl))).toEqual([`site: ${PLACE}`, `site: ${PLACE}, lang`]);
    expect(told()).toEqual([siteDefaults.heroTitle, 'In de mist', '']);
    await confirmAll();
    expect(told()).toEqual([PLACE, 'In de mist', `${PLACE}, lang`]);
  });
});

it('gives the panel the outing’s area, which may differ from that of the place', async () => {
  const west = { location: '52.136384, 5.824814', date: '2026-03-09' };
  const east = { location: '52.136379, 5.825982', date: '2026-03-09' };
  await t.send('PUT', '/api/admin/guard', {
    rules: [
      {
        scientificName: 'Bubo bubo',
        level: 'block',
        months: [],
        nestMonths: null,
        reason: '',
      },
    ],
  });
  await create({ title: 'Uil', ...east, ...owl });
  const { id } = await create({ title: 'Uil', ...west, ...owl }, '07:30:00');
  const ask = async (json: object) => {
    const asked = t.send('POST', `${MEDIA}/place`, { ...json, precision: 'block' });
    return (await readAnswer(placeWords, asked)).place;
  };
  const { rows } = await report();
  const told = rows.find(({ item }) => item.id === id)?.place;
  expect(await ask({ location: west.location })).not.toBe(told);
  expect(await ask({ id, location: west.location })).toBe(told);
});
