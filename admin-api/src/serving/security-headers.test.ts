import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { publishLists } from '#testing/public-content.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addAdminApp, addRenditions, addSite } from '#testing/test-site.ts';

const HASH = 'ab'.repeat(16);
let plain: TestApp;
let secure: TestApp;
beforeAll(async () => {
  plain = await createTestApp();
  secure = await createTestApp({ environment: { PUBLIC_ORIGIN: 'https://example.nl' } });
  for (const t of [plain, secure]) {
    addSite(t.folder);
    await publishLists(t);
    addAdminApp(t.deps.adminDist);
    addRenditions(t.folder, HASH, true);
  }
});
afterAll(() => {
  plain.remove();
  secure.remove();
});

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'geolocation=(), camera=(), microphone=(), publickey-credentials-get=(), publickey-credentials-create=()',
};
const html = { 'content-type': 'text/html; charset=utf-8' };
const file = { 'accept-ranges': 'bytes' };
const page = {
  ...everywhere,
  'content-security-policy':
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};
const sitePage = { ...page, ...html, ...file, vary: 'Accept-Encoding' };
const api = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin, Sec-Fetch-Site',
  'content-type': 'application/json',
};
const publicList = {
  ...api,
  ...file,
  'cache-control': 'no-cache',
  vary: 'Cookie, Accept-Encoding, Origin, Sec-Fetch-Site',
};
const admin = {
  ...everywhere,
  // The only pages that make and use passkeys.
  'permissions-policy':
    'geolocation=(), camera=(), microphone=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=UTF-8',
  'x-robots-tag': 'noindex',
};
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
const hashed = { ...everywhere, ...immutable, ...file, vary: 'Accept-Encoding' };
const script = { ...hashed, 'content-type': 'text/javascript; charset=utf-8' };
const picture = {
  ...everywhere,
  ...immutable,
  ...file,
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': `inline; filename="${HASH}-960.jpg"`,
  'content-type': 'image/jpeg',
};
const noScript = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=UTF-8',
};

/** Each header of an answer, but for what only names this one file. */
function headersOf(response: Response): Record<string, string> {
  const { etag: _, 'content-length': __, ...headers } = Object.fromEntries(response.headers);
  return headers;
}

it.each([
  ['/', 200, sitePage],
  ['/nergens', 404, sitePage],
  ['/mediabibliotheek/', 308, { ...page, location: '/mediabibliotheek' }],
  ['/_astro/page.Ab12.js', 200, script],
  ['/bibliotheek/foto/zoek/1.json', 200, { ...sitePage, 'content-type': 'application/json' }],
  [`/media/${HASH}/960.jpg`, 200, picture],
  ['/admin', 200, admin],
  ['/admin/nergens', 404, admin],
  ['/admin/assets/index-Ab12.js', 200, script],
  ['/admin/assets/nergens.js', 404, noScript],
  ['/api/categories', 200, publicList],
  ['/api/settings', 200, api],
  ['/api/nothing', 404, api],
  ['/api/auth/me', 401, api],
] as const)(
  '%s has these headers and no other, and HSTS behind https (T23)',
  async (url, status, headers) => {
    const response = await plain.request(url);
    expect([response.status, headersOf(response)]).toEqual([status, headers]);
    const bound = await secure.request(url);
    expect(bound.headers.get('strict-transport-security')).toBe('max-age=63072000');
  },
);

it('answers to uploads and sign-ins have the headers of the API and no other (T23)', async () => {
  const { cookie } = plain.signInAs('editor', 'eva');
  const ticket = await plain.request('/api/objects/upload', { method: 'POST', cookie });
  expect(headersOf(ticket)).toEqual(api);
  const { uploadURL } = z.object({ uploadURL: z.string() }).parse(await ticket.json());
  for (const status of [200, 409]) {
    const init = { method: 'PUT', body: 'picture' };
    const sent = await plain.request(uploadURL.replace(ORIGIN, ''), init);
    expect([sent.status, headersOf(sent)]).toEqual([status, api]);
  }
  for (const password of ['wrong', 'password of eva']) {
    const json = { username: 'eva', password };
    const response = await plain.request('/api/auth/login', { method: 'POST', json });
    const { 'set-cookie': _, ...headers } = headersOf(response);
    expect(headers).toEqual(api);
  }
});
