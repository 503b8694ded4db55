import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { signIn } from '@veldlicht/scripts/api-client';
import { serveSite, type WebServer } from '@veldlicht/scripts/caddy';
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  freePort,
  launchProduct,
  owner,
  type RunningProduct,
  startProduct,
  waitFor,
} from '../support/product.ts';
import { describeCountedViews } from './counted-views.ts';
import { describeEndedAddress } from './ended-address.ts';
import { oddAddresses, rawGet } from './odd-addresses.ts';

const root = path.join(import.meta.dirname, '../../..');

let product: RunningProduct;
let caddy: WebServer;
/** The public origin: Caddy's. */
let origin: string;
/** The program's own address. */
let direct: string;
let picture: string;
let draft: string;
let page: string;
let species: string;
let area: string;
let cookie: string;

beforeAll(async () => {
  const [port, caddyPort] = [await freePort(), await freePort()];
  origin = `http://localhost:${caddyPort}`;
  direct = `http://127.0.0.1:${port}`;
  product = await startProduct({ port, variables: { PUBLIC_ORIGIN: origin } });
  caddy = await serveSite(product.dataDir, caddyPort, port);
  const client = await signIn(origin, owner.username, owner.password);
  cookie = client.cookie();
  const upload = async (seed: number) =>
    (await client.upload(new Uint8Array(await plainPicture(seed)), 'image/jpeg')).objectPath;
  picture = await upload(1);
  draft = await upload(2);
  await client.addMedia({
    title: 'Ochtend',
    category: 'landscape',
    imageUrl: picture,
    location: '52.1312, 5.8604',
    locationPrivacy: 'approximate',
    species: ['Cervus elaphus'],
  });
  await client.addMedia({
    title: 'Later',
    category: 'landscape',
    imageUrl: draft,
    status: 'draft',
  });
  page = await waitFor('the picture to be live', async () => {
    const library = await (await fetch(`${origin}/mediabibliotheek`)).text();
    return /\/foto\/ochtend-\d{4}/.exec(library)?.[0];
  });
  const html = await (await fetch(origin + page)).text();
  species = /\/soort\/[a-z-]+/.exec(html)?.[0] ?? '';
  area = /\/kaart\/[\w/-]+/.exec(html)?.[0] ?? '';
});
afterAll(async () => {
  await caddy.stop();
  await product.stop();
  product.remove();
});

/** Headers that determine how a browser treats an answer. */
const telling = [
  'content-type',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
  'location',
  'tdm-reservation',
];

async function facts(
  base: string,
  address: string,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const answer = await fetch(base + address, { redirect: 'manual', ...init });
  const headers = Object.fromEntries(
    telling.map((name) => {
      const value = answer.headers.get(name)?.replace(base, '') ?? null;
      const text = /^text\/|javascript|json|xml/.test(value ?? '');
      return [
        name,
        name === 'content-type' && text
          ? value
              ?.toLowerCase()
              .replace('application/javascript', 'text/javascript')
              .replace(/;.*$/, '')
          : value,
      ];
    }),
  );
  return { status: answer.status, ...headers };
}

const asset = () => {
  const folder = path.join(product.dataDir, 'public/_astro');
  return `/_astro/${readdirSync(folder).find((name) => name.endsWith('.css'))}`;
};
const adminAsset = () => {
  const name = readdirSync(path.join(root, 'admin-ui/dist/assets')).find((file) =>
    file.endsWith('.js'),
  );
  return `/admin/assets/${name}`;
};
const chunk = () => {
  const folder = path.join(product.dataDir, 'public/bibliotheek');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return `/bibliotheek/${names.find((name) => name.endsWith('.json'))}`;
};

const classes: Array<[string, () => string, number]> = [
  ['the home page', () => '/', 200],
  ['the library', () => '/mediabibliotheek', 200],
  ['a page of an item', () => page, 200],
  ['the list of species', () => '/soorten', 200],
  ['a page of a species', () => species, 200],
  ['a missing species', () => '/soort/niets', 404],
  ['the map', () => '/kaart', 200],
  ['an area of the map', () => area, 200],
  ['an empty area', () => '/kaart/5/5', 404],
  ['an archive page', () => '/mediabibliotheek/archief/1', 200],
  ['the page after a message', () => '/bericht-verzonden', 200],
  ['the licence', () => '/licentie', 200],
  ['the rules for robots', () => '/robots.txt', 200],
  ['the rules for data mining', () => '/.well-known/tdmrep.json', 200],
  ['the sitemap', () => '/sitemap.xml', 200],
  ['a part of the sitemap', () => '/sitemap-1.xml', 200],
  ['a missing part of the sitemap', () => '/sitemap-999.xml', 404],
  ['the feed', () => '/rss.xml', 200],
  ['the manifest', () => '/manifest.webmanifest', 200],
  ['the ICO icon', () => '/favicon.ico', 200],
  ['the SVG icon', () => '/icon.svg', 200],
  ['an icon', () => '/apple-touch-icon.png', 200],
  ['a missing page', () => '/geen/pagina', 404],
  ['a missing item', () => '/foto/niets-1234', 404],
  ['the 404 page by its address', () => '/404', 404],
  ['another spelling with a slash', () => '/mediabibliotheek/', 308],
  ['another spelling with .html', () => '/mediabibliotheek.html', 308],
  ['a compressed twin', () => '/index.html.br', 404],
  ['a client file', asset, 200],
  ['a missing client file', () => '/_astro/niets.js', 404],
  ['a file of the index', chunk, 200],
  ['a missing file of the index', () => '/bibliotheek/niets.json', 404],
  ['a published picture', () => picture, 200],
  ['a picture of a draft', () => draft, 404],
  ['a missing picture', () => `/media/${'0'.repeat(32)}/960.jpg`, 404],
  ['the admin', () => '/admin', 200],
  ['a page of the admin', () => '/admin/media', 200],
  ['an unknown page of the admin', () => '/admin/niets', 404],
  ['a page of the admin with a slash', () => '/admin/media/', 308],
  ['a preview without a session', () => '/admin/preview/mediabibliotheek.html', 302],
  ['a file of the admin', adminAsset, 200],
  ['a missing file of the admin', () => '/admin/assets/niets.js', 404],
  ['a call', () => '/api/media', 200],
  ['an unknown call', () => '/api/niets', 404],
  ['a call with a slash', () => '/api/media/', 404],
  ['a call that requires a session', () => '/api/admin/media', 401],
  ['a call disguised as a stylesheet', () => '/api/auth/me/x.css', 404],
];

describe('Caddy and the embedded server answer alike', () => {
  it.each(classes)('%s', async (_name, address, status) => {
    const viaCaddy = await facts(origin, address());
    expect(viaCaddy.status).toBe(status);
    // The body of a 404 in these folders may differ, but not the status and that it is not cached.
    if (status === 404 && /^\/(?:_astro|admin\/assets)\//.test(address())) {
      expect(viaCaddy['cache-control']).not.toContain('immutable');
      return;
    }
    expect(viaCaddy).toEqual(await facts(direct, address()));
  });

  it.each([
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/sitemap-999.xml', 'text/html; charset=utf-8'],
    ['/rss.xml', 'application/rss+xml; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/icon.svg', 'image/svg+xml'],
  ])('%s is %s', async (address, type) => {
    for (const base of [origin, direct]) {
      const answer = await fetch(base + address, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers.get('content-type')).toBe(type);
      const encoding = address.endsWith('.ico') ? null : 'br';
      expect(answer.headers.get('content-encoding')).toBe(encoding);
    }
  });

  it('serves a draft picture only to signed-in people, uncached', async () => {
    const answer = await facts(origin, draft, { headers: { cookie } });
    expect([answer.status, answer['cache-control']]).toEqual([200, 'private, no-store']);
  });
});

describe('no redirect leads to another host', () => {
  it.each(oddAddresses)('%s', async (target) => {
    for (const base of [origin, direct]) {
      const answer = await rawGet(base, target);
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
      const location = /^location: (.*)\r$/im.exec(answer)?.[1];
      if (location === undefined) continue;
      const [path] = location.split('?');
      expect(path).toMatch(/^\/(?:mediabibliotheek|admin(?:\/[a-z]+)?)$/);
      expect(location).not.toContain('\\');
    }
  });

  it('keeps the query when it redirects another spelling', async () => {
    for (const base of [origin, direct])
      expect(await rawGet(base, '/mediabibliotheek/?tag=mist')).toMatch(
        /^location: \/mediabibliotheek\?tag=mist\r$/im,
      );
  });
});

it('refuses a path over 2,048 characters, whatever its beginning and its query', async () => {
  for (const base of [origin, direct])
    for (const start of ['/', '/foto/', '/admin/', '/api/media/', '/media/', '/_astro/']) {
      const path = (length: number) => start + '/'.repeat(length - start.length);
      const answer = await rawGet(base, path(2049));
      expect(answer).toMatch(/^HTTP\/1\.1 414 /);
      expect(answer).toMatch(/\{"error":"The address is too long","code":"uri_too_long"\}/);
      expect(await rawGet(base, `${path(2048)}?${'x'.repeat(4000)}`)).not.toMatch(
        /^HTTP\/1\.1 414 /,
      );
    }
});

describe('Caddy', () => {
  it('sends the precompressed form a browser asks for', async () => {
    for (const [accepts, gets] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${origin}/`, { headers: { 'accept-encoding': accepts } });
      expect(answer.headers.get('content-encoding')).toBe(gets);
      expect(await answer.text()).toContain('</html>');
    }
  });

  it('answers ranges', async () => {
    const answer = await fetch(origin + picture, { headers: { range: 'bytes=0-99' } });
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100]);
    const beyond = await fetch(origin + picture, { headers: { range: 'bytes=99999999-' } });
    expect(beyond.status).toBe(416);
  });

  it('answers 304 for an unchanged page', async () => {
    const first = await fetch(`${origin}/`);
    const etag = first.headers.get('etag') ?? '';
    const second = await fetch(`${origin}/`, { headers: { 'if-none-match': etag } });
    expect([etag !== '', second.status]).toEqual([true, 304]);
  });

  it('serves nothing outside its folders', async () => {
    for (const target of [
      '/../veldlicht.db',
      '/..%2f..%2fveldlicht.db',
      '/media/..%2f..%2fveldlicht.db',
      '/foto/%2e%2e/%2e%2e/%2e%2e/veldlicht.db',
      '/_astro/..%2f..%2f..%2fveldlicht.db',
    ]) {
      const answer = await rawGet(origin, target);
      expect(answer).toMatch(/^HTTP\/1\.1 (?:400|404|308)/);
      expect(answer).not.toContain('SQLite format');
    }
  });

  it('forwards server-sent events at once', async () => {
    const answer = await fetch(`${origin}/api/publishing/events`, { headers: { cookie } });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('event: state');
    await reader?.cancel();
  });
});

describeEndedAddress(() => ({ product, origin, direct }));
describeCountedViews(() => ({ product, origin, cookie }));

it('keeps serving the site while the database is damaged, and shows the reason at /admin (fault F8)', async () => {
  await product.stop();
  const handle = openSync(path.join(product.dataDir, 'veldlicht.db'), 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  closeSync(handle);
  const { port } = new URL(direct);
  const { dataDir } = product;
  product = await launchProduct({
    port: Number(port),
    dataDir,
    variables: { PUBLIC_ORIGIN: origin },
  });
  const admin = await waitFor('the reason', async () => {
    const answer = await fetch(`${origin}/admin`).catch(() => null);
    return answer?.status === 503 && answer;
  });
  expect(admin.headers.get('retry-after')).toBe('60');
  expect(await admin.text()).toContain('npm run restore');
  expect((await facts(origin, '/api/media')).status).toBe(503);
  for (const address of ['/', '/mediabibliotheek', page, picture])
    expect(await facts(origin, address)).toEqual(await facts(direct, address));
  expect((await facts(origin, '/mediabibliotheek')).status).toBe(200);
});
