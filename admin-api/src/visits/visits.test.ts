import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settings as settingsSchema } from '@veldlicht/contract/settings';
import { visits as visitsSchema } from '@veldlicht/contract/visits';
import { contentState, mediaRows, settings, species, visits } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { ciVariables } from '#testing/ci-build.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { addItem, addStory } from '#testing/test-content.ts';
import { addSite } from '#testing/test-site.ts';
import { BROWSER } from '#testing/visit-lines.ts';

const t = useTestApp();
beforeEach(() => addSite(t.folder));

const look = (url: string, headers: Record<string, string> = {}) =>
  t.request(url, { headers: { 'user-agent': BROWSER, ...headers } });
const read = (query = '', cookie = t.cookie) =>
  readAnswer(visitsSchema, t.request(`/api/admin/visits${query}`, { cookie }));
const total = async () => (await read()).days.reduce((sum, { views }) => sum + views, 0);
const settle = (json: unknown) =>
  readAnswer(settingsSchema, t.send('PATCH', '/api/settings', json));
const recorded = () => {
  const folder = t.deps.environment.visitsDir;
  return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
};

it('counts pages that the embedded server answers, without an address in its records', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9', cookie: 'sid=geheim' };
  await look('/', { referer: 'https://duckduckgo.com/?q=ree', ...from });
  await look('/foto/ree-1234?herkomst=mail', from);
  await look('/foto/ree-1234', { referer: 'http://localhost:4321/' });
  await look('/foto/weg-4821');
  await look('/robots.txt');
  await look('/', { 'sec-gpc': '1' });
  await look('/', { dnt: '1' });
  await look('/', { 'user-agent': 'curl/8.14.1' });
  await t.request('/', { method: 'HEAD', headers: { 'user-agent': BROWSER } });
  expect(recorded().join('').trim().split('\n')).toEqual([
    `{"level":"info","ts":1780228800,"status":200,"user_id":"GET|/|||||https://duckduckgo.com/?q=ree|${BROWSER}"}`,
    `{"level":"info","ts":1780228800,"status":200,"user_id":"GET|/foto/ree-1234||||||${BROWSER}"}`,
    `{"level":"info","ts":1780228800,"status":200,"user_id":"GET|/foto/ree-1234|||||http://localhost:4321/|${BROWSER}"}`,
  ]);
  expect(await read()).toMatchObject({
    state: 'on',
    isCurrent: true,
    photos: [{ path: '/foto/ree-1234', title: null, picture: null, views: 2 }],
    pages: [{ path: '/', views: 1 }],
    sources: [{ host: 'duckduckgo.com', kind: 'search', views: 1 }],
    direct: 1,
  });
  t.pass(2 * 3_600_000);
  expect(await total()).toBe(3);
  expect(recorded()).toEqual([]);
});

it('counts the view behind a record that was cut off', async () => {
  const folder = t.deps.environment.visitsDir;
  mkdirSync(folder);
  const hour = Math.floor(t.deps.now() / 3_600_000);
  writeFileSync(path.join(folder, `own-${hour}.log`), '{"ts":1780228800,"pa');
  await look('/');
  expect(await total()).toBe(1);
});

it('writes its records for this user and its group only, and loses none when the clock goes back over the hour', async () => {
  // The folder may be made by either: who counts, or who records.
  expect(await total()).toBe(0);
  await look('/');
  const folder = t.deps.environment.visitsDir;
  const modes = ['.', ...readdirSync(folder)].map((name) => statSync(path.join(folder, name)).mode);
  expect(modes.map((mode) => mode & 0o007)).toEqual([0, 0]);
  t.pass(-1000);
  expect(await total()).toBe(1);
  t.pass(1000);
  await look('/');
  expect(await total()).toBe(2);
});

it('gives a page all the same when its view can’t be written down', async () => {
  await t.reopen({ environment: { VISITS_DIR: '/dev/null/visits' } });
  addSite(t.folder);
  expect((await look('/')).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'on', isCurrent: false });
});

it('returns thirty days, with titles of photos, series, species and notes', async () => {
  const item = addItem(t.db, { slug: 'ree-in-de-mist-1234', title: 'Ree in de mist' });
  const body = '[]';
  addStory(t.db, { kind: 'series', slug: 'vorst-1234', title: 'Vorst', date: '2026-01-09', body });
  addStory(t.db, { kind: 'note', slug: 'dooi-1234', title: 'Dooi', date: '2026-01-09', body });
  const oehoe = { scientificName: 'Bubo bubo', dutchName: 'Oehoe', groupName: 'birds' } as const;
  t.db.insert(species).values(oehoe).run();
  const at = (day: string, page: string, views: number) => ({ day, page, views });
  t.db
    .insert(visits)
    .values([
      at('2026-05-01', '/over', 50),
      at('2026-05-02', '/over', 1),
      at('2026-05-31', `/foto/${item.slug}`, 3),
      at('2026-05-30', `/foto/${item.slug}`, 4),
      at('2026-05-30', '/video/vos-2222', 5),
      at('2026-05-30', '/reeks/vorst-1234', 1),
      at('2026-05-30', '/veldnotities/dooi-1234', 1),
      at('2026-05-30', '/soort/bubo-bubo', 1),
      at('2026-05-30', '/categorie/macro', 2),
    ])
    .run();
  const told = await read();
  expect([told.days.length, told.days[0], told.days.at(-1)]).toEqual([
    30,
    { day: '2026-05-02', views: 1 },
    { day: '2026-05-31', views: 3 },
  ]);
  expect(told).toMatchObject({
    photos: [
      { title: 'Ree in de mist', views: 7, picture: expect.stringMatching(/480\.avif$/) },
      { path: '/video/vos-2222', title: null, views: 5 },
    ],
    series: [{ title: 'Vorst' }],
    species: [{ title: 'Oehoe' }],
    notes: [{ title: 'Dooi' }],
    pages: [{ title: 'macro' }, { path: '/over', title: null }],
  });
  t.db.delete(mediaRows).where(eq(mediaRows.id, item.id)).run();
  expect((await read('?days=1')).photos).toEqual([
    { path: `/foto/${item.slug}`, title: null, picture: null, views: 3 },
  ]);
  for (const days of ['0', '397', 'x', '1.5'])
    expect((await t.request(`/api/admin/visits?days=${days}`, { cookie: t.cookie })).status).toBe(
      400,
    );
});

it('is turned off and on by admins, with an entry in the log and without publishing', async () => {
  const revision = () => t.rows(contentState)[0]?.revision;
  const before = revision();
  await look('/');
  expect(await settle({ countVisits: false })).toMatchObject({ countVisits: false });
  await look('/');
  expect(await read()).toMatchObject({ state: 'off' });
  expect(await total()).toBe(0);
  t.pass(1000);
  await settle({ countVisits: true });
  await look('/');
  expect(await total()).toBe(1);
  await settle({ countVisits: true });
  const logged = t.audits('facts').map(([facts]) => facts?.switched);
  expect([revision(), logged]).toEqual([before, [{ countVisits: false }, { countVisits: true }]]);
});

it('is wiped with what was recorded until then, and counts on', async () => {
  await look('/');
  await total();
  await look('/');
  t.pass(1000);
  expect((await t.send('DELETE', '/api/admin/visits')).status).toBe(204);
  expect(await total()).toBe(0);
  await look('/');
  expect(await total()).toBe(1);
  expect(t.audits('action', 'entity', 'actor')).toEqual([['delete', 'visits', 'eva']]);
  await settle({ countVisits: false });
  await t.send('DELETE', '/api/admin/visits');
  expect(t.rows(settings)).toMatchObject([{ visitsSince: null }]);
});

it('says that another machine serves the site', async () => {
  await t.reopen({ environment: ciVariables });
  addSite(t.folder);
  await look('/');
  expect(await read()).toMatchObject({ state: 'elsewhere' });
  expect(await total()).toBe(0);
});
