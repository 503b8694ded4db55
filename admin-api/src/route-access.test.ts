/** Access to every route (threats T4, T6, T11). */
import { IMPORT_FILE_PATH } from '@veldlicht/contract/moving';
import { sessions, settings } from '@veldlicht/database/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ciVariables, shown } from '#testing/ci-build.ts';
import { refusal } from '#testing/read-answer.ts';
import { addKey } from '#testing/remote-routes.ts';
import { type Asker, askers } from '#testing/route-row.ts';
import { routesOf, routeTable, writingRoutes } from '#testing/route-table.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { startTestWorker } from '#testing/test-worker.ts';

let t: TestApp;
let worker: ReturnType<typeof startTestWorker>;
const cookies: Partial<Record<Asker, string>> = {};

beforeAll(async () => {
  t = await createTestApp({ environment: ciVariables });
  worker = startTestWorker(t);
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

/** Signs in a new user; one for `setup` is limited only while two-factor is enforced. */
function signInAs(asker: Exclude<Asker, 'anon'>, name: string): string {
  return t.signInAs(asker === 'setup' ? 'admin' : asker, name).cookie;
}

/** Sets when all sessions were confirmed. */
function confirmAll(confirmedAt: number | null): void {
  t.db.update(sessions).set({ confirmedAt }).run();
}

/** Enforces two-factor; no user here has it unless a route's row sets it up. */
function enforce(enforce2fa: boolean): void {
  t.db.update(settings).set({ enforce2fa }).run();
}

const refusals = {
  anon: { status: 401, code: 'unauthenticated' },
  setup: { status: 403, code: 'two_factor_required' },
  role: { status: 403, code: 'forbidden' },
};

/** Tries all variants of a refusal at one route, and the first at the others, which have the same guard. */
const variants = <T>(path: string, all: readonly T[]): readonly T[] =>
  path === '/api/admin/media' ? all : all.slice(0, 1);

/** Rows written so far, rolled back ones included: a refused call writes none. */
const written = () => t.written();

it('has a row in the table for every route, and no row too many', () => {
  const rows = routeTable.map(({ method, path }) => `${method} ${path}`).sort();
  expect(rows).toEqual(routesOf(t));
});

describe('roles (T11)', () => {
  const guarded = routeTable.filter(({ least }) => least !== 'anon');
  // An upload belongs to the one who sent it.
  const isOfSender = (path: string) => path === '/api/media-objects';

  it.each(routeTable)('$method $path is only for its least role and above', async (row) => {
    const { method, path, least, ok, own, call } = row;
    const first = askers.indexOf(least);
    const { url, ...payload } = await call(t, cookies.editor ?? '');
    for (const asker of askers.slice(0, first)) {
      enforce(asker === 'setup');
      const before = written();
      const response = await t.request(url, { method, cookie: cookies[asker], ...payload });
      const refused = refusals[asker === 'anon' || asker === 'setup' ? asker : 'role'];
      expect([asker, await refusal(response)]).toMatchObject([asker, refused]);
      expect([asker, written()]).toEqual([asker, before]);
    }
    for (const asker of askers.slice(first)) {
      enforce(false);
      const isOwn = own && asker !== 'anon';
      const cookie = isOwn ? signInAs(asker, `${asker} ${method} ${path}`) : cookies[asker];
      const { url, ...payload } = await call(t, (isOwn ? cookie : cookies.editor) ?? '');
      enforce(asker === 'setup');
      const response = await t.request(url, { method, cookie, ...payload });
      const expected = isOfSender(path) && asker === 'admin' ? 400 : ok;
      expect([asker, response.status]).toEqual([asker, expected]);
      await response.body?.cancel();
    }
  });

  it.each(guarded)(
    "$method $path asks to confirm that it's you exactly if its row says so",
    async ({ method, path, own, ok, confirms, call }) => {
      const admin = signInAs('admin', `late ${method} ${path}`);
      const cookie = isOfSender(path) ? cookies.editor : admin;
      const { url, ...payload } = await call(t, (own ? admin : cookies.editor) ?? '');
      confirmAll(null);
      const before = written();
      const response = await t.request(url, { method, cookie, ...payload });
      expect(response.status).toBe(confirms ? 403 : ok);
      if (!confirms) return void (await response.body?.cancel());
      expect((await refusal(response)).code).toBe('confirmation_required');
      expect(written()).toBe(before);
    },
  );

  it.each(guarded)(
    '$method $path takes no made-up session, and no other kind of key instead (T4, T20)',
    async ({ method, path, call }) => {
      const { url, ...payload } = await call(t, cookies.editor ?? '');
      const key = { authorization: `Bearer ${addKey(t).key}` };
      const forged = variants(path, ["' OR 1=1 --", '../../x']).map((sid) => [sid, key] as const);
      for (const [sid, headers] of [['A'.repeat(43), shown], ['', key], ...forged] as const) {
        const cookie = `sid=${sid}`;
        const answer = await t.request(url, { method, cookie, ...payload, headers });
        expect([sid, answer.status]).toEqual([sid, 401]);
      }
    },
  );

  it('needs a session below /api/admin even without a guard on the route', async () => {
    const url = '/api/admin/nothing-here';
    expect((await t.request(url)).status).toBe(401);
    expect((await t.request(url, { cookie: cookies.viewer })).status).toBe(404);
  });
});

describe('requests from other sites (T6)', () => {
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: ORIGIN },
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${ORIGIN}.evil.example` },
    { origin: `https://evil-${ORIGIN}` },
    { origin: 'http://localhost:43210' },
    { origin: 'https://localhost:4321' },
    { origin: 'http://LOCALHOST:4321' },
    { origin: `${ORIGIN}/` },
  ];
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined];
  /** A call with these headers and no others. */
  const send = (url: string, method: string, site: object, type?: string, sent?: string) => {
    const headers = { ...site, ...(type !== undefined && { 'content-type': type }) };
    const body = sent === undefined ? {} : { body: new Blob([sent]) };
    return t.app.request(ORIGIN + url, { method, headers, ...body });
  };
  const textOf = ({ json, body }: { json?: unknown; body?: string }) =>
    body ?? (json === undefined ? undefined : JSON.stringify(json));

  it.each(writingRoutes)('never reach $method $path', async ({ method, path, call }) => {
    const { url, ...payload } = await call(t, cookies.editor ?? '');
    const before = written();
    for (const site of variants(path, foreign))
      for (const type of variants(path, types)) {
        const headers = { ...site, cookie: cookies.editor };
        const response = await send(url, method, headers, type, textOf(payload));
        expect([site, type, response.status]).toEqual([site, type, 403]);
        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      }
    expect(written()).toBe(before);
  });

  // The others take a raw file.
  const files = ['/api/uploads/:key', '/api/v1/photos/:remoteId', IMPORT_FILE_PATH];
  it.each(writingRoutes.filter(({ path }) => !files.includes(path)))(
    'and our own $method $path takes JSON only',
    async ({ method, path, call }) => {
      const { url, json } = await call(t, cookies.editor ?? '');
      const own = { 'sec-fetch-site': 'same-origin', cookie: cookies.editor };
      const before = written();
      const others = [...types.slice(1), 'application/jsonp', 'multipart/form-data; boundary=x'];
      for (const type of variants(path, others)) {
        // The page without script sends a form here.
        if (path === '/api/contact' && type?.includes('form')) continue;
        const response = await send(url, method, own, type, JSON.stringify(json ?? {}));
        expect([type, response.status]).toEqual([type, 415]);
      }
      expect(written()).toBe(before);
    },
  );

  it.each(writingRoutes)(
    'but ours reach $method $path, also without Sec-Fetch-Site',
    async ({ method, path, least, call, ok }) => {
      const role = least === 'admin' ? 'admin' : 'editor';
      const { cookie } = t.signInAs(role, `${method} ${path}`);
      const { url, headers, ...payload } = await call(t, cookie);
      const type = payload.json === undefined ? undefined : 'application/json; charset=utf-8';
      const sent = [cookie, headers?.cookie].filter(Boolean).join('; ');
      const site = { origin: ORIGIN, ...headers, cookie: sent };
      expect((await send(url, method, site, type, textOf(payload))).status).toBe(ok);
    },
  );

  it('change nothing by HEAD or OPTIONS', async () => {
    const before = written();
    for (const { path } of writingRoutes)
      for (const method of ['HEAD', 'OPTIONS']) {
        const site = { 'sec-fetch-site': 'cross-site', cookie: cookies.editor };
        const response = await send(path, method, site);
        expect(response.headers.get('access-control-allow-methods')).toBeNull();
      }
    expect(written()).toBe(before);
  });
});

describe('a body (T13)', () => {
  const planted = ['__proto__', 'constructor', 'passwordHash', 'revision', 'folder', 'userId'];
  // A bulk call may fail item by item: its items have tests of their own.
  it.each(writingRoutes)('of $method $path is refused with an unknown field', async (row) => {
    const cookie = row.own ? signInAs('admin', `planted ${row.method} ${row.path}`) : cookies.admin;
    const { url, json, headers } = await row.call(t, (row.own ? cookie : cookies.editor) ?? '');
    if (json === undefined) return;
    const before = written();
    for (const name of variants(row.path, planted)) {
      const body = JSON.stringify(json).replace('{', `{"${name}":{"role":"admin"},`);
      const sent = { ...headers, 'content-type': 'application/json' };
      const response = await t.request(url, { method: row.method, cookie, headers: sent, body });
      expect([name, response.status]).toEqual([name, 400]);
    }
    expect(written()).toBe(before);
  });
});

describe('a broken store (T24)', () => {
  it.each(routeTable)('shows nothing of itself at $method $path', async ({ method, call }) => {
    const { url, ...payload } = await call(t, cookies.editor ?? '');
    const client = t.db.$client;
    // Shadows the real table, without its columns.
    client.exec('CREATE TEMP TABLE users (lost)');
    const anonymous = await t.request(url, { method, ...payload });
    const response = await t.request(url, { method, cookie: cookies.editor, ...payload });
    client.exec('DROP TABLE temp.users');
    expect(response.status).toBe(500);
    const told = JSON.stringify([await response.json(), await anonymous.text()]);
    expect(told).toContain('"code":"internal"');
    for (const inside of ['users', 'sqlite', 'SQLITE', 'select', t.folder.root, '.ts:', 'node:'])
      expect(told).not.toContain(inside);
  });
});
