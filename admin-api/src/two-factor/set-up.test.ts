/** Turning the second factor on and off, by its user and by attackers (spec §4, §5; T7–T10). */
import { meAnswer } from '@veldlicht/contract/auth';
import { backupCodesAnswer, twoFactorSetup } from '@veldlicht/contract/two-factor';
import { backupCodes, devices, sessions, settings, users } from '@veldlicht/database/schema';
import { generateSync } from 'otplib';
import { toDataURL } from 'qrcode';
import { beforeEach, describe, expect, it } from 'vitest';
import { knownDevice, rememberDevice } from '#auth/known-browsers.ts';
import { startSession } from '#auth/sessions.ts';
import { endAccess } from '#auth/sign-in-and-out.ts';
import { addTwoFactor, sessionCookieOf, statusesOf, statusOfMe, times } from '#testing/accounts.ts';
import { readAnswer, refusal } from '#testing/read-answer.ts';
import { START, useTestApp } from '#testing/test-app.ts';
import { otpAddress } from './codes.ts';

const t = useTestApp();

const post = (url: string, cookie: string, json?: unknown) => t.send('POST', url, json, cookie);
const setUp = async () => readAnswer(twoFactorSetup, post('/api/2fa/setup', t.cookie));
const verify = (token: string, cookie = t.cookie) => post('/api/2fa/verify', cookie, { token });
const disable = (token: string, cookie = t.cookie) => post('/api/2fa/disable', cookie, { token });
const regenerate = (cookie = t.cookie) => post('/api/2fa/regenerate-backup-codes', cookie);
const codeOf = (secret: string, ms = t.deps.now()) =>
  generateSync({ secret, epoch: Math.floor(ms / 1000) });
const row = (id = t.user.id) => t.rows(users).find((user) => user.id === id);
const codes = () => t.rows(backupCodes).filter(({ userId }) => userId === t.user.id);
const isMe = (cookie: string) => statusOfMe(t, cookie);
const enforce = () => t.db.update(settings).set({ enforce2fa: true }).run();
const WRONG = { status: 400, code: 'invalid_input', fields: { token: expect.any(String) } };

describe('setting up', () => {
  it('returns the secret and a QR code of its otpauth URI', async () => {
    const { secret, qrCodeUrl } = await setUp();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(qrCodeUrl).toBe(await toDataURL(otpAddress('eva', secret), { margin: 2, width: 240 }));
  });

  it('turns it on with a right code: ten codes, new session and device, all else of the user ends', async () => {
    const now = t.deps.now();
    startSession(t.db, { userId: t.user.id, confirmedAt: now }, undefined, now);
    const known = rememberDevice(t.db, t.user.id, undefined, now);
    const { secret } = await setUp();
    const response = await verify(codeOf(secret));
    expect((await readAnswer(backupCodesAnswer, response)).backupCodes).toHaveLength(10);
    const session = sessionCookieOf(response);
    expect([await isMe(t.cookie), await isMe(session)]).toEqual([401, 200]);
    expect([t.rows(sessions).length, t.rows(devices).length, codes().length]).toEqual([1, 1, 10]);
    expect(knownDevice(t.db, known, t.user.id, now)).toBeNull();
    expect(t.audits('action')).toEqual([['enable-2fa']]);
  });

  it('throttles guesses at the code of a pending set-up', async () => {
    const { secret } = await setUp();
    expect(await statusesOf(6, () => verify('OOOOOO'))).toEqual([...times(5, 400), 429]);
    expect((await verify(codeOf(secret))).status).toBe(429);
  });

  it('reports backup codes as unsaved until the user confirms saving them', async () => {
    const me = (cookie: string) => readAnswer(meAnswer, t.request('/api/auth/me', { cookie }));
    const { secret } = await setUp();
    const session = sessionCookieOf(await verify(codeOf(secret)));
    expect(await me(session)).toHaveProperty('backupCodesUnsaved', true);
    expect((await post('/api/2fa/backup-codes-saved', session)).status).toBe(204);
    expect(await me(session)).not.toHaveProperty('backupCodesUnsaved');
    expect((await regenerate(session)).status).toBe(200);
    expect(await me(session)).toHaveProperty('backupCodesUnsaved', true);
  });

  it('is done by one of ten parallel calls with the same code', async () => {
    const { secret } = await setUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401 || status === 409)).toHaveLength(9);
    expect([codes().length, t.rows(sessions).length]).toEqual([10, 1]);
  });

  it.each([
    ['sessions ended', () => endAccess(t.db, t.user.id), 401],
    ['user deactivated', () => t.db.update(users).set({ status: 'inactive' }).run(), 401],
    ['user deleted', () => t.db.delete(users).run(), 401],
    ['secret replaced', () => t.db.update(users).set({ pendingTotpSecret: 'v1.x' }).run(), 409],
  ])('gives no way back in when it finds its %s at the end (T5)', async (_, happen, status) => {
    const { secret } = await setUp();
    t.during('hashWith', happen);
    const response = await verify(codeOf(secret));
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect([codes(), row()?.twoFactorAt ?? null]).toEqual([[], null]);
  });
});

describe('with the second factor on', () => {
  let factor: Awaited<ReturnType<typeof addTwoFactor>>;
  const code = () => factor.codeAt(t.deps.now());
  const wrong = () => factor.wrongCodeAt(t.deps.now());
  beforeEach(async () => {
    factor = await addTwoFactor(t, t.user.id);
  });

  it.each([
    ['the app, typed with a space', () => code().replace(/^.../, '$& ')],
    ['a backup code in lower case', () => (factor.backupCodes[3] ?? '').toLowerCase()],
  ])('is turned off by %s, with everything that belongs to it', async (_, token) => {
    expect(await refusal(disable(wrong()))).toMatchObject(WRONG);
    const response = await disable(token());
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(row()).toMatchObject({ twoFactorAt: null, totpSecret: null, totpStep: null });
    expect([codes(), await isMe(t.cookie)]).toEqual([[], 200]);
    expect((await disable(code())).status).toBe(409);
  });

  it('stops guesses after five, also parallel ones, and holds up the right code then (T8)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => disable(wrong())));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...times(5, 400), ...times(15, 429)]);
    const held = await disable(code());
    expect([held.status, held.headers.get('retry-after')]).toEqual([429, '900']);
  });

  it.each([
    ['the app', () => code()],
    ['backup', () => factor.backupCodes[0] ?? ''],
  ])('is turned off by one of ten parallel calls with one code of %s (T9)', async (_, token) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => disable(token())));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...times(9, 409)]);
    expect(t.audits('action')).toEqual([['disable-2fa']]);
  });

  it.each([
    ['session ended', () => endAccess(t.db, t.user.id), 401],
    ['two-factor was enforced', enforce, 409],
  ])('stays on when its %s while the code was checked', async (_, happen, status) => {
    t.during('hashWith', happen);
    expect((await disable(code())).status).toBe(status);
    expect(row()).toMatchObject({ twoFactorAt: START, totpStep: null });
    expect(codes()).toHaveLength(10);
  });

  it.each([
    ['session ended', () => endAccess(t.db, t.user.id), 401],
    ['factor went', () => t.db.update(users).set({ twoFactorAt: null }).run(), 409],
  ])('keeps its backup codes when the %s while new ones were made', async (_, happen, status) => {
    const before = codes();
    t.during('hashWith', happen);
    expect((await regenerate()).status).toBe(status);
    expect(codes()).toEqual(before);
  });

  it('hashes two codes at once, however many sets are asked for: sign-in keeps its places (L4)', async () => {
    let [running, most] = [0, 0];
    t.deps.passwords.hashWith = async (text, salt) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((done) => setTimeout(done, 1));
      running -= 1;
      return `${salt.toString('hex')} ${text}`;
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => regenerate()));
    expect(answers.map(({ status }) => status)).toEqual(times(4, 200));
    expect([most, codes().length]).toEqual([2, 10]);
  });
});

it("touches nobody else's second factor (T13)", async () => {
  const ben = t.signInAs('viewer', 'ben');
  const bens = await addTwoFactor(t, ben.user.id);
  const before = JSON.stringify(row(ben.user.id));
  const { secret } = await setUp();
  const session = sessionCookieOf(await verify(codeOf(secret)));
  expect((await regenerate(session)).status).toBe(200);
  for (const code of [bens.codeAt(t.deps.now()), bens.backupCodes[0] ?? ''])
    expect((await disable(code, session)).status).toBe(400);
  expect((await disable(codeOf(secret, t.deps.now() + 30_000), session)).status).toBe(200);
  expect(JSON.stringify(row(ben.user.id))).toBe(before);
  expect(await isMe(ben.cookie)).toBe(200);
});
