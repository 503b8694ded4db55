/** "Confirm it's you": what a session alone can't do, and what proving it takes (decision 047). */
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { auditLog, backupCodes, sessions, users } from '@veldlicht/database/schema';
import { eq, isNotNull } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { deviceCookieOf, statusesOf, trySignIn } from '#testing/sign-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';
import { bob, refusal } from '#testing/users-client.ts';
import { endAccess } from './access.service.ts';

const MINUTE = 60_000;
const ASKED = {
  status: 403,
  error: 'This needs your password first; nothing was changed',
  code: 'confirmation_required',
};

let t: TestApp;
let eva: ReturnType<TestApp['signInAs']>;
/** Runs while the next hash of a code is computed. */
let meanwhile = () => {};
beforeEach(async () => {
  meanwhile = () => {};
  t = await createTestApp({
    passwords: {
      hashWith: async (text, salt) => {
        meanwhile();
        return `${salt.toString('hex')} ${text}`;
      },
    },
  });
  eva = t.signInAs('admin', 'eva');
});
afterEach(() => t.remove());

const send = (method: string, url: string, cookie: string, json?: unknown) =>
  t.request(url, { method, cookie, ...(json !== undefined && { json }) });
const PASSWORD = 'password of eva';
const confirm = (json: object = {}, cookie = eva.cookie) =>
  t.request('/api/auth/confirm', {
    method: 'POST',
    json: { password: PASSWORD, ...json },
    cookie,
    from: '192.0.2.1',
  });
const addBob = (cookie = eva.cookie) => send('POST', '/api/admin/users', cookie, bob);
const rows = () => t.db.select().from(users).all();

it('takes no second factor off and makes no admin with a stolen session alone', async () => {
  const { codeAt } = await addTwoFactor(t, eva.user.id);
  t.pass(10 * MINUTE);
  const before = rows();
  const token = codeAt(t.deps.now());
  const { id } = eva.user;
  for (const [method, url, json] of [
    ['POST', '/api/2fa/disable', { token }],
    ['POST', '/api/2fa/setup'],
    ['POST', '/api/2fa/regenerate-backup-codes'],
    ['POST', '/api/admin/users', { ...bob, role: 'admin' }],
    ['PATCH', `/api/admin/users/${id}`, { email: 'thief@example.nl' }],
    ['PATCH', '/api/settings', { enforce2FA: true }],
  ] as const)
    expect([url, await refusal(send(method, url, eva.cookie, json))]).toEqual([url, ASKED]);
  expect(rows()).toEqual(before);
});

it('gives a stolen session no confirmed one by setting up a second factor', async () => {
  const setup = await send('POST', '/api/2fa/setup', eva.cookie);
  const { secret } = await readAnswer(twoFactorSetup, setup);
  t.pass(10 * MINUTE);
  const token = generateSync({ secret, epoch: t.deps.now() / 1000 });
  const verified = await send('POST', '/api/2fa/verify', eva.cookie, { token });
  expect(verified.status).toBe(200);
  const cookie = verified.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await refusal(addBob(cookie))).toEqual(ASKED);
});

it('counts a sign-in for ten minutes, and the other settings at any time', async () => {
  const cookie = (await trySignIn(t, 'eva')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  t.pass(10 * MINUTE - 1);
  expect((await addBob(cookie)).status).toBe(201);
  t.pass(1);
  expect(await refusal(addBob(cookie))).toEqual(ASKED);
  const json = { googleAnalyticsId: 'G-ABCD1234' };
  expect((await send('PATCH', '/api/settings', cookie, json)).status).toBe(200);
});

it('opens the session that was confirmed for ten minutes, and no other', async () => {
  t.pass(60 * MINUTE);
  const other = (await trySignIn(t, 'eva')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  t.pass(60 * MINUTE);
  expect((await confirm()).status).toBe(204);
  expect(await refusal(addBob(other))).toEqual(ASKED);
  expect((await addBob()).status).toBe(201);
  t.pass(10 * MINUTE);
  expect(await refusal(addBob())).toEqual(ASKED);
});

it('does not confirm by a new password of one’s own, which asks for no code', async () => {
  await addTwoFactor(t, eva.user.id);
  t.pass(10 * MINUTE);
  const json = { currentPassword: PASSWORD, newPassword: 'nevel boven het ven' };
  const changed = await send('POST', '/api/auth/password', eva.cookie, json);
  expect(changed.status).toBe(204);
  const cookie = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await refusal(addBob(cookie))).toEqual(ASKED);
});

describe('with two-factor on', () => {
  let factor: Awaited<ReturnType<typeof addTwoFactor>>;
  const code = () => factor.codeAt(t.deps.now());
  const wrong = () => factor.wrongCodeAt(t.deps.now());
  beforeEach(async () => {
    factor = await addTwoFactor(t, eva.user.id);
    t.pass(60 * MINUTE);
  });

  it('asks for the code beside the password, and tells nothing of it before', async () => {
    expect(await refusal(confirm())).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { code: 'Please enter the verification code' },
    });
    expect(await refusal(confirm({ password: 'wrong', code: code() }))).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
    expect(await refusal(confirm({ code: wrong() }))).toMatchObject({
      status: 401,
      code: 'invalid_code',
    });
    expect(await refusal(addBob())).toEqual(ASKED);
    expect((await confirm({ code: code() })).status).toBe(204);
    expect((await addBob()).status).toBe(201);
  });

  it.each([
    ['the app', () => code()],
    ['a backup code', () => factor.backupCodes[0] ?? ''],
  ])('takes a code of %s once, here and at sign-in', async (_, token) => {
    const typed = token();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm({ code: typed })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
    expect((await trySignIn(t, 'eva', { code: typed })).status).toBe(401);
  });

  it('writes the use of a backup code down', async () => {
    await confirm({ code: factor.backupCodes[0] });
    expect(t.db.select().from(backupCodes).where(isNotNull(backupCodes.usedAt)).all()).toHaveLength(
      1,
    );
    const log = t.db.select().from(auditLog).all();
    expect(log.map(({ action }) => action)).toContain('use-backup-code');
  });

  it.each([
    ['session ended', () => endAccess(t.db, eva.user.id), 401],
    [
      'password changed',
      () => t.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, eva.user.id)).run(),
      401,
    ],
    [
      'authenticator replaced',
      () => t.db.update(users).set({ totpSecret: 'x' }).where(eq(users.id, eva.user.id)).run(),
      401,
    ],
  ])('confirms nothing when the %s while the code was checked', async (_, happen, status) => {
    meanwhile = () => void happen();
    expect((await confirm({ code: code() })).status).toBe(status);
    expect(t.db.select().from(sessions).where(isNotNull(sessions.confirmedAt)).all()).toEqual(
      t.db
        .select()
        .from(sessions)
        .where(eq(sessions.confirmedAt, t.deps.now() - 60 * MINUTE))
        .all(),
    );
  });

  it('shares the counters of sign-in: a guess here is a guess there', async () => {
    const guess = () => confirm({ code: wrong() });
    expect(await statusesOf(5, guess)).toEqual([401, 401, 401, 401, 401]);
    expect((await trySignIn(t, 'eva', { code: code() })).status).toBe(429);
    expect((await confirm({ code: code() })).status).toBe(429);
  });
});

it('lets a stolen session guess the password no faster than sign-in, and the owner stays welcome', async () => {
  const known = deviceCookieOf(await trySignIn(t, 'eva'));
  const guess = () => confirm({ password: 'wrong' });
  expect(await statusesOf(6, guess)).toEqual([401, 401, 401, 401, 401, 429]);
  expect((await trySignIn(t, 'eva')).status).toBe(429);
  expect((await confirm({}, `${eva.cookie}; ${known}`)).status).toBe(204);
  expect((await trySignIn(t, 'eva', { cookie: known })).status).toBe(200);
});

it('is nobody’s call when the panel shows somebody else than the session is of', async () => {
  const me = (id: string) =>
    t.request('/api/auth/me', { cookie: eva.cookie, headers: { 'x-signed-in-as': id } });
  expect((await me(eva.user.id)).status).toBe(200);
  expect((await me('somebody')).status).toBe(401);
});
