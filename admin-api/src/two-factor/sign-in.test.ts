/** The second factor at sign-in: a code counts once, whoever is first (threats T7, T9; A2). */
import { auditLog, backupCodes, sessions, users } from '@veldlicht/database/schema';
import { eq, isNotNull } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberDevice } from '#auth/device.service.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';
import { removeTwoFactor } from './two-factor.repository.ts';

let t: TestApp;
let userId: string;
let factor: Awaited<ReturnType<typeof addTwoFactor>>;
/** Runs while the next backup-code hash is computed. */
let meanwhile: () => unknown = () => undefined;
beforeEach(async () => {
  meanwhile = () => undefined;
  t = await createTestApp({
    passwords: {
      hashWith: async (text, salt) => {
        await meanwhile();
        return `${salt.toString('hex')} ${text}`;
      },
    },
  });
  userId = t.addUser('editor', 'eva').id;
  factor = await addTwoFactor(t, userId);
});
afterEach(() => t.remove());

const login = (twoFactorCode?: string, password = 'password of eva', cookie = '') =>
  t.request('/api/auth/login', {
    method: 'POST',
    cookie,
    json: { username: 'eva', password, ...(twoFactorCode !== undefined && { twoFactorCode }) },
  });
const code = (seconds = 0) => factor.codeAt(t.deps.now() + seconds * 1000);
const status = async (twoFactorCode?: string) => (await login(twoFactorCode)).status;
const countSessions = () => t.db.select().from(sessions).all().length;
const countUsed = () =>
  t.db.select().from(backupCodes).where(isNotNull(backupCodes.usedAt)).all().length;
const REFUSED = { error: 'Invalid verification code', code: 'invalid_code' };

async function race(twoFactorCode: string) {
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(twoFactorCode)));
  const statuses = answers.map((answer) => answer.status);
  return [200, 401].map((wanted) => statuses.filter((found) => found === wanted).length);
}

it('asks for the code after a right password, and opens nothing until then (A2)', async () => {
  const response = await login();
  expect([response.status, await response.json()]).toEqual([200, { requires2FA: true }]);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(countSessions()).toBe(0);
  const signedIn = await login(code());
  expect(await signedIn.json()).toMatchObject({
    user: { username: 'eva', twoFactorEnabled: true },
  });
  expect(signedIn.headers.getSetCookie()).toHaveLength(2);
});

it('asks for the code also when two-factor was turned on while the password was checked', async () => {
  removeTwoFactor(t.db, userId);
  t.deps.passwords.verify = async () => {
    factor = await addTwoFactor(t, userId);
    return true;
  };
  const response = await login();
  expect([response.status, await response.json()]).toEqual([200, { requires2FA: true }]);
  expect([response.headers.getSetCookie(), countSessions()]).toEqual([[], 0]);
});

it('does not look at the code of a wrong password (A2)', async () => {
  for (const twoFactorCode of [code(), factor.backupCodes[0] ?? '', undefined, '']) {
    const response = await login(twoFactorCode, 'wrong');
    expect(await response.json()).toMatchObject({ error: 'Invalid credentials' });
  }
  expect(countUsed()).toBe(0);
  expect(await status(code())).toBe(200);
});

describe('a code of the app (T7)', () => {
  it('lets in once', async () => {
    expect(await status(code())).toBe(200);
    const again = await login(code());
    expect([again.status, await again.json()]).toEqual([401, REFUSED]);
    expect(again.headers.getSetCookie()).toEqual([]);
    t.pass(30_000);
    expect(await status(code(-30))).toBe(401);
    expect(await status(code())).toBe(200);
    expect(countSessions()).toBe(2);
  });

  it('is refused when it is older than one that was used', async () => {
    expect(await status(code(30))).toBe(200);
    expect(await status(code(0))).toBe(401);
    expect(await status(code(-30))).toBe(401);
    t.pass(30_000);
    expect(await status(code(0))).toBe(401);
    expect(await status(code(30))).toBe(200);
  });

  it('lets one in of 30 who come with it at once', async () => {
    expect(await race(code())).toEqual([1, 29]);
    expect(countSessions()).toBe(1);
    t.pass(30_000);
    expect(await race(code())).toEqual([1, 29]);
  });

  it.each([
    [-60, 401],
    [-30, 200],
    [0, 200],
    [30, 200],
    [60, 401],
  ])('of %i seconds from now is answered %i', async (seconds, expected) => {
    expect(await status(code(seconds))).toBe(expected);
  });

  it('that turned the second factor on cannot be the first sign-in', async () => {
    const ben = t.signInAs('admin', 'ben');
    const setUp = await t.request('/api/2fa/setup', { method: 'POST', cookie: ben.cookie });
    // The shape is checked by the tests of the set-up.
    const { secret } = (await setUp.json()) as { secret: string };
    const codeAt = (seconds: number) =>
      generateSync({ secret, epoch: Math.floor(t.deps.now() / 1000) + seconds });
    const verify = { method: 'POST', cookie: ben.cookie, json: { token: codeAt(0) } };
    expect((await t.request('/api/2fa/verify', verify)).status).toBe(200);
    const loginBen = (twoFactorCode: string) => {
      const json = { username: 'ben', password: 'password of ben', twoFactorCode };
      return t.request('/api/auth/login', { method: 'POST', json });
    };
    expect((await loginBen(codeAt(0))).status).toBe(401);
    expect((await loginBen(codeAt(-30))).status).toBe(401);
    expect((await loginBen(codeAt(30))).status).toBe(200);
  });

  it('may be typed with spaces, dashes and around-standing blanks', async () => {
    const typed = ` ${code().slice(0, 3)} ${code().slice(3, 5)}-${code().slice(5)}\t`;
    expect(await status(typed)).toBe(200);
  });

  it.each([
    ['abcdef', 401],
    ['１２３４５６', 400],
    ['      ', 400],
    ['', 400],
    ['1234567', 401],
    ['12345', 401],
    ["' OR 1=1", 401],
    ['\u0000\u0001', 400],
    ['🦌🦌🦌', 400],
    ['ß'.repeat(32), 401],
    ['9'.repeat(33), 400],
  ])('that is %j is answered %i, never 500', async (twoFactorCode, expected) => {
    expect(await status(twoFactorCode)).toBe(expected);
    expect(countSessions()).toBe(0);
  });

  it('of a secret that was replaced while it was checked lets nobody in', async () => {
    const old = code();
    meanwhile = async () => {
      meanwhile = () => undefined;
      removeTwoFactor(t.db, userId);
      factor = await addTwoFactor(t, userId);
    };
    expect(await status(old)).toBe(401);
    expect(countSessions()).toBe(0);
    expect(await status(code())).toBe(200);
  });

  it("is judged by one's own secret: two rows that were swapped open nothing (T24)", async () => {
    const ben = t.addUser('editor', 'ben').id;
    const bens = await addTwoFactor(t, ben);
    const sealedOf = (id: string) =>
      t.db.select().from(users).where(eq(users.id, id)).get()?.totpSecret ?? null;
    const [evas, his] = [sealedOf(userId), sealedOf(ben)];
    t.db.update(users).set({ totpSecret: his }).where(eq(users.id, userId)).run();
    t.db.update(users).set({ totpSecret: evas }).where(eq(users.id, ben)).run();
    for (const twoFactorCode of [code(), bens.codeAt(t.deps.now()), factor.backupCodes[0] ?? '']) {
      const response = await login(twoFactorCode);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({ error: 'Something went wrong', code: 'internal' });
    }
    expect([countSessions(), countUsed()]).toEqual([0, 0]);
  });
});

describe('a backup code (T9)', () => {
  it('lets in once, in any case and with dashes', async () => {
    const [first = '', second = ''] = factor.backupCodes;
    expect(await status(`${first.slice(0, 4)}-${first.slice(4)}`.toLowerCase())).toBe(200);
    expect(await status(first)).toBe(401);
    expect(await status(second)).toBe(200);
    expect(countUsed()).toBe(2);
    const log = t.db.select().from(auditLog).all();
    expect(log.filter(({ action }) => action === 'use-backup-code')).toHaveLength(2);
  });

  it('lets one in of 30 who come with it at once, and one row is used', async () => {
    expect(await race(factor.backupCodes[0] ?? '')).toEqual([1, 29]);
    expect([countSessions(), countUsed()]).toEqual([1, 1]);
  });

  it('of an older set is worth nothing', async () => {
    const { cookie } = t.signInAs('viewer', 'ben');
    const evas = await login(code());
    const own = evas.headers.getSetCookie()[0]?.split(';')[0];
    const url = '/api/2fa/regenerate-backup-codes';
    expect((await t.request(url, { method: 'POST', cookie })).status).toBe(409);
    expect((await t.request(url, { method: 'POST', cookie: own })).status).toBe(200);
    for (const old of factor.backupCodes.slice(0, 4)) expect(await status(old)).toBe(401);
    expect(countUsed()).toBe(0);
  });

  it('of a set that was replaced while it was checked lets nobody in', async () => {
    meanwhile = async () => {
      meanwhile = () => undefined;
      removeTwoFactor(t.db, userId);
      await addTwoFactor(t, userId);
    };
    expect(await status(factor.backupCodes[0])).toBe(401);
    expect([countSessions(), countUsed()]).toEqual([0, 0]);
  });

  it('of somebody else is a wrong one', async () => {
    const bens = await addTwoFactor(t, t.addUser('admin', 'ben').id);
    expect(await status(bens.backupCodes[0])).toBe(401);
    expect(countUsed()).toBe(0);
  });
});

it.each([
  ['the app', () => code()],
  ['backup', () => factor.backupCodes[1] ?? ''],
])(
  'one code of %s lets one in of a known and an unknown browser that do not wait for each other',
  async (_, token) => {
    const known = rememberDevice(t.db, userId, undefined, t.deps.now());
    let arrived = 0;
    let release = () => {};
    const both = new Promise<void>((done) => {
      release = done;
    });
    meanwhile = () => {
      arrived += 1;
      if (arrived === 2) release();
      return both;
    };
    const typed = token();
    const answers = await Promise.all([
      login(typed),
      login(typed, undefined, `__Host-device=${known}`),
    ]);
    expect(arrived).toBe(2);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    expect(countSessions()).toBe(1);
  },
);

it('counts guesses, but not codes that were right once (T8)', async () => {
  expect(await status(code())).toBe(200);
  for (let i = 0; i < 10; i += 1) expect(await status(code())).toBe(401);
  t.pass(30_000);
  const wrong = factor.wrongCodeAt(t.deps.now());
  for (let i = 0; i < 5; i += 1) expect(await status(wrong)).toBe(401);
  expect(await status(code())).toBe(429);
  t.pass(15 * 60_000);
  expect(await status(code())).toBe(200);
});

it('costs one hash whatever the code is worth (T8)', async () => {
  let hashes = 0;
  meanwhile = () => {
    hashes += 1;
  };
  const [backup = ''] = factor.backupCodes;
  const wrong = factor.wrongCodeAt(t.deps.now());
  for (const twoFactorCode of [code(), code(), 'ABCDEFGH', wrong, backup, backup, '12345']) {
    hashes = 0;
    await login(twoFactorCode);
    expect(hashes).toBe(1);
  }
});
