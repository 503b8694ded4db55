/** "Confirm it's you": calls that need a recent password and second factor. */
import { twoFactorSetup } from '@veldlicht/contract/two-factor';
import { sessions, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addTwoFactor,
  deviceCookieOf,
  sessionCookieOf,
  statusesOf,
  trySignIn,
} from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { endAccess } from './sign-in-and-out.ts';

const MINUTE = 60_000;
const PASSWORD = 'password of eva';
const ASKED = { status: 403, code: 'confirmation_required' };

const t = useTestApp();

const confirm = (json: object = {}, cookie = t.cookie) =>
  t.request('/api/auth/confirm', {
    method: 'POST',
    json: { password: PASSWORD, ...json },
    cookie,
    from: '192.0.2.1',
  });
const addUser = (cookie = t.cookie, username = 'bob') => {
  const person = { username, email: `${username}@example.nl`, role: 'editor' };
  const json = { ...person, password: 'nevel boven het ven' };
  return t.send('POST', '/api/admin/users', json, cookie);
};

it('lasts ten minutes, from a sign-in or a confirmation of this very session', async () => {
  const other = sessionCookieOf(await trySignIn(t, 'eva'));
  t.pass(10 * MINUTE - 1);
  expect((await addUser(other, 'rob')).status).toBe(201);
  t.pass(1);
  expect((await confirm()).status).toBe(204);
  expect(await refusal(addUser(other))).toMatchObject(ASKED);
  expect((await addUser()).status).toBe(201);
  t.pass(10 * MINUTE);
  expect(await refusal(addUser())).toMatchObject(ASKED);
});

it('gives a stolen session no confirmed one by a set-up or a new password', async () => {
  const setup = await readAnswer(twoFactorSetup, t.send('POST', '/api/2fa/setup'));
  t.pass(10 * MINUTE);
  const token = generateSync({ secret: setup.secret, epoch: t.deps.now() / 1000 });
  const verified = sessionCookieOf(await t.send('POST', '/api/2fa/verify', { token }));
  expect(await refusal(addUser(verified))).toMatchObject(ASKED);
  const json = { currentPassword: PASSWORD, newPassword: 'nevel boven het ven' };
  const changed = sessionCookieOf(await t.send('POST', '/api/auth/password', json, verified));
  expect(await refusal(addUser(changed))).toMatchObject(ASKED);
});

describe('with two-factor on', () => {
  let factor: Awaited<ReturnType<typeof addTwoFactor>>;
  const code = () => factor.codeAt(t.deps.now());
  beforeEach(async () => {
    factor = await addTwoFactor(t, t.user.id);
    t.pass(60 * MINUTE);
  });

  it('asks for the code too, and checks it only after the password', async () => {
    expect(await refusal(confirm())).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { code: expect.any(String) },
    });
    const wrong = factor.wrongCodeAt(t.deps.now());
    for (const [json, refused] of [
      [{ password: 'wrong', code: code() }, 'invalid_credentials'],
      [{ code: wrong }, 'invalid_code'],
    ] as const)
      expect(await refusal(confirm(json))).toMatchObject({ status: 401, code: refused });
    expect(await refusal(addUser())).toMatchObject(ASKED);
    expect((await confirm({ code: code() })).status).toBe(204);
    expect((await addUser()).status).toBe(201);
  });

  it.each([
    ['session ended', () => endAccess(t.db, t.user.id)],
    [
      'password changed',
      () => t.db.update(users).set({ passwordHash: 'x' }).where(eq(users.id, t.user.id)).run(),
    ],
  ])('confirms nothing when the %s while the code was checked', async (_, happen) => {
    t.during('hashWith', happen);
    expect((await confirm({ code: code() })).status).toBe(401);
    const recent = t.rows(sessions).filter(({ confirmedAt }) => confirmedAt === t.deps.now());
    expect(recent).toEqual([]);
  });

  it('shares the counters of sign-in: a guess here is a guess there', async () => {
    const guess = () => confirm({ code: factor.wrongCodeAt(t.deps.now()) });
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
  expect((await confirm({}, `${t.cookie}; ${known}`)).status).toBe(204);
});
