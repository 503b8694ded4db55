/** Two-factor for everybody: what that means for who is signed in and for who comes in (T10; A3). */
import { loginAnswer, meAnswer } from '@veldlicht/contract/auth';
import { publicSettings } from '@veldlicht/contract/settings';
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { devices, sessions, settings, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addRenditions } from '#testing/test-release.ts';
import { startTestServer } from '#testing/test-server.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';

let t: TestApp;
let admin: ReturnType<TestApp['signInAs']>;
let editor: ReturnType<TestApp['signInAs']>;
beforeEach(async () => {
  t = await createTestApp();
  admin = t.signInAs('admin', 'eva');
  editor = t.signInAs('editor', 'ben');
  await addTwoFactor(t, admin.user.id);
});
afterEach(() => t.remove());

const enforce = (cookie: string, enforce2FA = true) =>
  t.request('/api/settings', { method: 'PATCH', cookie, json: { enforce2FA } });
const login = (cookie?: string) => {
  const json = { username: 'ben', password: 'password of ben' };
  return t.request('/api/auth/login', { method: 'POST', json, cookie });
};
const cookieOf = (response: Response, index = 0) =>
  response.headers.getSetCookie()[index]?.split(';')[0] ?? '';
const status = async (url: string, cookie: string, method = 'GET') =>
  (await t.request(url, { cookie, method })).status;
const REQUIRED = { error: '2FA Required', code: 'two_factor_required' };

/** Sets two-factor up with this session; answers the new one. */
async function setUp(cookie: string): Promise<string> {
  const answer = await t.request('/api/2fa/setup', { method: 'POST', cookie });
  const { secret } = await readAnswer(twoFactorSetup, answer);
  const json = { token: generateSync({ secret, epoch: t.deps.now() / 1000 }) };
  const verified = await t.request('/api/2fa/verify', { method: 'POST', cookie, json });
  expect(verified.status).toBe(200);
  return cookieOf(verified);
}

it('shuts everything to who has no second factor, at the next call and without a new sign-in', async () => {
  expect(await status('/api/admin/media', editor.cookie)).toBe(200);
  expect((await enforce(admin.cookie)).status).toBe(200);
  const refused = await t.request('/api/admin/media', { cookie: editor.cookie });
  expect([refused.status, await refused.json()]).toEqual([403, REQUIRED]);
  const me = await readAnswer(meAnswer, t.request('/api/auth/me', { cookie: editor.cookie }));
  expect(me).toMatchObject({ requires2FASetup: true, user: { username: 'ben' } });
  expect(await status('/api/admin/media', admin.cookie)).toBe(200);
  await enforce(admin.cookie, false);
  expect(await status('/api/admin/media', editor.cookie)).toBe(200);
});

it('lets in for the set-up only, and makes a full session with a new id of it (A3, T4)', async () => {
  await enforce(admin.cookie);
  const response = await login();
  const answer = await readAnswer(loginAnswer, response);
  expect(answer).toMatchObject({
    requires2FASetup: true,
    user: { username: 'ben', lastLogin: null },
  });
  expect(response.headers.getSetCookie()).toHaveLength(1);
  expect(t.db.select().from(devices).all()).toEqual([]);
  const half = cookieOf(response);
  expect(await status('/api/admin/media', half)).toBe(403);
  expect(await status('/api/2fa/regenerate-backup-codes', half, 'POST')).toBe(403);
  const whole = await setUp(half);
  expect(whole).not.toBe(half);
  expect(await status('/api/auth/me', half)).toBe(401);
  expect(await status('/api/admin/media', whole)).toBe(200);
  expect(t.db.select().from(devices).all()).toHaveLength(1);
  const [row] = t.db.select().from(users).where(eq(users.username, 'ben')).all();
  expect(row?.lastLoginAt).toBe(t.deps.now());
});

it('is only switched on by an admin who has a second factor (spec §6)', async () => {
  const bare = t.signInAs('admin', 'zonder');
  const before = t.db.select().from(settings).all();
  const refused = await enforce(bare.cookie);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'own_two_factor_missing' },
  ]);
  expect((await enforce(editor.cookie)).status).toBe(403);
  expect(t.db.select().from(settings).all()).toEqual(before);
});

it('cannot be switched off from a session that may only set up', async () => {
  const bare = t.signInAs('admin', 'zonder');
  await enforce(admin.cookie);
  const refused = await enforce(bare.cookie, false);
  expect([refused.status, await refused.json()]).toEqual([403, REQUIRED]);
  expect(t.db.select().from(settings).get()?.enforce2fa).toBe(true);
});

it('shows a set-up session of settings and pictures what strangers see', async () => {
  const hash = 'cd'.repeat(16);
  addRenditions(t.folder, hash, false);
  const picture = `/media/${hash}/960.jpg`;
  expect(await status(picture, editor.cookie)).toBe(200);
  await enforce(admin.cookie);
  expect(await status(picture, editor.cookie)).toBe(404);
  await readAnswer(publicSettings, t.request('/api/settings', { cookie: editor.cookie }));
});

it('ends the event stream of who has no second factor', async () => {
  const events = await t.request('/api/publishing/events', { cookie: editor.cookie });
  const reader = events.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await enforce(admin.cookie);
  for (;;) {
    const piece = await reader?.read();
    if (piece?.done !== false) return expect(piece?.done).toBe(true);
  }
});

it('gives a session that ended while the code came in slowly no way back in (T5)', async () => {
  await enforce(admin.cookie);
  const answer = await t.request('/api/2fa/setup', { method: 'POST', cookie: editor.cookie });
  const { secret } = await readAnswer(twoFactorSetup, answer);
  const body = JSON.stringify({ token: generateSync({ secret, epoch: t.deps.now() / 1000 }) });
  const server = await startTestServer(t);
  const slowly = (async function* () {
    yield Buffer.from(body.slice(0, 5));
    await new Promise((done) => setTimeout(done, 100));
    t.db.delete(sessions).where(eq(sessions.userId, editor.user.id)).run();
    yield Buffer.from(body.slice(5));
  })();
  const headers = { cookie: editor.cookie, 'content-type': 'application/json' };
  const late = await server.send('/api/2fa/verify', { method: 'POST', headers, chunks: slowly });
  await server.close();
  expect(late.status).toBe(401);
  expect(late.headers['set-cookie']).toBeUndefined();
  const left = t.db.select().from(sessions).where(eq(sessions.userId, editor.user.id)).all();
  expect(left).toEqual([]);
});
