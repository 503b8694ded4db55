import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addAdminApp, addRelease, addRenditions, makeLive } from '#testing/test-release.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HASH = 'ab'.repeat(16);

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => t.remove());
const get = (url: string, headers: Record<string, string> = {}) => t.request(url, { headers });

describe('the public site', () => {
  it('says that it comes soon until a release is live', async () => {
    const response = await get('/mediabibliotheek');
    expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(await response.text()).toContain('Binnenkort beschikbaar');
  });

  it.each([
    ['/', '<p>home of r1</p>'],
    ['/mediabibliotheek?category=fauna', '<p>alles</p>'],
    ['/mediabibliotheek/archief/1', '<p>een</p>'],
    ['/foto/ree-1234', '<p>ree</p>'],
    ['/robots.txt', 'User-agent: *'],
    ['/release.json', '{"id":"r1"}'],
    ['/_astro/page.Ab12.js', 'export {}'],
    ['/bibliotheek/0123456789abcdef.json', '{}'],
  ])('serves %s', async (url, text) => {
    addRelease(t.folder, 'r1');
    const response = await get(url);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
  });

  it.each([
    '/nergens',
    '/404',
    '/foto/vos-9999',
    '/geheim.key',
    '/manifest.json',
    '/index.html.br',
    '/shards/foto-34/r1/ree-1234',
    '/r1/release.json',
    '/manifests/releases/r1.json',
    '/_astro/x.js',
  ])('answers %s with the 404 page and status 404', async (url) => {
    addRelease(t.folder, 'r1');
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('<title>404 Page Not Found</title>');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("object-src 'none'");
  });

  it('answers 410 for an address with the ending of one that an item had', async () => {
    addRelease(t.folder, 'r1');
    const response = await get('/foto/oehoenest-4821');
    expect([response.status, await response.text()]).toEqual([
      410,
      '<title>404 Page Not Found</title>',
    ]);
    expect((await t.request('/video/oehoenest-4821', { method: 'HEAD' })).status).toBe(410);
    for (const url of ['/foto/oehoenest-4822', '/foto/4821', '/oehoenest-4821'])
      expect((await get(url)).status).toBe(404);
  });

  it('moves to the clean address and keeps the query', async () => {
    addRelease(t.folder, 'r1');
    const response = await get('/mediabibliotheek/?tag=mist');
    expect([response.status, response.headers.get('location')]).toEqual([
      308,
      '/mediabibliotheek?tag=mist',
    ]);
  });

  it('chooses the compressed form that the client takes', async () => {
    addRelease(t.folder, 'r1');
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const response = await get('/', { 'accept-encoding': accepted });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const body = decode[encoding](Buffer.from(await response.arrayBuffer()));
      expect(body.toString()).toBe('<p>home of r1</p>');
    }
    const plain = await get('/', { 'accept-encoding': 'br;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('vary')).toBe('Accept-Encoding');
  });

  it('answers 304 while a page is the same, and the new page once it changed', async () => {
    addRelease(t.folder, 'r1');
    const etag = (await get('/')).headers.get('etag') ?? '';
    const same = await get('/', { 'if-none-match': `"x", ${etag}` });
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect(same.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/', { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200);
    addRelease(t.folder, 'r2');
    const changed = await get('/', { 'if-none-match': etag });
    expect([changed.status, await changed.text()]).toEqual([200, '<p>home of r2</p>']);
  });

  it('follows the link anew for every request', async () => {
    addRelease(t.folder, 'r1');
    addRelease(t.folder, 'r2');
    expect(await (await get('/release.json')).text()).toBe('{"id":"r2"}');
    makeLive(t.folder, 'r1');
    expect(await (await get('/release.json')).text()).toBe('{"id":"r1"}');
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    addRelease(t.folder, 'r1');
    const [head, full] = [await t.request('/', { method: 'HEAD' }), await get('/')];
    expect(await head.text()).toBe('');
    expect([...head.headers]).toEqual([...full.headers]);
  });
});

describe('pictures and videos', () => {
  it('are for everyone once published, immutable, and can do nothing in a browser', async () => {
    addRenditions(t.folder, HASH, true);
    const response = await get(`/media/${HASH}/960.jpg`);
    expect([response.status, await response.text()]).toEqual([200, 'jpeg bytes']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': IMMUTABLE,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${HASH}-960.jpg"`,
    });
  });

  it('are only for signed-in people before that, and for no cache', async () => {
    addRenditions(t.folder, HASH, false);
    const url = `/media/${HASH}/960.jpg`;
    const outside = await get(url);
    expect([outside.status, outside.headers.get('cache-control')]).toEqual([404, 'no-store']);
    const { cookie } = t.signInAs('viewer');
    const inside = await t.request(url, { cookie });
    expect([inside.status, inside.headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    for (const answer of [outside, inside])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it.each(['notes.txt', '960.svg', '..%2f..%2fveldlicht.db', '960.jpg%00', '', 'A.jpg'])(
    'do not include %s',
    async (name) => {
      addRenditions(t.folder, HASH, true);
      const { cookie } = t.signInAs('admin');
      expect((await t.request(`/media/${HASH}/${name}`, { cookie })).status).toBe(404);
    },
  );

  it('come in parts (RFC 9110 §14)', async () => {
    addRenditions(t.folder, HASH, true);
    const url = `/media/${HASH}/video.mp4`;
    const part = await get(url, { range: 'bytes=5-14' });
    expect([part.status, await part.text()]).toEqual([206, '5678901234']);
    expect(part.headers.get('content-range')).toBe('bytes 5-14/600000');
    expect(part.headers.get('content-length')).toBe('10');
    const large = await get(url, { range: 'bytes=10-500009' });
    expect([large.status, (await large.arrayBuffer()).byteLength]).toEqual([206, 500_000]);
    const beyond = await get(url, { range: 'bytes=600000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */600000']);
    const other = await get(url, { range: 'bytes=0-9', 'if-range': '"old"' });
    expect(other.status).toBe(200);
    const etag = other.headers.get('etag') ?? '';
    expect((await other.arrayBuffer()).byteLength).toBe(600_000);
    expect((await get(url, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  });
});

describe('the admin app', () => {
  const pages = [
    '/admin',
    '/admin/login',
    '/admin/media',
    '/admin/categories',
    '/admin/contacts',
    '/admin/publishing',
    '/admin/users',
    '/admin/website-settings',
    '/admin/settings',
  ];

  it.each(pages)('answers %s', async (url) => {
    addAdminApp(t.deps.adminDist);
    const response = await get(url);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toContain('<title>Veldlicht</title>');
  });

  it.each([
    ['/admin/', '/admin'],
    ['/admin/media/?x=1', '/admin/media?x=1'],
  ])('knows one spelling: %s', async (url, target) => {
    const response = await get(url);
    expect([response.status, response.headers.get('location')]).toEqual([308, target]);
  });

  it.each(['/admin/nergens', '/admin/media/x'])('is a 404 at %s', async (url) => {
    addAdminApp(t.deps.adminDist);
    const response = await get(url);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<title>404 Page Not Found</title><div id="root">');
  });

  it('has its hashed files, and really misses others', async () => {
    addAdminApp(t.deps.adminDist);
    const found = await get('/admin/assets/index-Ab12.js', { 'accept-encoding': 'br' });
    expect([found.status, found.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
    expect(found.headers.get('content-encoding')).toBe('br');
    for (const name of ['x.js', 'index-Ab12.js.map', '..%2findex.html', 'a/b.js', '']) {
      const missing = await get(`/admin/assets/${name}`);
      expect([name, missing.status, missing.headers.get('cache-control')]).toEqual([
        name,
        404,
        'no-store',
      ]);
    }
  });

  it('moves to the public origin from another name of this machine', async () => {
    addAdminApp(t.deps.adminDist);
    const moved = await get('/admin/media?a=1', { host: '127.0.0.1:4321' });
    expect([moved.status, moved.headers.get('location')]).toEqual([
      302,
      `${ORIGIN}/admin/media?a=1`,
    ]);
    for (const host of ['localhost:4321', '127.0.0.1:9999', 'evil.example:4321', 'a b'])
      expect((await get('/admin/media', { host })).status).toBe(200);
  });
});

describe('traversal on the wire (T19)', () => {
  let server: TestServer;
  beforeEach(async () => {
    addRelease(t.folder, 'r1');
    addAdminApp(t.deps.adminDist);
    addRenditions(t.folder, HASH, true);
    server = await startTestServer(t);
  });
  afterEach(() => server.close());

  const tricks = [
    '../canary.txt',
    '..%2fcanary.txt',
    '%2e%2e/canary.txt',
    '%2e%2e%2fcanary.txt',
    '..%5ccanary.txt',
    '..\\canary.txt',
    '..%2f..%2f..%2fcanary.txt',
    '....//canary.txt',
    '%00canary.txt',
    '/canary.txt',
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
    '/media/',
    '/admin/assets/',
    '/api/uploads/',
    '/api/admin/media/',
  ];

  it('never reads or writes outside its folders', async () => {
    const canary = path.join(t.folder.root, 'canary.txt');
    writeFileSync(canary, 'CANARY');
    writeFileSync(path.join(t.folder.releases, 'canary.txt'), 'CANARY');
    const { cookie } = t.signInAs('admin');
    for (const place of places)
      for (const trick of tricks)
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await server.raw(
            `${method} ${place}${trick} HTTP/1.1\r\nHost: localhost:4321\r\nCookie: ${cookie}\r\n` +
              'Sec-Fetch-Site: same-origin\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
          );
          const status = Number(answer.slice(9, 12));
          expect([place + trick, [308, 400, 403, 404, 414].includes(status)]).toEqual([
            place + trick,
            true,
          ]);
          expect(answer).not.toContain('CANARY');
          expect(answer).not.toContain('root:');
        }
    expect(readFileSync(canary, 'utf8')).toBe('CANARY');
  });

  it('answers addresses that are none in the one error shape', async () => {
    const answer = await server.raw(
      'GET http://[ HTTP/1.1\r\nHost: localhost:4321\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_input"');
  });

  it('breaks nothing when a client leaves in the middle of a video', async () => {
    const url = `/media/${HASH}/video.mp4`;
    const { connect } = await import('node:net');
    for (let i = 0; i < 20; i += 1)
      await new Promise<void>((done) => {
        const socket = connect(server.port, '127.0.0.1', () =>
          socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost:4321\r\n\r\n`),
        );
        socket.once('data', () => socket.destroy());
        socket.once('close', () => done());
      });
    expect((await server.send(url)).body).toHaveLength(600_000);
  });
});
