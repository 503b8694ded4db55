/** Addresses of the site that have no file. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { replaceRedirects } from '@veldlicht/database/redirects';
import { contentState, endedAddresses } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addSite } from '#testing/test-site.ts';

const t = useTestApp();
beforeEach(() => {
  addSite(t.folder);
  t.db.insert(endedAddresses).values({ slug: 'vos-4821', ending: '4821', revision: 1 }).run();
});

const told = async (url: string, method = 'GET') => {
  const { status, headers } = await t.request(url, { method });
  return [status, headers.get('location')];
};

it('answers 410 for an address with the ending of one that an item or a story had', async () => {
  for (const folder of ['foto', 'video', 'veldnotities', 'reeks'])
    expect(await told(`/${folder}/oehoenest-4821`)).toEqual([410, null]);
  for (const url of [
    '/foto/oehoenest-4822',
    '/foto/4821',
    '/oehoenest-4821',
    '/foto/ree-1234/4821',
  ])
    expect(await told(url)).toEqual([404, null]);
  expect(await told('/foto/ree-1234')).toEqual([200, null]);
});

it('looks an ending up by an index', () => {
  const query = 'EXPLAIN QUERY PLAN SELECT 1 FROM ended_addresses WHERE ending = ?';
  expect(t.db.$client.prepare(query).all('4821')).toMatchObject([
    { detail: expect.stringContaining('INDEX ended_addresses_ending') },
  ]);
});

it('leads addresses of an earlier site on, the query first, and no page that is there', async () => {
  replaceRedirects(t.db, [
    { path: '/2012/ree', target: '/foto/ree-1234' },
    { path: '/index.php?id=3', target: '/kaart?a=1#b' },
    { path: '/index.php', target: '/' },
    { path: '/foto/vos-4821', target: '/foto/ree-1234' },
    { path: '/mediabibliotheek', target: '/' },
    { path: '/reën', target: '/' },
  ]);
  for (const method of ['GET', 'HEAD'])
    expect(await told('/2012/ree?utm=x', method)).toEqual([301, '/foto/ree-1234']);
  expect(await told('/index.php?id=3')).toEqual([301, '/kaart?a=1#b']);
  expect(await told('/index.php?id=4')).toEqual([301, '/']);
  expect(await told('/foto/vos-4821')).toEqual([301, '/foto/ree-1234']);
  expect(await told('/re%c3%abn')).toEqual([301, '/']);
  expect(await told('/mediabibliotheek')).toEqual([200, null]);
  expect(await told('/2012/ree/')).toEqual([308, '/2012/ree']);
});

describe('while a publish runs', () => {
  const page = () => path.join(t.folder.publicSite, 'foto', 'das-5678.html');
  beforeEach(() => t.db.update(contentState).set({ running: true }).run());

  it('waits for a page that is being made', async () => {
    const answer = t.request('/foto/das-5678');
    await setTimeout(100);
    writeFileSync(page(), '<p>das</p>');
    expect(await (await answer).text()).toBe('<p>das</p>');
  });

  it('waits no longer than the publish, and not for what has ended or moved', async () => {
    const answer = told('/foto/das-5678');
    expect(await told('/foto/oehoenest-4821')).toEqual([410, null]);
    t.db.update(contentState).set({ running: false }).run();
    expect(await answer).toEqual([404, null]);
  });

  it('waits for two seconds at most', async () => {
    expect(await told('/foto/das-5678')).toEqual([404, null]);
    expect(t.db.select().from(contentState).get()?.running).toBe(true);
  });
});

it('answers 404 when the database can’t be read (F8)', async () => {
  t.db.$client.exec('DROP TABLE ended_addresses');
  expect(await told('/foto/oehoenest-4821')).toEqual([404, null]);
});
