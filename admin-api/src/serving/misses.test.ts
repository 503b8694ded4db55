/** Addresses of the site that have no file. */

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { replaceRedirects } from '@veldlicht/database/redirects';
import { contentState, endedAddresses } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';
import { addItem, addStory } from '#testing/test-content.ts';
import { addSite, markToBeMade } from '#testing/test-site.ts';

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

it('leads addresses of an earlier site on, the query first, but to no hidden page', async () => {
  replaceRedirects(t.db, [
    { path: '/2012/ree', target: '/foto/ree-1234' },
    { path: '/index.php?id=3', target: '/kaart?a=1#b' },
    { path: '/index.php', target: '/' },
    { path: '/foto/vos-4821', target: '/foto/ree-1234' },
    { path: '/mediabibliotheek', target: '/' },
    { path: '/reën', target: '/' },
    { path: '/2012/vos', target: '/foto/vos-bij-het-nest-1235' },
    { path: '/2012/nest', target: '/reeks/nest-bij-otterlo-1237' },
    { path: '/2012/das', target: '/foto/das-1236#top' },
  ]);
  const { id } = addItem(t.db, { slug: 'ree-1234', guard: 'hidden' });
  const waiting = {
    kind: 'series',
    slug: 'nest-bij-otterlo-1237',
    title: 'Nest bij Otterlo',
  } as const;
  const body = JSON.stringify([{ kind: 'single', media: [id] }]);
  addStory(t.db, { ...waiting, date: '2026-05-04', body });
  addItem(t.db, { slug: 'das-1236', status: 'draft' });
  for (const method of ['GET', 'HEAD'])
    expect(await told('/2012/ree?utm=x', method)).toEqual([301, '/foto/ree-1234']);
  for (const old of ['/2012/vos', '/2012/das', '/2012/nest'])
    expect(await told(old)).toEqual([410, null]);
  expect(await told('/index.php?id=3')).toEqual([301, '/kaart?a=1#b']);
  expect(await told('/index.php?id=4')).toEqual([301, '/']);
  expect(await told('/foto/vos-4821')).toEqual([301, '/foto/ree-1234']);
  expect(await told('/re%c3%abn')).toEqual([301, '/']);
  expect(await told('/mediabibliotheek')).toEqual([200, null]);
  expect(await told('/2012/ree/')).toEqual([308, '/2012/ree']);
});

describe('while its page is still to be made', () => {
  const place = (name: string) => path.join(t.folder.publicSite, name);
  const mark = (address: string) => markToBeMade(t.folder, address);

  it('waits for it', async () => {
    mark('/foto/das-5678');
    const answer = t.request('/foto/das-5678');
    await setTimeout(100);
    writeFileSync(place('foto/das-5678.html'), '<p>das</p>');
    expect(await (await answer).text()).toBe('<p>das</p>');
  });

  it('waits for no other', async () => {
    mark('/foto/das-5678');
    t.db.update(contentState).set({ running: true }).run();
    const since = performance.now();
    expect(await told('/foto/oehoenest-4821')).toEqual([410, null]);
    expect(await told('/foto/ree-9999')).toEqual([404, null]);
    expect(performance.now() - since).toBeLessThan(1000);
  });

  it('waits for two seconds, then answers Retry-After, never 404: the home page too', async () => {
    rmSync(place('index.html'));
    mark('/');
    const answer = await t.request('/');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).toContain('Nog even geduld');
  });

  it('answers 404 once the page is not to be made', async () => {
    const unmark = mark('/foto/das-5678');
    const answer = told('/foto/das-5678');
    await setTimeout(100);
    unmark();
    expect(await answer).toEqual([404, null]);
  });
});

it('answers 404 when the database can’t be read (F8)', async () => {
  t.db.$client.exec('DROP TABLE ended_addresses');
  expect(await told('/foto/oehoenest-4821')).toEqual([404, null]);
});
