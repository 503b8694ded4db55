import { expect, it } from 'vitest';
import { pageOf, sourceKind, sourceOf, viewOf } from './visit-rules.ts';

const HOST = 'veld.example.nl';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const request = {
  method: 'GET',
  path: '/foto/ree-1234',
  status: 200,
  dnt: '',
  gpc: '',
  purpose: '',
  referrer: '',
  userAgent: FIREFOX,
};
const view = (change: Partial<typeof request>) => viewOf({ ...request, ...change }, HOST);

it('counts a page that was sent, or answered with 304', () => {
  expect(view({})).toEqual({ page: '/foto/ree-1234', source: '' });
  expect(view({ status: 304, dnt: '0', gpc: '0' })).toEqual(view({}));
});

it.each([
  { method: 'POST' },
  { status: 404 },
  { status: 308 },
  { dnt: '1' },
  { gpc: '1' },
  { purpose: 'prefetch;prerender' },
  { path: '/_astro/page.Ab12.js' },
  { path: '/media/ab/960.jpg' },
  { path: '/admin/media' },
  { userAgent: '' },
  { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { userAgent: 'curl/8.14.1' },
  { userAgent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
])('counts no view for %j', (change) => {
  expect(view(change)).toBeNull();
});

it('counts a phone', () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  expect(view({ userAgent })).not.toBeNull();
});

it.each([
  ['/', '/'],
  ['/over', '/over'],
  ['/mediabibliotheek/archief/3', '/mediabibliotheek'],
  ['/kaart/w45/370', '/kaart'],
  ['/soort/bubo-bubo', '/soort/bubo-bubo'],
  ['/reeks/vorst-1234', '/reeks/vorst-1234'],
  ['/veldnotities', '/veldnotities'],
  ['/categorie/macro', '/categorie/macro'],
  ['/foto/34/ree-1234', null],
  ['/foto/Ree-1234', null],
  [`/foto/${'a'.repeat(200)}`, null],
])('has %s counted under %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

it.each([
  ['https://www.google.nl/search?q=ree', 'google.nl'],
  ['https://natuurforum.nl/draad/7#b', 'natuurforum.nl'],
  [`https://${HOST}/over`, null],
  [`https://www.${HOST}/`, null],
  ['http://192.0.2.7/wiki', ''],
  ['http://[2001:db8::7]/', ''],
  ['http://nas/', ''],
  ['android-app://com.google.android.gm', ''],
  ['niets', ''],
])('maps the referrer %s to the source %j', (referrer, host) => {
  expect(sourceOf(referrer, HOST)).toBe(host);
});

it('distinguishes search engines and social networks from other sites', () => {
  const kinds = [
    'google.nl',
    'duckduckgo.com',
    'l.instagram.com',
    't.co',
    'natuurgoogle.example.nl',
  ];
  expect(kinds.map(sourceKind)).toEqual(['search', 'search', 'social', 'social', 'site']);
});
