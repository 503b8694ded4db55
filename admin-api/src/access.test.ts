/** Who may call what (product decisions §1), over every route the app has (threats T4, T6, T11). */

import { errorBody } from '@veldlicht/contract/error';
import { sessions, settings } from '@veldlicht/database/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ciVariables } from '#testing/build-routes.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { type Asker, askers } from '#testing/route-row.ts';
import { routesOf, routeTable, startEasyWorker, writingRoutes } from '#testing/route-table.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
let worker: ReturnType<typeof startEasyWorker>;
const cookies: Partial<Record<Asker, string>> = {};

beforeAll(async () => {
  t = await createTestApp({ environment: ciVariables });
  worker = startEasyWorker(t);
  for (const asker of askers) if (asker !== 'anon') cookies[asker] = signInAs(asker, asker);
});
beforeEach(() => {
  enforce(false);
  confirmAll(t.deps.now());
});
afterAll(() => {
  worker.stop();
  t.remove();
});

/** A user of that kind, signed in; one for `setup` may not do more only while it is enforced. */
function signInAs(asker: Exclude<Asker, 'anon'>, name: string): string {
  return t.signInAs(asker === 'setup' ? 'admin' : asker, name).cookie;
}

/** As if everybody had given their password at that moment, or never. */
function confirmAll(confirmedAt: number | null): void {
  t.db.update(sessions).set({ confirmedAt }).run();
}

/** Whether two-factor is enforced; nobody here has it unless the row of a route says so. */
function enforce(enforce2fa: boolean): void {
  t.db.update(settings).set({ enforce2fa }).run();
}

const refusals = {
  anon: { status: 401, code: 'unauthenticated', error: 'Please sign in' },
  setup: { status: 403, code: 'two_factor_required', error: '2FA Required' },
  role: { status: 403, code: 'forbidden', error: 'You may not do this' },
};

/** Everything the database holds, to see that a refused call changed nothing. */
function contents(): string {
  const client = t.db.$client;
  const tables = client
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  return JSON.stringify(tables.map((table) => client.prepare(`SELECT * FROM "${table}"`).all()));
}

it('has a row in the table for every route, and no row too many', () => {
  const rows = routeTable.map(({ method, path }) => `${method} ${path}`).sort();
  expect(rows).toEqual(routesOf(t));
});

describe('roles (T11)', () => {
  const pairs = routeTable.flatMap((row) => askers.map((asker) => ({ ...row, asker })));

  it.each(pairs)(
    '$method $path asked by $asker',
    async ({ method, path, least, ok, own, call, asker }) => {
      const allowed = askers.indexOf(asker) >= askers.indexOf(least);
      const fresh = own && asker !== 'anon' ? signInAs(asker, `${asker} ${path}`) : undefined;
      const cookie = fresh ?? cookies[asker];
      const preparer = allowed ? (fresh ?? cookies.editor) : cookies.editor;
      const { url, ...payload } = await call(t, preparer ?? '');
      enforce(asker === 'setup');
      const before = contents();
      const response = await t.request(url, { method, cookie, ...payload });
      const refused = refusals[asker === 'anon' || asker === 'setup' ? asker : 'role'];
      // An upload belongs to the one who sent it.
      const others = path === '/api/media-objects' && asker === 'admin' ? 400 : ok;
      expect(response.status).toBe(allowed ? others : refused.status);
      if (allowed) return void (await response.body?.cancel());
      const { error, code } = await readAnswer(errorBody, response);
      expect({ error, code }).toEqual({ error: refused.error, code: refused.code });
      expect(contents()).toBe(before);
    },
  );

  it.each(routeTable.filter(({ least }) => least !== 'anon'))(
    "$method $path asks to confirm that it's you exactly if its row says so",
    async ({ method, path, own, ok, confirms, call }) => {
      const admin = signInAs('admin', `late ${method} ${path}`);
      // An upload belongs to the one who sent it.
      const cookie = path === '/api/media-objects' ? cookies.editor : admin;
      const { url, ...payload } = await call(t, (own ? admin : cookies.editor) ?? '');
      confirmAll(null);
      const before = contents();
      const response = await t.request(url, { method, cookie, ...payload });
      expect(response.status).toBe(confirms ? 403 : ok);
      if (!confirms) return void (await response.body?.cancel());
      expect((await readAnswer(errorBody, response)).code).toBe('confirmation_required');
      expect(contents()).toBe(before);
    },
  );

  it.each(routeTable.filter(({ least }) => least !== 'anon'))(
    '$method $path takes no planted or made-up session (T4)',
    async ({ method, call }) => {
      const { url, ...payload } = await call(t, cookies.editor ?? '');
      for (const sid of ['A'.repeat(43), '', "' OR 1=1 --", '../../x'])
        expect(
          (await t.request(url, { method, cookie: `__Host-sid=${sid}`, ...payload })).status,
        ).toBe(401);
    },
  );

  it('lets nobody in below /api/admin even where a guard was forgotten', async () => {
    expect((await t.request('/api/admin/nothing-here')).status).toBe(401);
    expect((await t.request('/api/admin/nothing-here', { cookie: cookies.viewer })).status).toBe(
      404,
    );
  });
});

describe('requests from other sites (T6)', () => {
  const foreign: Record<string, Record<string, string | undefined>> = {
    'cross-site': { 'sec-fetch-site': 'cross-site' },
    'same-site': { 'sec-fetch-site': 'same-site' },
    'site none': { 'sec-fetch-site': 'none' },
    'cross-site with our origin': {
      'sec-fetch-site': 'cross-site',
      origin: 'http://localhost:4321',
    },
    'evil origin': { origin: 'https://evil.example' },
    'no origin': {},
    'null origin': { origin: 'null' },
    'our origin as a prefix': { origin: 'http://localhost:4321.evil.example' },
    'our origin as a suffix': { origin: 'https://evil-http://localhost:4321' },
    'another port': { origin: 'http://localhost:43210' },
    https: { origin: 'https://localhost:4321' },
    'another case': { origin: 'http://LOCALHOST:4321' },
    'with a slash': { origin: 'http://localhost:4321/' },
  };
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined];
  const headersOf = (site: Record<string, string | undefined>, type: string | undefined) => {
    const headers = new Headers({ cookie: cookies.editor ?? '' });
    for (const [name, value] of Object.entries({ ...site, 'content-type': type }))
      if (value !== undefined) headers.set(name, value);
    return headers;
  };

  it.each(writingRoutes)('never reach $method $path', async ({ method, call }) => {
    const { url, json, body } = await call(t, cookies.editor ?? '');
    const sent = body ?? (json === undefined ? undefined : JSON.stringify(json));
    const before = contents();
    for (const [name, site] of Object.entries(foreign))
      for (const type of types) {
        const blob = sent === undefined ? {} : { body: new Blob([sent]) };
        const init = { method, headers: headersOf(site, type), ...blob };
        const response = await t.app.request(t.deps.environment.publicOrigin + url, init);
        expect([name, type, response.status]).toEqual([name, type, 403]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    expect(contents()).toBe(before);
  });

  it.each(writingRoutes.filter(({ path }) => path !== '/api/uploads/:key'))(
    'and our own $method $path takes JSON only',
    async ({ method, path, call }) => {
      const { url, json } = await call(t, cookies.editor ?? '');
      const before = contents();
      for (const type of [
        ...types.slice(1),
        'application/jsonp',
        'multipart/form-data; boundary=x',
      ]) {
        // The page without script sends a form here.
        if (path === '/api/contact' && type?.includes('form')) continue;
        const headers = headersOf({ 'sec-fetch-site': 'same-origin' }, type);
        const body = new Blob([JSON.stringify(json ?? {})]);
        const init = { method, headers, body };
        const response = await t.app.request(t.deps.environment.publicOrigin + url, init);
        expect([type, response.status]).toEqual([type, 415]);
      }
      expect(contents()).toBe(before);
    },
  );

  it.each(writingRoutes)(
    'but ours reach $method $path, also without Sec-Fetch-Site',
    async ({ method, path, least, call, ok }) => {
      const role = least === 'admin' ? 'admin' : 'editor';
      const asker = t.signInAs(role, `${method} ${path}`).cookie;
      const { url, json, body, headers: shown = {} } = await call(t, asker);
      const headers = headersOf(
        { origin: 'http://localhost:4321' },
        json === undefined ? undefined : 'application/json; charset=utf-8',
      );
      headers.set('cookie', asker);
      for (const [name, value] of Object.entries(shown)) headers.set(name, value);
      const sent = body ?? (json === undefined ? undefined : JSON.stringify(json));
      const init = { method, headers, ...(sent !== undefined && { body: sent }) };
      const response = await t.app.request(t.deps.environment.publicOrigin + url, init);
      expect(response.status).toBe(ok);
    },
  );

  it('change nothing by GET, HEAD or OPTIONS', async () => {
    for (const { path } of writingRoutes)
      for (const method of ['HEAD', 'OPTIONS']) {
        const before = contents();
        const headers = headersOf({ 'sec-fetch-site': 'cross-site' }, undefined);
        const response = await t.app.request(t.deps.environment.publicOrigin + path, {
          method,
          headers,
        });
        expect(response.headers.get('access-control-allow-methods')).toBeNull();
        expect(contents()).toBe(before);
      }
  });
});

describe('a body that is no JSON (T24)', () => {
  const bodies: [string, (json: string) => Buffer][] = [
    ['cut off', (json) => Buffer.from(json.slice(0, -1))],
    ['not even begun', () => Buffer.alloc(0)],
    [
      'with a byte that is no UTF-8',
      (json) => Buffer.from(json.replace('{', '{"x":"\xff",'), 'latin1'),
    ],
    ['with half a character at its end', (json) => Buffer.from(`${json}\xe2\x82`, 'latin1')],
    ['10 000 deep', () => Buffer.from('['.repeat(10_000) + ']'.repeat(10_000))],
    [
      '10 000 deep inside',
      (json) => {
        const [start = ''] = /^[^:]+:/.exec(json) ?? [];
        return Buffer.from(`${start}${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`);
      },
    ],
    ['half a million deep', () => Buffer.from('['.repeat(500_000) + ']'.repeat(500_000))],
  ];

  it.each(bodies)('%s is refused wherever JSON is taken', async (name, spoil) => {
    const refused: string[] = [];
    for (const { method, path, call } of writingRoutes) {
      const { cookie } = t.signInAs('admin', `${method} ${path} ${name}`);
      const { url, json, headers: shown } = await call(t, cookie);
      if (json === undefined) continue;
      const before = contents();
      const headers = { 'content-type': 'application/json', ...shown };
      const body = new Blob([spoil(JSON.stringify(json))]);
      const response = await t.request(url, { method, cookie, headers, body });
      const { code } = await readAnswer(errorBody, response);
      const isSmall = path === '/api/contact' || path === '/api/build/report';
      const isTooLarge = isSmall && body.size > 64 * 1024;
      expect([path, response.status]).toEqual([path, isTooLarge ? 413 : 400]);
      if (!name.includes('deep')) expect([path, code]).toEqual([path, 'malformed_json']);
      expect(contents()).toBe(before);
      refused.push(`${method} ${path}`);
    }
    expect(refused).toContain('POST /api/auth/login');
    expect(refused).toContain('POST /api/2fa/verify');
    expect(refused.length).toBeGreaterThanOrEqual(8);
  });
});

describe('a broken store (T24)', () => {
  it.each(routeTable)(
    'shows nothing of itself at $method $path',
    async ({ method, path, call }) => {
      const broken = await createTestApp({ environment: ciVariables });
      const { cookie } = broken.signInAs('editor');
      const { url, ...payload } = await call(broken, cookie);
      broken.db.$client.exec('ALTER TABLE users RENAME TO lost');
      const anonymous = await broken.request(url, { method, ...payload });
      const response = await broken.request(url, { method, cookie, ...payload });
      expect([path, response.status]).toEqual([path, 500]);
      const told = JSON.stringify([await response.json(), await anonymous.text()]);
      expect(told).toContain('"error":"Something went wrong"');
      for (const inside of [
        'users',
        'sqlite',
        'SQLITE',
        'select',
        broken.folder.root,
        '.ts:',
        'node:',
      ])
        expect(told).not.toContain(inside);
      broken.remove();
    },
  );
});
