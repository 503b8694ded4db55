import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { addAdminApp, addRelease, addRenditions } from '#testing/test-release.ts';

const HASH = 'ab'.repeat(16);
const https = 'https://example.nl';

let plain: TestApp;
let secure: TestApp;
beforeAll(async () => {
  plain = await createTestApp();
  secure = await createTestApp({ environment: { PUBLIC_ORIGIN: https } });
  for (const t of [plain, secure]) {
    addRelease(t.folder, 'r1');
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
  'permissions-policy': 'geolocation=(), camera=(), microphone=()',
};
const page = {
  'content-security-policy':
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-cache',
};
const api = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Origin, Sec-Fetch-Site',
  'content-type': 'application/json',
};
const admin = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
    "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; object-src 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};
const hashed = { 'cache-control': 'public, max-age=31536000, immutable' };
const media = {
  ...hashed,
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': `inline; filename="${HASH}-960.jpg"`,
};

const classes: [string, number, Record<string, string>][] = [
  ['/', 200, page],
  ['/nergens', 404, page],
  ['/mediabibliotheek/', 308, page],
  ['/_astro/page.Ab12.js', 200, hashed],
  ['/bibliotheek/0123456789abcdef.json', 200, hashed],
  [`/media/${HASH}/960.jpg`, 200, media],
  ['/admin', 200, admin],
  ['/admin/nergens', 404, admin],
  ['/admin/assets/index-Ab12.js', 200, hashed],
  ['/api/categories', 200, api],
  ['/api/nothing', 404, api],
  ['/api/auth/me', 401, api],
];

it.each(classes)('%s has its headers (T23)', async (url, status, headers) => {
  const response = await plain.request(url);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...everywhere, ...headers });
  for (const name of ['server', 'x-powered-by', 'strict-transport-security'])
    expect(response.headers.has(name)).toBe(false);
});

/** Each header of an answer, but for what only names this one file. */
function headersOf(response: Response): Record<string, string> {
  const { etag: _, 'content-length': __, ...headers } = Object.fromEntries(response.headers);
  return headers;
}

const json = { ...everywhere, ...api };
const shell = {
  ...everywhere,
  ...admin,
  'content-type': 'text/html; charset=UTF-8',
  'x-robots-tag': 'noindex',
};
const script = {
  ...everywhere,
  ...hashed,
  'accept-ranges': 'bytes',
  'content-type': 'text/javascript; charset=utf-8',
  vary: 'Accept-Encoding',
};
const noScript = {
  ...everywhere,
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=UTF-8',
};

it.each([
  ['/admin', 200, shell],
  ['/admin/login', 200, shell],
  ['/admin/nergens', 404, shell],
  ['/admin/assets/index-Ab12.js', 200, script],
  ['/admin/assets/nergens.js', 404, noScript],
  ['/api/settings', 200, json],
  ['/api/auth/me', 401, json],
  ['/api/auth/me/x.css', 404, json],
  ['/api/nothing', 404, json],
] as const)('%s has these headers and no other (T23)', async (url, status, headers) => {
  const response = await plain.request(url);
  expect([response.status, headersOf(response)]).toEqual([status, headers]);
});

it('answers to uploads have these headers and no other (T23)', async () => {
  const { cookie } = plain.signInAs('editor');
  const ticket = await plain.request('/api/objects/upload', { method: 'POST', cookie });
  expect(headersOf(ticket)).toEqual(json);
  const { uploadURL } = z.object({ uploadURL: z.string() }).parse(await ticket.json());
  for (const status of [200, 409]) {
    const init = { method: 'PUT', body: 'picture' };
    const sent = await plain.request(uploadURL.replace(ORIGIN, ''), init);
    expect([sent.status, headersOf(sent)]).toEqual([status, json]);
  }
});

it('an answer to a sign-in has these headers, the two cookies, and no other (T23)', async () => {
  plain.addUser('admin', 'eva');
  const signIn = (password: string) =>
    plain.request('/api/auth/login', { method: 'POST', json: { username: 'eva', password } });
  expect(headersOf(await signIn('wrong'))).toEqual(json);
  const response = await signIn('password of eva');
  const { 'set-cookie': _, ...headers } = headersOf(response);
  expect(headers).toEqual(json);
  const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
  expect(response.headers.getSetCookie().map((each) => each.replace(/=[\w-]{43};/, '=…;'))).toEqual(
    [`__Host-sid=…; ${attributes}`, `__Host-device=…; Max-Age=15552000; ${attributes}`],
  );
});

it.each(classes)('%s is bound to https when the product is served that way', async (url) => {
  const response = await secure.request(url);
  expect(response.headers.get('strict-transport-security')).toBe('max-age=63072000');
});
