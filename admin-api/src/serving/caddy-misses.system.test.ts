/** Caddy's responses for paths without a file, with and without the program. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { replaceRedirects } from '@veldlicht/database/redirects';
import { endedAddresses } from '@veldlicht/database/schema';
import { freePort, serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { startTestServer } from '#testing/test-server.ts';
import { addSite, markToBeMade } from '#testing/test-site.ts';
import { BROWSER } from '#testing/visit-lines.ts';

const MISSING = '<title>404 Page Not Found</title>';
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  addSite(t.folder);
  t.db.insert(endedAddresses).values({ slug: 'vos-4821', ending: '4821', revision: 1 }).run();
  replaceRedirects(t.db, [
    { path: '/2012/ree', target: '/over' },
    { path: '/oud.php?id=3', target: '/kaart' },
  ]);
});
afterAll(() => t.remove());

/** Follow from the connection, from how a body is sent, or from the file and the server that sends it. */
const LOOSE =
  /^(?:date|server|connection|keep-alive|transfer-encoding|content-length|accept-ranges|etag|last-modified)$/;

async function answerOf(origin: string, url: string, init: RequestInit = {}) {
  const headers = { 'user-agent': BROWSER, ...init.headers };
  const answer = await fetch(origin + url, { redirect: 'manual', ...init, headers });
  const told = [...answer.headers].filter(([name]) => !LOOSE.test(name));
  return { status: answer.status, headers: Object.fromEntries(told), text: await answer.text() };
}

describe('with the program', () => {
  let api: Awaited<ReturnType<typeof startTestServer>>;
  let caddy: WebServer;
  beforeAll(async () => {
    api = await startTestServer(t);
    caddy = await serveSite(t.folder.root, await freePort(), api.port);
  });
  afterAll(() => Promise.all([caddy.stop(), api.close()]));

  it.each([
    ['/foto/oehoenest-4821', 410, MISSING],
    ['/foto/oehoenest-4821?a=1', 410, MISSING],
    ['/foto/oehoenest-4822', 404, MISSING],
    ['/nergens', 404, MISSING],
    ['/n%C3%A9rgens%3Fx', 404, MISSING],
    ['/404', 404, MISSING],
    ['/bibliotheek/foto/zoek/2.json', 404, MISSING],
    ['/sitemap-9.xml', 404, MISSING],
    ['/2012/ree?utm=x', 301, ''],
    ['/oud.php?id=3', 301, ''],
    ['/index', 308, ''],
    ['/2012/ree/', 308, ''],
  ])('%s answers %i, to HEAD too, as the program itself does', async (url, status, text) => {
    for (const method of ['GET', 'HEAD']) {
      const viaCaddy = await answerOf(caddy.origin, url, { method });
      expect(viaCaddy).toMatchObject({ status, text: method === 'GET' ? text : '' });
      expect(viaCaddy).toEqual(await answerOf(`http://127.0.0.1:${api.port}`, url, { method }));
    }
  });

  it('with the page that a publish puts in place meanwhile', async () => {
    const files = {
      '/foto/das-5678': 'foto/das-5678.html',
      '/sitemap-7.xml': 'sitemap-7.xml',
      '/bibliotheek/foto/zoek/7.json': 'bibliotheek/foto/zoek/7.json',
    };
    const unmark = Object.keys(files).map((url) => markToBeMade(t.folder, url));
    const answers = Object.keys(files).map((url) => answerOf(caddy.origin, url));
    await setTimeout(200);
    for (const name of Object.values(files))
      writeFileSync(path.join(t.folder.publicSite, name), name);
    const texts = (await Promise.all(answers)).map(({ status, text }) => [status, text]);
    expect(texts).toEqual(Object.values(files).map((name) => [200, name]));
    for (const end of unmark) end();
    for (const name of Object.values(files)) rmSync(path.join(t.folder.publicSite, name));
  });

  it('with Retry-After where a page is late', async () => {
    const unmark = markToBeMade(t.folder, '/foto/das-5678');
    // All at once: each waits for the page.
    const answers = ['GET', 'HEAD'].map((method) =>
      Promise.all(
        [caddy.origin, `http://127.0.0.1:${api.port}`].map((origin) =>
          answerOf(origin, '/foto/das-5678', { method }),
        ),
      ),
    );
    for (const [viaCaddy, direct] of await Promise.all(answers)) {
      expect(viaCaddy).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
      expect(viaCaddy).toEqual(direct);
    }
    unmark();
  });

  it('compressed, as the client takes it', async () => {
    const headers = { 'accept-encoding': 'br' };
    expect(await answerOf(caddy.origin, '/nergens', { headers })).toMatchObject({
      headers: { 'content-encoding': 'br', vary: 'Accept-Encoding' },
      text: MISSING,
    });
  });

  it('counts none of them as a view', async () => {
    for (const url of ['/foto/weg-1234', '/foto/oehoenest-4821', '/2012/ree', '/foto/ree-1234'])
      await answerOf(caddy.origin, url);
    const records = () =>
      readFileSync(path.join(t.folder.root, 'visits', 'access.log'), 'utf8')
        .trim()
        .split('\n');
    await expect
      .poll(() => records().filter((line) => line.includes('|/foto/ree-1234|')))
      .toHaveLength(1);
    expect(records().filter((line) => /weg-1234|oehoenest|2012/.test(line))).toEqual([]);
  });

  it('gives nothing but the site: no draft of it, twin, dot file or file of the data folder', async () => {
    mkdirSync(t.folder.staging, { recursive: true });
    writeFileSync(path.join(t.folder.staging, 'foto.html'), 'CANARY');
    writeFileSync(path.join(t.folder.root, 'canary.txt'), 'CANARY');
    for (const url of [
      '/.env',
      '/%2eenv',
      '/foto/.env',
      '/.well-known/security.txt',
      '/index.html.br',
      '/foto/ree-1234.html.gz',
      '/staging/foto',
      '/../staging/foto',
      '/..%2fstaging%2ffoto',
      '/foto/..%2f..%2fstaging%2ffoto',
      '/_astro/..%2f..%2fcanary.txt',
      '/media/..%2f..%2fcanary.txt',
      '/veldlicht.db',
      '/..%2fveldlicht.db',
      '/public/index',
      '/foto',
      '/bibliotheek/foto',
    ]) {
      const raw = await new Promise<string>((resolve, reject) => {
        const { port } = new URL(caddy.origin);
        http
          .get({ host: 'localhost', port, path: url }, (answer) => {
            let text = `${answer.statusCode} `;
            answer.on('data', (piece) => {
              text += piece;
            });
            answer.on('end', () => resolve(text));
          })
          .on('error', reject);
      });
      expect([url, raw.slice(0, 3)]).toEqual([url, '404']);
      expect(raw).not.toMatch(/CANARY|secret|SQLite/);
    }
    mkdirSync(path.join(t.folder.publicSite, '.well-known'), { recursive: true });
    writeFileSync(path.join(t.folder.publicSite, '.well-known', 'tdmrep.json'), '[]');
    for (const url of ['/.well-known/tdmrep.json', '/', '/foto/ree-1234', '/nergens'])
      expect((await answerOf(caddy.origin, url)).headers['tdm-reservation']).toBe('1');
  });
});

describe('with a program that', () => {
  let caddy: WebServer;
  let asked: IncomingMessage[] = [];
  let reply: (answer: ServerResponse) => void;
  const upstream = http.createServer((request, answer) => {
    asked.push(request);
    reply(answer);
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo; // it listens on a port
    caddy = await serveSite(t.folder.root, await freePort(), port);
  });
  afterAll(async () => {
    await caddy.stop();
    upstream.closeAllConnections();
    upstream.close();
  });
  beforeEach(() => {
    asked = [];
  });

  it('is asked for the very address, as by a stranger', async () => {
    reply = (answer) => answer.writeHead(404).end();
    const headers = { cookie: 'sid=geheim', authorization: 'Bearer geheim' };
    for (const url of ['/re%C3%ABn/x?a=%2f&b={env.PATH}', '/a.php?b', '/x.html5']) {
      await answerOf(caddy.origin, url, { headers });
      expect(asked.at(-1)?.url).toBe(url);
    }
    await answerOf(caddy.origin, '/x', { method: 'HEAD', headers });
    expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD', 'HEAD']);
    expect(JSON.stringify(asked.map((one) => one.rawHeaders))).not.toContain('geheim');
    for (const url of ['/', '/foto/ree-1234', '/robots.txt', '/_astro/weg.js', '/.env', '/x.br'])
      await answerOf(caddy.origin, url);
    expect(asked).toHaveLength(4);
  });

  it('sends extra headers: only its response is passed on', async () => {
    const extra = { 'set-cookie': 'a=b', 'x-secret': 'x', 'cache-control': 'public' };
    reply = (answer) => answer.writeHead(404, extra).end();
    const { headers } = await answerOf(caddy.origin, '/nergens');
    reply = (answer) => answer.writeHead(410, extra).end();
    const ended = await answerOf(caddy.origin, '/nergens');
    expect(ended).toEqual({ status: 410, text: MISSING, headers });
    reply = (answer) => answer.writeHead(301, { ...extra, location: '/over' }).end();
    const moved = await answerOf(caddy.origin, '/nergens');
    const { 'content-type': _, 'content-encoding': __, vary, ...general } = headers;
    expect(moved).toEqual({ status: 301, text: '', headers: { ...general, location: '/over' } });
  });

  const broken: [string, (answer: ServerResponse) => void][] = [
    ...[401, 429, 500, 502, 504].map((status): (typeof broken)[number] => [
      `answers ${status}`,
      (answer) => answer.writeHead(status).end('broken'),
    ]),
    ['hangs up', (answer) => answer.destroy()],
    ['never answers', () => undefined],
  ];
  it.each(broken)(
    '%s: the page says 404, with the headers of a page',
    async (_, how) => {
      reply = how;
      const own = await answerOf(caddy.origin, '/_astro/weg.js');
      const [got, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => answerOf(caddy.origin, '/nergens', { method })),
      );
      expect(got).toEqual(own);
      expect(own).toMatchObject({ status: 404, text: MISSING });
      expect(head).toMatchObject({ status: 404, text: '' });
    },
    30_000,
  );

  it('never answers, and many ask: it gets no more than 256, and pages are served', async () => {
    reply = () => undefined;
    const gone = new AbortController();
    const answers = Array.from({ length: 400 }, () =>
      fetch(`${caddy.origin}/nergens`, { signal: gone.signal }).then(
        ({ status }) => status,
        () => null,
      ),
    );
    expect(await Promise.race(answers)).toBe(404);
    expect((await answerOf(caddy.origin, '/')).status).toBe(200);
    await expect.poll(() => asked.length).toBeGreaterThan(250);
    // It looks at the number first and adds to it then.
    expect(asked.length).toBeLessThan(270);
    gone.abort();
    await Promise.all(answers);
  });
});

it('without the program says 404 with the page, and serves all that is there', async () => {
  const caddy = await serveSite(t.folder.root, await freePort(), await freePort());
  for (const url of ['/nergens', '/foto/oehoenest-4821', '/2012/ree', '/rss.xml'])
    expect(await answerOf(caddy.origin, url)).toMatchObject({ status: 404, text: MISSING });
  expect(await answerOf(caddy.origin, '/foto/ree-1234')).toMatchObject({ text: '<p>ree</p>' });
  const place = `/media/${'ab'.repeat(16)}/960.jpg`;
  for (const url of ['/api/site', '/admin', place])
    expect((await answerOf(caddy.origin, url)).status).toBe(502);
  await caddy.stop();
});
