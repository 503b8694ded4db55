/** Sign-in, sessions and sign-out (threats T3, T4, T5). */
import { meAnswer } from '@veldlicht/contract/auth';
import { auditLog, sessions, settings, users } from '@veldlicht/database/schema';
import { describe, expect, it } from 'vitest';
import { sessionCookieOf, statusOfMe, trySignIn } from '#testing/accounts.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { endAccess } from './sign-in-and-out.ts';

const HOUR = 60 * 60 * 1000;
const ATTRIBUTES = '; Path=/; HttpOnly; SameSite=Strict';

const t = useTestApp();

const login = (password = 'password of eva', cookie = '') =>
  trySignIn(t, 'eva', { password, cookie });
const me = (cookie: string) => statusOfMe(t, cookie);
/** Each cookie an answer sets: its secret replaced by how long it is. */
const cookiesSet = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=([\w-]+);/, (_, secret: string) => `=${secret.length};`));

describe('signing in', () => {
  it('takes a name in any case, and answers the user without secrets', async () => {
    t.addUser('admin', 'Émile');
    const response = await trySignIn(t, 'éMILE', { password: 'password of Émile' });
    expect(response.status).toBe(200);
    const { user } = await readAnswer(meAnswer, response);
    expect(user).toMatchObject({ username: 'Émile', lastLogin: '2026-05-31T12:00:00.000Z' });
    const own = t.request('/api/auth/me', { cookie: sessionCookieOf(response) });
    expect(await (await own).json()).toEqual({ user, activeSessions: 1 });
  });

  it('takes the e-mail address too, in any case', async () => {
    const { email } = t.addUser('editor', 'mira');
    const answer = await trySignIn(t, ` ${email.toUpperCase()} `, { password: 'password of mira' });
    expect(await readAnswer(meAnswer, answer)).toMatchObject({ user: { username: 'mira' } });
  });

  it('sets two cookies with exactly the attributes that keep them to our own pages (T2, T4)', async () => {
    expect(cookiesSet(await login())).toEqual([
      `sid=43${ATTRIBUTES}`,
      `device=43; Max-Age=${180 * 24 * 3600}${ATTRIBUTES}`,
    ]);
    expect(cookiesSet(await login('wrong'))).toEqual([]);
    // Only https takes the prefix and Secure in every browser: WebKit keeps neither on http://localhost.
    await t.reopen({ environment: { PUBLIC_ORIGIN: 'https://foto.example' } });
    const secure = '; Path=/; Secure; HttpOnly; SameSite=Strict';
    expect(cookiesSet(await login())).toEqual([
      `__Host-sid=43${secure}`,
      `__Host-device=43; Max-Age=${180 * 24 * 3600}${secure}`,
    ]);
    // A site beside ours could set the plain name.
    const own = sessionCookieOf(await login());
    expect([await me(own), await me(own.replace('__Host-', ''))]).toEqual([200, 401]);
    await t.reopen({ environment: { PUBLIC_ORIGIN: 'http://192.168.1.5:4321' } });
    expect(cookiesSet(await login())).toEqual([
      `sid=43${ATTRIBUTES}`,
      `device=43; Max-Age=${180 * 24 * 3600}${ATTRIBUTES}`,
    ]);
  });

  it('never takes over a planted session id, and ends the old session (T4)', async () => {
    const planted = `sid=${'A'.repeat(43)}`;
    const first = sessionCookieOf(await login(undefined, planted));
    expect(await me(planted)).toBe(401);
    const second = sessionCookieOf(await login(undefined, first));
    expect([await me(first), await me(second)]).toEqual([401, 200]);
  });

  it('refuses a user who was deactivated while the password was checked', async () => {
    t.db.delete(sessions).run();
    t.during('verify', () => t.db.update(users).set({ status: 'inactive' }).run());
    expect((await login()).status).toBe(401);
    expect(t.rows(sessions)).toEqual([]);
  });

  it('deletes expired sessions of all users', async () => {
    t.pass(9 * HOUR);
    await login();
    expect(t.rows(sessions)).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is read from the cookie only (T4)', async () => {
    const { secret } = t.signInAs('viewer');
    for (const response of await Promise.all([
      t.request(`/api/auth/me?sid=${secret}&__Host-sid=${secret}`),
      t.request('/api/auth/me', { headers: { authorization: `Bearer ${secret}` } }),
      t.request('/api/auth/me', { cookie: `__Host-sid=${secret}` }),
    ]))
      expect(response.status).toBe(401);
  });

  it('is ignored when the panel shows another user', async () => {
    const ask = (id: string) =>
      t.request('/api/auth/me', { cookie: t.cookie, headers: { 'x-signed-in-as': id } });
    expect((await ask(t.user.id)).status).toBe(200);
    expect((await ask('somebody')).status).toBe(401);
  });

  it('ends after 8 hours without a request, and after 24 hours whatever happens', async () => {
    t.pass(8 * HOUR - 1);
    expect(await me(t.cookie)).toBe(200);
    t.pass(8 * HOUR);
    expect(await me(t.cookie)).toBe(401);
    const { cookie } = t.signInAs('viewer');
    for (let hours = 1; hours < 24; hours += 1) {
      t.pass(HOUR);
      expect(await me(cookie)).toBe(200);
    }
    t.pass(HOUR);
    expect(await me(cookie)).toBe(401);
  });

  it('is counted for its user until it ends', async () => {
    const count = async (cookie: string) =>
      (await readAnswer(meAnswer, t.request('/api/auth/me', { cookie }))).activeSessions;
    t.signInAs('viewer');
    expect(await count(t.cookie)).toBe(1);
    t.pass(7 * HOUR);
    await me(t.cookie);
    const second = sessionCookieOf(await login());
    expect([await count(t.cookie), await count(second)]).toEqual([2, 2]);
    t.pass(8 * HOUR - 1);
    await me(second);
    t.pass(1);
    expect(await count(second)).toBe(1);
  });

  it('updates "last seen" at most once a minute', async () => {
    const seen = () => t.rows(sessions)[0]?.lastSeenAt;
    const start = seen() ?? 0;
    t.pass(59_999);
    await me(t.cookie);
    expect(seen()).toBe(start);
    t.pass(1);
    await me(t.cookie);
    expect(seen()).toBe(start + 60_000);
  });

  it('follows the current role and status of its user (T5)', async () => {
    const answers: number[] = [];
    for (const change of [{ role: 'viewer' }, { role: 'admin', status: 'inactive' }] as const) {
      t.db.update(users).set(change).run();
      answers.push(
        (await t.send('POST', '/api/admin/categories', { name: 'a', type: 'tag' })).status,
      );
    }
    expect(answers).toEqual([403, 401]);
  });

  it('ends by signing out: row and cookie are deleted', async () => {
    const response = await t.send('POST', '/api/auth/logout');
    expect(response.status).toBe(204);
    // "storage" would take the theme and the language along.
    expect(response.headers.get('clear-site-data')).toBe('"cache"');
    expect(response.headers.get('set-cookie')).toBe(`sid=; Max-Age=0${ATTRIBUTES}`);
    expect(t.rows(sessions)).toEqual([]);
    expect((await t.send('POST', '/api/auth/logout')).status).toBe(204);
  });
});

it.each<[string, () => unknown, number]>([
  ['goes on', () => undefined, 201],
  ['ends', () => endAccess(t.db, t.user.id), 401],
  ['must set up two-factor', () => t.db.update(settings).set({ enforce2fa: true }).run(), 403],
  ['is of a deactivated user', () => t.db.update(users).set({ status: 'inactive' }).run(), 401],
])('a session that %s while a slow body arrives writes accordingly (T5)', async (...row) => {
  const [, happen, status] = row;
  const bytes = Buffer.from(JSON.stringify({ name: 'nacht', type: 'tag' }));
  const parts = (async function* () {
    yield bytes.subarray(0, 5);
    happen();
    yield bytes.subarray(5);
  })();
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', cookie: t.cookie, headers, body: ReadableStream.from(parts) };
  expect((await t.request('/api/admin/categories', init)).status).toBe(status);
  expect(t.rows(auditLog)).toHaveLength(status === 201 ? 1 : 0);
});
