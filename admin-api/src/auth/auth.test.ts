import { readFileSync } from 'node:fs';
import { meAnswer } from '@veldlicht/contract/auth';
import { devices, sessions, uploads, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { endAccess } from './access.service.ts';

const HOUR = 60 * 60 * 1000;
const ATTRIBUTES = '; Path=/; Secure; HttpOnly; SameSite=Strict';

let t: TestApp;
const verify = vi.fn(async (hash: string | null, password: string) => hash === `hash:${password}`);
beforeEach(async () => {
  verify.mockClear();
  t = await createTestApp({ passwords: { verify } });
});
afterEach(() => t.remove());

function login(username: string, password: string, cookie?: string) {
  return t.request('/api/auth/login', { method: 'POST', json: { username, password }, cookie });
}
function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
const me = (cookie: string) => t.request('/api/auth/me', { cookie });

it('signs in with a name in any case and says who is signed in, without secrets', async () => {
  t.addUser('admin', 'Émile');
  const response = await login('éMILE', 'password of Émile');
  expect(response.status).toBe(200);
  const { user } = await readAnswer(meAnswer, response);
  expect(Object.keys(user).sort()).toEqual(
    ['id', 'username', 'email', 'role', 'status', 'lastLogin', 'twoFactorEnabled', 'etag'].sort(),
  );
  expect(user).toMatchObject({ username: 'Émile', lastLogin: '2026-05-31T12:00:00.000Z' });
  expect(await (await me(cookieOf(response))).json()).toEqual({ user });
});

/** Each cookie an answer sets: its secret replaced by how long it is. */
function cookiesSet(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=([\w-]+);/, (_, secret: string) => `=${secret.length};`));
}

it('sets two cookies with exactly the attributes that keep them to our own pages (T2, T4)', async () => {
  t.addUser('admin', 'eva');
  const response = await login('eva', 'password of eva');
  expect(cookiesSet(response)).toEqual([
    `__Host-sid=43${ATTRIBUTES}`,
    `__Host-device=43; Max-Age=${180 * 24 * 3600}${ATTRIBUTES}`,
  ]);
});

it('sets no cookie when it lets nobody in', async () => {
  t.addUser('admin', 'eva');
  expect(cookiesSet(await login('eva', 'wrong'))).toEqual([]);
});

it('does without the prefix and Secure on a plain-http address of the network (T4)', async () => {
  const lan = await createTestApp({ environment: { PUBLIC_ORIGIN: 'http://192.168.1.5:4321' } });
  lan.addUser('admin', 'eva');
  const response = await lan.request('/api/auth/login', {
    method: 'POST',
    json: { username: 'eva', password: 'password of eva' },
  });
  expect(cookiesSet(response)).toEqual([
    'sid=43; Path=/; HttpOnly; SameSite=Strict',
    `device=43; Max-Age=${180 * 24 * 3600}; Path=/; HttpOnly; SameSite=Strict`,
  ]);
  lan.remove();
});

it('answers alike for an unknown user, an inactive one and a wrong password, one hash each (T3)', async () => {
  t.addUser('editor', 'eva');
  t.addUser('editor', 'gone');
  t.db.update(users).set({ status: 'inactive' }).where(eq(users.username, 'gone')).run();
  const answers = [];
  for (const [name, password] of [
    ['eva', 'wrong'],
    ['gone', 'password of gone'],
    ['nobody', 'wrong'],
  ] as const) {
    const response = await login(name, password);
    answers.push([response.status, [...response.headers], await response.text()]);
  }
  expect(answers[0]?.[2]).toBe('{"error":"Invalid credentials","code":"invalid_credentials"}');
  expect(answers[0]?.[0]).toBe(401);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(verify).toHaveBeenCalledTimes(3);
  expect(verify.mock.calls.map(([hash]) => hash)).toEqual(['hash:password of eva', null, null]);
});

it('asks for both fields with the text of the sign-in form, and takes no others (T13)', async () => {
  for (const json of [{ username: '', password: 'x' }, { username: 'x' }, {}]) {
    const response = await t.request('/api/auth/login', { method: 'POST', json });
    expect(response.status).toBe(400);
  }
  const empty = await login('', '');
  expect(await empty.json()).toMatchObject({
    error: 'Please enter both username and password',
    code: 'invalid_input',
  });
  const extra = { username: 'a', password: 'b', role: 'admin' };
  expect((await t.request('/api/auth/login', { method: 'POST', json: extra })).status).toBe(400);
});

it('never takes over a planted session id, and ends the old session at a new sign-in (T4)', async () => {
  t.addUser('admin', 'eva');
  const planted = `__Host-sid=${'A'.repeat(43)}`;
  const first = cookieOf(await login('eva', 'password of eva', planted));
  expect((await me(planted)).status).toBe(401);
  const second = cookieOf(await login('eva', 'password of eva', first));
  expect(second).not.toBe(first);
  expect((await me(first)).status).toBe(401);
  expect((await me(second)).status).toBe(200);
});

it('takes the session from the cookie only (T4)', async () => {
  const { secret } = t.signInAs('admin');
  const tries = [
    t.request(`/api/auth/me?sid=${secret}&__Host-sid=${secret}`),
    t.request('/api/auth/me', { headers: { authorization: `Bearer ${secret}` } }),
    t.request('/api/auth/me', { cookie: `sid=${secret}` }),
  ];
  for (const response of await Promise.all(tries)) expect(response.status).toBe(401);
});

it('stores no raw secret of a session or a device in the database or the log (T4)', async () => {
  t.addUser('admin', 'eva');
  const set = (await login('eva', 'password of eva')).headers.getSetCookie();
  const secrets = set.map((cookie) => /=([\w-]{43});/.exec(cookie)?.[1] ?? '');
  expect(secrets.map((secret) => secret.length)).toEqual([43, 43]);
  for (const secret of secrets) {
    for (const file of [t.file, `${t.file}-wal`])
      expect(readFileSync(file).includes(secret)).toBe(false);
    expect(t.logged.join('')).not.toContain(secret);
  }
  for (const table of [sessions, devices])
    expect(t.db.select().from(table).get()?.idHash).toMatch(/^[0-9a-f]{64}$/);
});

it('ends a session after 8 hours without a request', async () => {
  const { cookie } = t.signInAs('viewer');
  t.pass(8 * HOUR - 1);
  expect((await me(cookie)).status).toBe(200);
  t.pass(8 * HOUR - 1);
  expect((await me(cookie)).status).toBe(200);
  t.pass(8 * HOUR);
  expect((await me(cookie)).status).toBe(401);
});

it('ends a session after 24 hours whatever happens', async () => {
  const { cookie } = t.signInAs('viewer');
  for (let minutes = 0; minutes < 24 * 60 - 10; minutes += 10) {
    t.pass(10 * 60 * 1000);
    expect((await me(cookie)).status).toBe(200);
  }
  t.pass(10 * 60 * 1000);
  expect((await me(cookie)).status).toBe(401);
});

it('notes when somebody was last seen at most once a minute', async () => {
  const { cookie } = t.signInAs('viewer');
  const seen = () => t.db.select().from(sessions).get()?.lastSeenAt;
  const start = seen() ?? 0;
  t.pass(59_999);
  await me(cookie);
  expect(seen()).toBe(start);
  t.pass(1);
  await me(cookie);
  expect(seen()).toBe(start + 60_000);
});

it('lets go of a deactivated or demoted user on the very next request (T5)', async () => {
  const { cookie, user } = t.signInAs('editor');
  const set = (change: Partial<typeof users.$inferInsert>) =>
    t.db.update(users).set(change).where(eq(users.id, user.id)).run();
  const write = () =>
    t.request('/api/admin/categories', {
      method: 'POST',
      json: { name: 'a', type: 'tag' },
      cookie,
    });
  expect((await write()).status).toBe(201);
  set({ role: 'viewer' });
  expect((await write()).status).toBe(403);
  set({ role: 'admin', status: 'inactive' });
  expect((await write()).status).toBe(401);
});

it('refuses the sign-in of somebody who was shut out while the password was checked', async () => {
  t.addUser('admin', 'eva');
  verify.mockImplementationOnce(async () => {
    t.db.update(users).set({ status: 'inactive' }).run();
    return true;
  });
  expect((await login('eva', 'password of eva')).status).toBe(401);
  expect(t.db.select().from(sessions).all()).toEqual([]);
});

it('lets go of a deactivated user in every browser at once (T5)', async () => {
  t.addUser('editor', 'eva');
  const jars = [];
  for (let i = 0; i < 3; i += 1) jars.push(cookieOf(await login('eva', 'password of eva')));
  for (const jar of jars) expect((await me(jar)).status).toBe(200);
  t.db.update(users).set({ status: 'inactive' }).run();
  for (const jar of jars) expect((await me(jar)).status).toBe(401);
});

it('ends all sessions of one user and the uploads they began, and nobody else’s (T5)', async () => {
  const eva = t.signInAs('editor', 'eva');
  const jan = t.signInAs('editor', 'jan');
  for (const { cookie } of [eva, jan])
    expect((await t.request('/api/objects/upload', { method: 'POST', cookie })).status).toBe(200);
  t.db.transaction((tx) => endAccess(tx, eva.user.id));
  expect([(await me(eva.cookie)).status, (await me(jan.cookie)).status]).toEqual([401, 200]);
  expect(t.db.select().from(uploads).all()).toMatchObject([{ userId: jan.user.id }]);
});

it('signs out: the row is gone, the browser forgets what it was told', async () => {
  const { cookie } = t.signInAs('viewer');
  const response = await t.request('/api/auth/logout', { method: 'POST', cookie });
  expect(response.status).toBe(204);
  // "storage" would take the theme and the language along.
  expect(response.headers.get('clear-site-data')).toBe('"cache"');
  expect(response.headers.get('set-cookie')).toBe(`__Host-sid=; Max-Age=0${ATTRIBUTES}`);
  expect(t.db.select().from(sessions).all()).toEqual([]);
  expect((await me(cookie)).status).toBe(401);
  expect((await t.request('/api/auth/logout', { method: 'POST' })).status).toBe(204);
});

it('forgets ended sessions of everybody at the next sign-in', async () => {
  t.signInAs('viewer');
  t.addUser('admin', 'eva');
  t.pass(9 * HOUR);
  await login('eva', 'password of eva');
  expect(t.db.select().from(sessions).all()).toHaveLength(1);
});

it.each([`'`, '";--', "' OR 1=1 --", '%', '_', '\u0000', '🦌', 'x'.repeat(100_000)])(
  'lets nobody in as %j (T14)',
  async (text) => {
    t.addUser('admin', 'eva');
    for (const [name, password] of [
      [text, 'x'],
      ['eva', text],
    ] as const)
      expect([400, 401]).toContain((await login(name, password)).status);
    expect(t.db.select().from(sessions).all()).toEqual([]);
  },
);
