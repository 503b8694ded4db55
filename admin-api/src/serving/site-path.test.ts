import { describe, expect, it } from 'vitest';
import { siteTarget } from './site-path.ts';

const fileOf = (urlPath: string) => {
  const target = siteTarget(urlPath);
  return target.kind === 'file' ? `${target.root}:${target.file}` : target.kind;
};

it.each([
  ['/', 'release:index.html'],
  ['/mediabibliotheek', 'release:mediabibliotheek.html'],
  ['/mediabibliotheek/archief/12', 'release:mediabibliotheek/archief/12.html'],
  ['/foto/ree-in-de-mist-1234', 'release:foto/34/ree-in-de-mist-1234.html'],
  ['/video/vos-0007', 'release:video/07/vos-0007.html'],
  ['/robots.txt', 'release:robots.txt'],
  ['/sitemap.xml', 'release:sitemap.xml'],
  ['/release.json', 'release:release.json'],
  ['/sitemap-12.xml', 'release:sitemap-12.xml'],
  ['/manifest.webmanifest', 'release:manifest.webmanifest'],
  ['/favicon.ico', 'release:favicon.ico'],
  ['/_astro/page.Ab12.js', 'assets:_astro/page.Ab12.js'],
  ['/_astro/media-library_1-2~x.css', 'assets:_astro/media-library_1-2~x.css'],
  ['/bibliotheek/0123456789abcdef.json', 'index:0123456789abcdef.json'],
])('%s is the file %s', (urlPath, file) => {
  expect(fileOf(urlPath)).toBe(file);
});

it('keeps hashed files for ever and asks after pages every time', () => {
  expect(siteTarget('/_astro/a.b.css')).toMatchObject({
    cache: 'immutable',
    type: 'text/css; charset=utf-8',
  });
  expect(siteTarget('/bibliotheek/a.json')).toMatchObject({ cache: 'immutable' });
  expect(siteTarget('/mediabibliotheek')).toMatchObject({
    cache: 'page',
    type: 'text/html; charset=utf-8',
  });
  expect(siteTarget('/release.json')).toMatchObject({ cache: 'page', type: 'application/json' });
});

it.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/rss.xml', 'application/rss+xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/favicon.ico', 'image/x-icon'],
])('%s is sent as %s and asked after every time', (urlPath, type) => {
  expect(siteTarget(urlPath)).toMatchObject({ type, cache: 'page' });
});

it.each([
  ['/mediabibliotheek/', '/mediabibliotheek'],
  ['/mediabibliotheek.html', '/mediabibliotheek'],
  ['/index.html', '/'],
  ['/index', '/'],
  ['/foto/ree-1234/', '/foto/ree-1234'],
  ['/foto/ree-1234.html', '/foto/ree-1234'],
])('%s has its clean address in %s', (urlPath, to) => {
  expect(siteTarget(urlPath)).toEqual({ kind: 'redirect', to });
});

describe('there is nothing at', () => {
  it.each([
    '/404',
    '/404.html',
    '/manifest.json',
    '/index.html.br',
    '/index.html.gz',
    '/robots.txt.gz',
    '/_astro/page.js.br',
    '/_astro/page.js.map',
    '/_astro',
    '/foto/zonder-cijfers',
    '/foto/34/ree-1234',
    '/video/07/vos-0007',
    '/foto/%33%34/ree-1234',
    '/foto/34/ree-1234.html.gz',
    '/foto/.html',
    '/geheim.key',
    '/veldlicht.db',
    '/.env',
    '/.tmp-1/index.html',
    '/foto/34/.shard.json',
    '//evil.example',
    '//evil.example/',
    '/a//b',
    '/..',
    '/../veldlicht.db',
    '/%2e%2e/veldlicht.db',
    '/..%2fveldlicht.db',
    '/..%2f..%2fveldlicht.db',
    '/..%5cveldlicht.db',
    '/a/..%c0%af..%c0%afetc',
    '/%00',
    '/robots.txt%00.html',
    '/%',
    '/%zz',
    '/%2fetc%2fpasswd',
    '/%252e%252e/x',
    '/C:%5cwindows',
    '',
    'robots.txt',
  ])('%s', (urlPath) => {
    expect(siteTarget(urlPath)).toEqual({ kind: 'missing' });
  });
});
