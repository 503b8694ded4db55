/** Turning the second factor on and off, as its user and as somebody who tries (spec §4, §5; T7–T10). */
import { meAnswer } from '@veldlicht/contract/auth';
import { backupCodesAnswer, twoFactorSetup } from '@veldlicht/contract/two-factor';
import {
  auditLog,
  backupCodes,
  devices,
  sessions,
  settings,
  users,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { toDataURL } from 'qrcode';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endAccess } from '#auth/access.service.ts';
import { knownDevice, rememberDevice } from '#auth/device.service.ts';
import { insertSession } from '#auth/session.repository.ts';
import { readAnswer } from '#testing/read-answer.ts';
import { trySignIn } from '#testing/sign-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';
import { otpAddress } from './totp.ts';

let t: TestApp;
let eva: ReturnType<TestApp['signInAs']>;
/** Runs while the next hashes are computed. */
let meanwhile = () => {};
beforeEach(async () => {
  meanwhile = () => {};
  t = await createTestApp({
    passwords: {
      hashWith: async (text, salt) => {
        meanwhile();
        meanwhile = () => {};
        return `${salt.toString('hex')} ${text}`;
      },
    },
  });
  eva = t.signInAs('admin', 'eva');
});
afterEach(() => t.remove());

const post = (url: string, cookie: string, json?: unknown) =>
  t.request(url, { method: 'POST', cookie, ...(json !== undefined && { json }) });
const setUp = async (cookie = eva.cookie) =>
  readAnswer(twoFactorSetup, await post('/api/2fa/setup', cookie));
const verify = (token: string, cookie = eva.cookie) => post('/api/2fa/verify', cookie, { token });
const disable = (token: string, cookie = eva.cookie) => post('/api/2fa/disable', cookie, { token });
const regenerate = (cookie = eva.cookie) => post('/api/2fa/regenerate-backup-codes', cookie);
const codeOf = (secret: string, ms = t.deps.now()) =>
  generateSync({ secret, epoch: Math.floor(ms / 1000) });
const row = () => t.db.select().from(users).where(eq(users.id, eva.user.id)).get();
const codes = () =>
  t.db.select().from(backupCodes).where(eq(backupCodes.userId, eva.user.id)).all();
const statusOfMe = async (cookie: string) => (await t.request('/api/auth/me', { cookie })).status;
const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((header) => header.split(';')[0] ?? '');
const enforce = () => t.db.update(settings).set({ enforce2fa: true }).run();
const WRONG = {
  error: 'Invalid verification code',
  code: 'invalid_input',
  fields: { token: 'Invalid verification code' },
};

describe('setting up', () => {
  it('answers the secret and a picture of its otpauth address', async () => {
    const { secret, qrCodeUrl } = await setUp();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const png = Buffer.from(qrCodeUrl.replace('data:image/png;base64,', ''), 'base64');
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([240, 240]);
    expect(qrCodeUrl).toBe(await toDataURL(otpAddress('eva', secret), { margin: 2, width: 240 }));
  });

  it('turns it on with a right code: ten codes, new session and device, all else of the user ends', async () => {
    const other = 'f'.repeat(64);
    const now = t.deps.now();
    insertSession(t.db, { idHash: other, userId: eva.user.id, confirmedAt: now }, now);
    const known = rememberDevice(t.db, eva.user.id, undefined, now);
    const { secret } = await setUp();
    const response = await verify(codeOf(secret));
    const answer = await readAnswer(backupCodesAnswer, response);
    expect(answer.backupCodes).toHaveLength(10);
    const [session = '', device = ''] = cookiesOf(response);
    expect(session).toMatch(/^__Host-sid=[\w-]{43}$/);
    expect(device).toMatch(/^__Host-device=[\w-]{43}$/);
    expect(await statusOfMe(eva.cookie)).toBe(401);
    expect(await statusOfMe(session)).toBe(200);
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
    expect(t.db.select().from(devices).all()).toHaveLength(1);
    expect(knownDevice(t.db, known, eva.user.id, now)).toBeNull();
    expect(codes()).toHaveLength(10);
    expect(
      t.db
        .select()
        .from(auditLog)
        .all()
        .map(({ action }) => action),
    ).toEqual(['enable-2fa']);
  });

  it('lets a new picture kill the old secret (A3)', async () => {
    const first = await setUp();
    const second = await setUp();
    expect(second.secret).not.toBe(first.secret);
    const refused = await verify(codeOf(first.secret));
    expect([refused.status, await refused.json()]).toEqual([400, WRONG]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await statusOfMe(eva.cookie)).toBe(200);
    expect((await verify(codeOf(second.secret))).status).toBe(200);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '💥', 'A'.repeat(32), 'A'.repeat(33)])(
    'answers 400 to the code %j',
    async (token) => {
      await setUp();
      expect((await verify(token)).status).toBe(400);
      expect(row()?.twoFactorAt).toBeNull();
    },
  );

  it.each([null, 123456, ['123456'], { $ne: '' }, true])(
    'takes no code that is %j instead of text',
    async (token) => {
      await setUp();
      for (const url of ['/api/2fa/verify', '/api/2fa/disable'])
        expect((await post(url, eva.cookie, { token })).status).toBe(400);
    },
  );

  it('keeps a code for as long as its step and one to either side last (T7)', async () => {
    const { secret } = await setUp();
    for (const seconds of [-60, 60])
      expect((await verify(codeOf(secret, t.deps.now() + seconds * 1000))).status).toBe(400);
    expect((await verify(codeOf(secret, t.deps.now() - 30_000))).status).toBe(200);
  });

  it('verifies nothing without a set-up, and each set-up once', async () => {
    expect((await verify('123456')).status).toBe(409);
    const { secret } = await setUp();
    const [session = ''] = cookiesOf(await verify(codeOf(secret)));
    const before = row();
    expect((await verify(codeOf(secret), session)).status).toBe(409);
    expect(row()).toEqual(before);
  });

  it('lets nobody guess the code of a set-up under way', async () => {
    const { secret } = await setUp();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await verify('OOOOOO')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await verify(codeOf(secret))).status).toBe(429);
  });

  it('counts the backup codes as unsaved until somebody says that they are kept', async () => {
    const me = async (cookie: string) =>
      readAnswer(meAnswer, await t.request('/api/auth/me', { cookie }));
    const { secret } = await setUp();
    const [session = ''] = cookiesOf(await verify(codeOf(secret)));
    expect(await me(session)).toHaveProperty('backupCodesUnsaved', true);
    expect((await post('/api/2fa/backup-codes-saved', session)).status).toBe(204);
    expect(await me(session)).not.toHaveProperty('backupCodesUnsaved');
    expect((await regenerate(session)).status).toBe(200);
    expect(await me(session)).toHaveProperty('backupCodesUnsaved', true);
  });

  it('is done by one of ten parallel calls with the same code', async () => {
    const { secret } = await setUp();
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(codeOf(secret))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401 || status === 409)).toHaveLength(9);
    expect(codes()).toHaveLength(10);
    expect(t.db.select().from(sessions).all()).toHaveLength(1);
  });

  it.each([
    ['sessions ended by a new password', () => endAccess(t.db, eva.user.id), 401],
    ['user sent away', () => t.db.update(users).set({ status: 'inactive' }).run(), 401],
    ['user deleted', () => t.db.delete(users).run(), 401],
    ['secret replaced', () => t.db.update(users).set({ pendingTotpSecret: 'v1.x' }).run(), 409],
  ])('gives no way back in to a %s while it ran (T5)', async (_, happen, status) => {
    const { secret } = await setUp();
    meanwhile = () => void happen();
    const response = await verify(codeOf(secret));
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(codes()).toEqual([]);
    expect(row()?.twoFactorAt ?? null).toBeNull();
    if (status === 401) expect(await statusOfMe(eva.cookie)).toBe(401);
  });
});

describe('with the second factor on', () => {
  let factor: Awaited<ReturnType<typeof addTwoFactor>>;
  const code = (ms = 0) => factor.codeAt(t.deps.now() + ms);
  const wrong = () => factor.wrongCodeAt(t.deps.now()) ?? '';
  beforeEach(async () => {
    factor = await addTwoFactor(t, eva.user.id);
  });

  it.each([
    ['the app', () => code()],
    ['the app, typed with a space', () => code().replace(/^.../, '$& ')],
    ['a backup code', () => factor.backupCodes[3] ?? ''],
    [
      'a backup code in lower case with a dash',
      () => {
        const typed = factor.backupCodes[3] ?? '';
        return `${typed.slice(0, 4)}-${typed.slice(4)}`.toLowerCase();
      },
    ],
  ])('is turned off by a code of %s, with everything that belongs to it', async (_, token) => {
    const response = await disable(token());
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(row()).toMatchObject({ twoFactorAt: null, totpSecret: null, totpStep: null });
    expect(codes()).toEqual([]);
    expect(await statusOfMe(eva.cookie)).toBe(200);
    const again = await disable(code());
    expect(again.status).toBe(409);
  });

  it('moves to a new phone, also while enforced: the old one counts until the new one is verified', async () => {
    enforce();
    const { secret } = await setUp();
    expect((await verify(wrong())).status).toBe(400);
    expect((await trySignIn(t, 'eva', { code: code() })).status).toBe(200);
    t.pass(60_000);
    const response = await verify(codeOf(secret));
    const { backupCodes: fresh } = await readAnswer(backupCodesAnswer, response.clone());
    const [session = ''] = cookiesOf(response);
    expect([await statusOfMe(eva.cookie), await statusOfMe(session)]).toEqual([401, 200]);
    t.pass(60_000);
    expect((await trySignIn(t, 'eva', { code: code() })).status).toBe(401);
    const [old = ''] = factor.backupCodes;
    expect((await trySignIn(t, 'eva', { code: old })).status).toBe(401);
    expect((await trySignIn(t, 'eva', { code: codeOf(secret) })).status).toBe(200);
    expect((await trySignIn(t, 'eva', { code: fresh[0] })).status).toBe(200);
    const log = t.db.select().from(auditLog).all();
    expect(log.filter(({ action }) => action === 'replace-2fa')).toHaveLength(1);
  });

  it('says of a code that was used already what it is', async () => {
    const used = code();
    expect((await trySignIn(t, 'eva', { code: used })).status).toBe(200);
    const response = await disable(used);
    expect(await response.json()).toMatchObject({
      fields: { token: 'This code was used already; wait for the next one' },
    });
  });

  it('stays on for a wrong code, and keeps the session: 400 with the field, not 401', async () => {
    const before = [row(), codes()];
    const response = await disable(wrong());
    expect([response.status, await response.json()]).toEqual([400, WRONG]);
    expect([row(), codes()]).toEqual(before);
    expect(await statusOfMe(eva.cookie)).toBe(200);
  });

  it.each(['', 'abcdef', '1234567', '１２３４５６', '????????', "' OR 1=1 --", 'A'.repeat(33)])(
    'answers 400 to the code %j',
    async (token) => {
      expect((await disable(token)).status).toBe(400);
      expect(row()?.twoFactorAt).not.toBeNull();
    },
  );

  it('stops guesses after five, also parallel ones, and holds up the right code then (T8)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => disable(wrong())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const held = await disable(code());
    expect([held.status, held.headers.get('retry-after')]).toEqual([429, '900']);
    t.pass(15 * 60_000);
    t.db.update(sessions).set({ confirmedAt: t.deps.now() }).run();
    expect((await disable(code())).status).toBe(200);
  });

  it.each([
    ['the app', () => code()],
    ['backup', () => factor.backupCodes[0] ?? ''],
  ])('is turned off by one of ten parallel calls with one code of %s (T9)', async (_, token) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => disable(token())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
    const log = t.db.select().from(auditLog).all();
    expect(log.filter(({ action }) => action === 'disable-2fa')).toHaveLength(1);
  });

  it.each([
    ['session ended', () => endAccess(t.db, eva.user.id), 401],
    ['two-factor enforced', enforce, 409],
  ])('stays on when its %s while the code was checked', async (_, happen, status) => {
    meanwhile = () => void happen();
    expect((await disable(code())).status).toBe(status);
    expect(row()?.twoFactorAt).not.toBeNull();
    expect(row()?.totpStep).toBeNull();
    expect(codes()).toHaveLength(10);
  });

  it('cannot be turned off while it is enforced, and no code is used up by trying', async () => {
    enforce();
    const before = JSON.stringify([row(), codes()]);
    for (const token of [code(), factor.backupCodes[0] ?? '', wrong()]) {
      const response = await disable(token);
      expect([response.status, await response.json()]).toEqual([
        409,
        { error: 'Cannot disable 2FA while enforcement is enabled', code: 'enforcement_on' },
      ]);
    }
    expect(JSON.stringify([row(), codes()])).toBe(before);
  });

  it('gets new backup codes; the old ones are worth nothing then (T9)', async () => {
    const { backupCodes: fresh } = await readAnswer(backupCodesAnswer, await regenerate());
    expect(new Set([...fresh, ...factor.backupCodes]).size).toBe(20);
    expect(codes()).toHaveLength(10);
    const [old = ''] = factor.backupCodes;
    expect((await disable(old)).status).toBe(400);
    expect((await disable(fresh[0] ?? '')).status).toBe(200);
  });

  it.each([
    ['ended session', () => endAccess(t.db, eva.user.id), 401],
    ['second factor taken away', () => t.db.update(users).set({ twoFactorAt: null }).run(), 409],
  ])('keeps its backup codes after an %s while new ones were made', async (_, happen, status) => {
    const before = codes();
    meanwhile = () => void happen();
    expect((await regenerate()).status).toBe(status);
    expect(codes()).toEqual(before);
  });
});

it('has no backup codes to renew and nothing to turn off when it is off', async () => {
  await setUp();
  for (const response of [await regenerate(), await disable('123456')]) {
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: 'Two-factor authentication is not enabled',
      code: 'two_factor_state',
    });
  }
  expect(codes()).toEqual([]);
});

it('hashes two codes at once, however many sets are asked for: sign-in keeps its places (L4)', async () => {
  const factor = await addTwoFactor(t, eva.user.id);
  let [running, most] = [0, 0];
  t.deps.passwords.hashWith = async (text, salt) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 1));
    running -= 1;
    return `${salt.toString('hex')} ${text}`;
  };
  const answers = await Promise.all(Array.from({ length: 8 }, () => regenerate()));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(most).toBe(2);
  expect(codes()).toHaveLength(10);
  expect((await disable(factor.backupCodes[0] ?? '')).status).toBe(400);
});

it("touches nobody else's second factor (T13)", async () => {
  const ben = t.signInAs('viewer', 'ben');
  const bens = await addTwoFactor(t, ben.user.id);
  const before = JSON.stringify(t.db.select().from(users).where(eq(users.id, ben.user.id)).get());
  const { secret } = await setUp();
  const [session = ''] = cookiesOf(await verify(codeOf(secret)));
  expect((await regenerate(session)).status).toBe(200);
  expect((await disable(bens.codeAt(t.deps.now()), session)).status).toBe(400);
  expect((await disable(bens.backupCodes[0] ?? '', session)).status).toBe(400);
  expect((await disable(codeOf(secret, t.deps.now() + 30_000), session)).status).toBe(200);
  expect(JSON.stringify(t.db.select().from(users).where(eq(users.id, ben.user.id)).get())).toBe(
    before,
  );
  expect(await statusOfMe(ben.cookie)).toBe(200);
});
