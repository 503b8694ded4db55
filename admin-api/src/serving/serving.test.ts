/** The public site, its pictures, the admin app, and what stays up without a database (T16, T19; F8). */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { adminPages } from '@veldlicht/contract/admin-pages';
import { endedAddresses } from '@veldlicht/database/schema';
import { beforeEach, describe, expect, it } from 'vitest';
import { ORIGIN, useTestApp } from '#testing/test-app.ts';
import { startTestServer } from '#testing/test-server.ts';
import { addAdminApp, addRenditions, addSite } from '#testing/test-site.ts';
import { createClosedApp } from './closed-app.ts';
import { siteTarget } from './site-path.ts';

const HASH = 'ab'.repeat(16);
const t = useTestApp();
const get = (url: string, headers: Record<string, string> = {}) => t.request(url, { headers });
const told = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get('location') ?? headers.get('cache-control')];
};

describe('the public site', () => {
  it('shows a waiting page until it is published', async () => {
    expect(await told(get('/mediabibliotheek'))).toEqual([503, 'no-store']);
    addSite(t.folder);
    expect(await told(get('/mediabibliotheek'))).toEqual([200, 'no-cache']);
  });

  it.each([
    ['/', '<p>home</p>'],
    ['/mediabibliotheek?category=fauna', '<p>alles</p>'],
    ['/kaart/w45/370', '<p>duinen</p>'],
    ['/foto/ree-1234', '<p>ree</p>'],
    ['/robots.txt', 'User-agent: *'],
    ['/_astro/page.Ab12.js', 'export {}'],
    ['/bibliotheek/foto/zoek/1.json', '{}'],
  ])('serves %s, and HEAD of it without a body', async (url, text) => {
    addSite(t.folder);
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    const head = await t.request(url, { method: 'HEAD' });
    expect([await head.text(), [...head.headers]]).toEqual(['', [...response.headers]]);
  });

  it('says of every page and file that photos are not for training, if the site does', async () => {
    const asked = ['/', '/foto/ree-1234', '/_astro/page.Ab12.js', '/.well-known/tdmrep.json'];
    const told = async () =>
      Promise.all(asked.map(async (url) => (await get(url)).headers.get('tdm-reservation')));
    addSite(t.folder);
    expect(await told()).toEqual([null, null, null, null]);
    const folder = path.join(t.folder.publicSite, '.well-known');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'tdmrep.json'), '[]');
    expect(await told()).toEqual(['1', '1', '1', '1']);
    expect(await (await get('/.well-known/tdmrep.json')).text()).toBe('[]');
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });

  it.each(['/nergens', '/bibliotheek/foto/zoek/2.json', '/_astro/weg.js'])(
    'answers %s with the 404 page',
    async (url) => {
      addSite(t.folder);
      const response = await get(url, { range: 'bytes=0-4' });
      expect(await told(response)).toEqual([404, 'no-cache']);
      expect(await response.text()).toBe('<title>404 Page Not Found</title>');
    },
  );

  it.each([
    ['/mediabibliotheek.html', '/mediabibliotheek'],
    ['/index', '/'],
    ['/foto/ree-1234/', '/foto/ree-1234'],
    ['/mediabibliotheek/?tag=mist', '/mediabibliotheek?tag=mist'],
  ])('sends %s on to %s', async (url, to) => {
    addSite(t.folder);
    expect(await told(get(url))).toEqual([308, to]);
  });

  it('answers 410 for an address with the ending of one that an item or a note had', async () => {
    addSite(t.folder);
    t.db.insert(endedAddresses).values({ slug: 'vos-4821', ending: '4821', revision: 1 }).run();
    const statusOf = async (url: string) => (await get(url)).status;
    for (const url of [
      '/foto/oehoenest-4821',
      '/video/oehoenest-4821',
      '/veldnotities/vorst-4821',
      '/reeks/winter-4821',
    ])
      expect(await statusOf(url)).toBe(410);
    for (const url of ['/foto/oehoenest-4822', '/foto/4821', '/oehoenest-4821'])
      expect(await statusOf(url)).toBe(404);
  });

  it('chooses the compressed form that the client takes', async () => {
    addSite(t.folder);
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0', null],
    ] as const) {
      const response = await get('/', { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(String(encoding ? decode[encoding](bytes) : bytes)).toBe('<p>home</p>');
    }
  });

  it('answers 304 until a page changes, then the new page', async () => {
    addSite(t.folder);
    const etag = (await get('/')).headers.get('etag') ?? '';
    const same = await get('/', { 'if-none-match': `"x", ${etag}` });
    expect([await told(same), await same.text()]).toEqual([[304, 'no-cache'], '']);
    addSite(t.folder, '<p>changed</p>');
    const changed = await get('/', { 'if-none-match': etag });
    expect([changed.status, await changed.text()]).toEqual([200, '<p>changed</p>']);
    // When a page was written is when its photo was uploaded.
    expect(changed.headers.get('last-modified')).toBeNull();
    expect(changed.headers.get('etag')).toMatch(/^W\/"[\w-]{16}"$/);
  });

  it.each([
    '/404',
    '/robots.txt.gz',
    '/_astro/page.js.map',
    '/foto/.html',
    '/geheim.key',
    '/veldlicht.db',
    '/.env',
    '/foto/.ree-1234',
    '/media/%61b/notes.txt',
    '/MEDIA/ab/notes.txt',
    '//evil.example/',
    '/a//b',
    '/../veldlicht.db',
    '/%2e%2e/veldlicht.db',
    '/..%2f..%2fveldlicht.db',
    '/..%5cveldlicht.db',
    '/a/..%c0%af..%c0%afetc',
    '/robots.txt%00.html',
    '/%zz',
    '/%2fetc%2fpasswd',
    '/%252e%252e/x',
    '',
    'robots.txt',
  ])('has nothing at %s (T19)', (urlPath) => {
    expect(siteTarget(urlPath)).toEqual({ kind: 'missing' });
  });
});

describe('pictures and videos', () => {
  it('are for everyone once published, before that for signed-in people and no cache', async () => {
    addRenditions(t.folder, HASH, true);
    const response = await get(`/media/${HASH}/960.jpg`);
    expect([response.status, await response.text()]).toEqual([200, 'jpeg bytes']);
    const draft = 'cd'.repeat(16);
    addRenditions(t.folder, draft, false);
    const url = `/media/${draft}/960.jpg`;
    expect(await told(get(url))).toEqual([404, 'no-store']);
    const inside = await t.send('GET', url);
    expect(await told(inside)).toEqual([200, 'private, no-store']);
    expect(inside.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    for (const name of [
      'notes.txt',
      '960.svg',
      '..%2f..%2fveldlicht.db',
      '960.jpg%00',
      '',
      'A.jpg',
    ])
      expect((await t.send('GET', `/media/${HASH}/${name}`)).status).toBe(404);
  });

  it('support ranges (RFC 9110 §14)', async () => {
    addRenditions(t.folder, HASH, true);
    const part = async (headers: Record<string, string>) => {
      const answer = await get(`/media/${HASH}/video.mp4`, headers);
      const { length } = await answer.text();
      return [answer.status, answer.headers.get('content-range'), length];
    };
    expect(await part({ range: 'bytes=5-14' })).toEqual([206, 'bytes 5-14/600000', 10]);
    expect(await part({ range: 'bytes=-500' })).toEqual([206, 'bytes 599500-599999/600000', 500]);
    expect(await part({ range: 'bytes=599990-' })).toEqual([206, 'bytes 599990-599999/600000', 10]);
    const large = [206, 'bytes 10-500009/600000', 500_000];
    expect(await part({ range: 'bytes=10-500009' })).toEqual(large);
    expect(await part({ range: 'bytes=600000-' })).toEqual([416, 'bytes */600000', 0]);
    const whole = [200, null, 600_000];
    expect(await part({ range: 'bytes=0-9', 'if-range': '"old"' })).toEqual(whole);
    const head = await t.request(`/media/${HASH}/video.mp4`, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect((await part({ range: 'bytes=0-9', 'if-range': etag }))[0]).toBe(206);
  });
});

describe('the admin app', () => {
  beforeEach(() => addAdminApp(t.deps.adminDist));

  it('is one page at its addresses, in one spelling, and a 404 elsewhere', async () => {
    for (const page of adminPages)
      expect(await told(get(`/admin${page && `/${page}`}`))).toEqual([200, 'no-store']);
    expect(await told(get('/admin/media/?x=1'))).toEqual([308, '/admin/media?x=1']);
    const missing = await get('/admin/media/x');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('<title>404 Page Not Found</title><div id="root">');
  });

  it('has its hashed files, and really misses others', async () => {
    const found = await get('/admin/assets/index-Ab12.js', { 'accept-encoding': 'br' });
    expect([found.status, found.headers.get('content-encoding')]).toEqual([200, 'br']);
    for (const name of ['x.js', 'index-Ab12.js.map', '..%2findex.html', 'a/b.js', ''])
      expect(await told(get(`/admin/assets/${name}`))).toEqual([404, 'no-store']);
  });

  it('moves to the public origin from another name of this machine', async () => {
    const moved = get('/admin/media?a=1', { host: '127.0.0.1:4321' });
    expect(await told(moved)).toEqual([302, `${ORIGIN}/admin/media?a=1`]);
    for (const host of ['localhost:4321', '127.0.0.1:9999', 'evil.example:4321', 'a b'])
      expect((await get('/admin/media', { host })).status).toBe(200);
  });
});

describe('on the wire', () => {
  it('nothing is read or written outside its folders (T19)', async () => {
    const tricks = [
      '../canary.txt',
      '..%2fcanary.txt',
      '%2e%2e%2fcanary.txt',
      '..%5ccanary.txt',
      '..\\canary.txt',
      '....//canary.txt',
      '%00canary.txt',
      '/etc/passwd',
      '%c0%ae%c0%ae/canary.txt',
      '%252e%252e%252fcanary.txt',
      'x'.repeat(5000),
    ];
    const places = [
      '/',
      '/foto/',
      '/_astro/',
      '/bibliotheek/',
      `/media/${HASH}/`,
      '/admin/assets/',
    ];
    addSite(t.folder);
    addAdminApp(t.deps.adminDist);
    addRenditions(t.folder, HASH, true);
    const canary = path.join(t.folder.root, 'canary.txt');
    for (const file of [canary, path.join(t.folder.root, 'staging.txt')])
      writeFileSync(file, 'CANARY');
    const server = await startTestServer(t);
    for (const place of [...places, '/api/uploads/', '/api/admin/media/'])
      for (const trick of tricks)
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await server.raw(
            `${method} ${place}${trick} HTTP/1.1\r\nHost: localhost:4321\r\nCookie: ${t.cookie}\r\n` +
              'Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
          );
          const isRefused = [308, 400, 403, 404, 414].includes(Number(answer.slice(9, 12)));
          expect([place + trick, isRefused]).toEqual([place + trick, true]);
          expect(answer).not.toMatch(/CANARY|root:/);
        }
    expect(readFileSync(canary, 'utf8')).toBe('CANARY');
    const odd = await server.raw('GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(odd).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_input"/);

    // Clients that leave in the middle of a video break nothing.
    const url = `/media/${HASH}/video.mp4`;
    for (let i = 0; i < 20; i += 1)
      await new Promise<void>((done) => {
        const socket = connect(server.port, '127.0.0.1', () =>
          socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost:4321\r\n\r\n`),
        );
        socket.once('data', () => socket.destroy());
        socket.once('close', () => done());
      });
    expect((await server.send(url)).body).toHaveLength(600_000);
    await server.close();
  });
});

describe('while the database cannot be used (F8)', () => {
  beforeEach(() => addSite(t.folder));
  type Facts = Parameters<typeof createClosedApp>[0]['facts'];
  const damaged: Facts = { fault: 'damaged', newestBackup: Date.UTC(2026, 4, 31, 1) };
  async function ask(url: string, headers: Record<string, string> = {}, facts = damaged) {
    const app = createClosedApp({ folder: t.folder, publicOrigin: ORIGIN, facts });
    const answer = await app.request(ORIGIN + url, { headers });
    return { answer, text: await answer.text() };
  }

  it.each(['/foto/ree-1234', '/nergens'])('the site answers %s as ever', async (url) => {
    const { answer, text } = await ask(url);
    const usual = await t.request(url);
    expect([answer.status, text]).toEqual([usual.status, await usual.text()]);
    expect([...answer.headers].sort()).toEqual([...usual.headers].sort());
  });

  it('serves published pictures, and no others to anyone', async () => {
    addRenditions(t.folder, HASH, true);
    const url = `/media/${HASH}/960.jpg`;
    expect((await ask(url)).answer.status).toBe(200);
    renameSync(path.join(t.folder.publicMedia, HASH), path.join(t.folder.publicMedia, 'away'));
    expect((await ask(url, { cookie: t.cookie })).answer.status).toBe(404);
  });

  it('refuses calls, and answers a plain form in Dutch', async () => {
    const { answer, text } = await ask('/api/auth/me');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
    expect(JSON.parse(text)).toMatchObject({ code: 'not_ready' });
    const form = await ask('/api/contact', { accept: 'text/html' });
    expect([form.answer.status, form.text.includes('later opnieuw')]).toEqual([503, true]);
  });

  it('says the reason at every address of the admin, in the language asked for first', async () => {
    const dutch = { 'accept-language': 'nl-NL,nl;q=0.9,en;q=0.8' };
    const { answer, text } = await ask('/admin/media', dutch);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'no-store']);
    for (const words of ['De database is beschadigd', '31 mei 2026', 'npm run restore'])
      expect(text).toContain(words);
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
    expect(text).not.toContain(t.folder.root);
    for (const [fault, header, ...words] of [
      ['missing', 'nl', 'is er geen gevonden', 'npm run restore'],
      ['unfinished', 'en-GB,en;q=0.9,nl;q=0.5', 'No backup was found'],
      ['newer', 'fr', 'newer version', 'made before it', 'npm run restore'],
      ['foreign', 'fr', 'does not belong to Veldlicht', 'DATA_DIR', 'npm run restore'],
      ['other', 'fr', 'No backup was found'],
      ['unreleased', 'nl', 'nooit is uitgebracht', 'lege map', 'originals'],
      ['unreleased', 'en', 'unreleased version', 'an empty folder', 'originals'],
    ] as const) {
      const facts = { fault, newestBackup: null };
      const page = await ask('/admin', { 'accept-language': header }, facts);
      for (const word of words) expect(page.text).toContain(word);
      expect(page.text).not.toContain('undefined');
      // Its backups are of that version, too.
      expect(page.text.includes('npm run restore')).toBe(fault !== 'unreleased');
    }
  });
});
