/** Enforced two-factor, for existing sessions and new sign-ins (T10; A3). */
import { loginAnswer, meAnswer } from '@veldlicht/contract/auth';
import { publicSettings } from '@veldlicht/contract/settings';
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { devices, users } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { beforeEach, expect, it } from 'vitest';
import { addTwoFactor, sessionCookieOf, trySignIn } from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp, type World } from '#testing/test-app.ts';
import { addRenditions } from '#testing/test-site.ts';

const t = useTestApp();
let ben: ReturnType<World['signInAs']>;
beforeEach(async () => {
  ben = t.signInAs('editor', 'ben');
  await addTwoFactor(t, t.user.id);
});

const enforce = (cookie = t.cookie, enforce2FA = true) =>
  t.send('PATCH', '/api/settings', { enforce2FA }, cookie);
const status = async (url: string, cookie: string, method = 'GET') =>
  (await t.request(url, { cookie, method })).status;
const REQUIRED = { status: 403, code: 'two_factor_required' };
const setUp = async (cookie: string) => {
  const { secret } = await readAnswer(
    twoFactorSetup,
    t.send('POST', '/api/2fa/setup', undefined, cookie),
  );
  return { token: generateSync({ secret, epoch: t.deps.now() / 1000 }) };
};

it('blocks sessions without a second factor from the next call on', async () => {
  const events = await t.request('/api/publishing/events', { cookie: ben.cookie });
  const reader = events.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  const hash = 'cd'.repeat(16);
  addRenditions(t.folder, hash, false);
  const draft = `/media/${hash}/960.jpg`;
  expect(await status(draft, ben.cookie)).toBe(200);

  expect((await enforce()).status).toBe(200);
  const list = t.request('/api/admin/media', { cookie: ben.cookie });
  expect(await refusal(list)).toMatchObject(REQUIRED);
  const me = await readAnswer(meAnswer, t.request('/api/auth/me', { cookie: ben.cookie }));
  expect(me).toMatchObject({ requires2FASetup: true, user: { username: 'ben' } });
  expect(await status('/api/admin/media', t.cookie)).toBe(200);
  // Of settings and pictures it sees what strangers see, and its event stream ends.
  expect(await status(draft, ben.cookie)).toBe(404);
  await readAnswer(publicSettings, t.request('/api/settings', { cookie: ben.cookie }));
  for (let piece = await reader?.read(); !piece?.done; piece = await reader?.read());

  await enforce(t.cookie, false);
  expect(await status('/api/admin/media', ben.cookie)).toBe(200);
});

it('signs in for the set-up only, then starts a full session with a new id (A3, T4)', async () => {
  await enforce();
  const response = await trySignIn(t, 'ben');
  const half = sessionCookieOf(response);
  expect(response.headers.getSetCookie()).toHaveLength(1);
  const answer = await readAnswer(loginAnswer, response);
  expect(answer).toMatchObject({ requires2FASetup: true, user: { lastLogin: null } });
  expect(t.rows(devices)).toEqual([]);
  expect(await status('/api/2fa/regenerate-backup-codes', half, 'POST')).toBe(403);
  const verified = await t.send('POST', '/api/2fa/verify', await setUp(half), half);
  const whole = sessionCookieOf(verified);
  expect(await status('/api/auth/me', half)).toBe(401);
  expect(await status('/api/admin/media', whole)).toBe(200);
  expect(t.rows(devices)).toHaveLength(1);
  const row = t.rows(users).find(({ username }) => username === 'ben');
  expect(row?.lastLoginAt).toBe(t.deps.now());
});
