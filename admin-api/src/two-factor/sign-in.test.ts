/** The second factor at sign-in: a code works once (threats T7, T9; A2). */
import { auditLog, backupCodes, sessions, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { rememberDevice } from '#auth/known-browsers.ts';
import { addTwoFactor, trySignIn } from '#testing/accounts.ts';
import { refusal } from '#testing/read-answer.ts';
import { useTestApp } from '#testing/test-app.ts';
import { removeTwoFactor } from './codes.ts';

let userId: string;
let factor: Awaited<ReturnType<typeof addTwoFactor>>;
const t = useTestApp();
beforeEach(async () => {
  t.db.delete(sessions).run();
  userId = t.user.id;
  factor = await addTwoFactor(t, userId);
});

const login = (code?: string, cookie = '') =>
  trySignIn(t, 'eva', { cookie, ...(code !== undefined && { code }) });
const code = (seconds = 0) => factor.codeAt(t.deps.now() + seconds * 1000);
const status = async (twoFactorCode?: string) => (await login(twoFactorCode)).status;
const countSessions = () => t.rows(sessions).length;
const countUsed = () => t.rows(backupCodes).filter(({ usedAt }) => usedAt !== null).length;

/** Of thirty parallel sign-ins with the code: how many succeed and how many fail. */
async function race(twoFactorCode: string) {
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(twoFactorCode)));
  return [200, 401].map((wanted) => answers.filter((answer) => answer.status === wanted).length);
}
/** Replaces secret and backup codes once, while a code is checked. */
function replaceMeanwhile(): void {
  t.during('hashWith', async () => {
    removeTwoFactor(t.db, userId);
    factor = await addTwoFactor(t, userId);
  });
}

it('asks for the code after a right password, and starts no session until then (A2)', async () => {
  const response = await login();
  expect([response.status, await response.json()]).toEqual([200, { requires2FA: true }]);
  expect([response.headers.getSetCookie(), countSessions()]).toEqual([[], 0]);
  const signedIn = await login(code());
  expect(await signedIn.json()).toMatchObject({ user: { twoFactorEnabled: true } });
  expect(signedIn.headers.getSetCookie()).toHaveLength(2);
});

it('asks for the code also when two-factor was turned on while the password was checked', async () => {
  removeTwoFactor(t.db, userId);
  t.during('verify', async () => {
    factor = await addTwoFactor(t, userId);
  });
  expect(await (await login()).json()).toEqual({ requires2FA: true });
  expect(countSessions()).toBe(0);
});

describe('a code of the app (T7)', () => {
  it('works once, and none older than a used one does', async () => {
    expect(await status(code())).toBe(200);
    expect(await refusal(login(code()))).toMatchObject({ status: 401, code: 'invalid_code' });
    t.pass(60_000);
    expect(await status(code(30))).toBe(200);
    for (const seconds of [0, -30]) expect(await status(code(seconds))).toBe(401);
    t.pass(30_000);
    expect(await status(code())).toBe(401);
    expect(await status(code(30))).toBe(200);
  });

  it('lets in one of 30 parallel sign-ins', async () => {
    expect(await race(code())).toEqual([1, 29]);
    expect(countSessions()).toBe(1);
  });

  it('of a secret replaced during the check is refused', async () => {
    const old = code();
    replaceMeanwhile();
    expect(await status(old)).toBe(401);
    expect(countSessions()).toBe(0);
    expect(await status(code())).toBe(200);
  });

  it('is checked by the user’s own secret: swapped rows open nothing (T24)', async () => {
    const ben = t.addUser('editor', 'ben').id;
    const bens = await addTwoFactor(t, ben);
    const sealedOf = (id: string) => t.rows(users).find((row) => row.id === id)?.totpSecret ?? null;
    const [evas, his] = [sealedOf(userId), sealedOf(ben)];
    t.db.update(users).set({ totpSecret: his }).where(eq(users.id, userId)).run();
    t.db.update(users).set({ totpSecret: evas }).where(eq(users.id, ben)).run();
    for (const twoFactorCode of [code(), bens.codeAt(t.deps.now()), factor.backupCodes[0] ?? ''])
      expect(await refusal(login(twoFactorCode))).toMatchObject({ status: 500, code: 'internal' });
    expect([countSessions(), countUsed()]).toEqual([0, 0]);
  });
});

describe('a backup code (T9)', () => {
  it('works once, in any case and with dashes', async () => {
    const [first = '', second = ''] = factor.backupCodes;
    expect(await status(`${first.slice(0, 4)}-${first.slice(4)}`.toLowerCase())).toBe(200);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect(countUsed()).toBe(2);
    const log = t.rows(auditLog).filter(({ action }) => action === 'use-backup-code');
    expect(log).toHaveLength(2);
  });

  it('lets in one of 30 parallel sign-ins, and one row is used', async () => {
    expect(await race(factor.backupCodes[0] ?? '')).toEqual([1, 29]);
    expect([countSessions(), countUsed()]).toEqual([1, 1]);
  });

  it('of a set replaced during the check, or of another user, is refused', async () => {
    const [old] = factor.backupCodes;
    replaceMeanwhile();
    expect(await status(old)).toBe(401);
    const bens = await addTwoFactor(t, t.addUser('admin', 'ben').id);
    expect(await status(bens.backupCodes[0])).toBe(401);
    expect([countSessions(), countUsed()]).toEqual([0, 0]);
  });
});

it.each([
  ['the app', () => code()],
  ['backup', () => factor.backupCodes[1] ?? ''],
])('one code of %s lets in one of a known and an unknown browser at once', async (_, token) => {
  const known = rememberDevice(t.db, userId, undefined, t.deps.now());
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  const { hashWith } = t.deps.passwords;
  t.deps.passwords.hashWith = async (...input) => {
    arrived += 1;
    if (arrived === 2) resolve();
    await both;
    return hashWith(...input);
  };
  const typed = token();
  const device = `device=${known}`;
  const answers = await Promise.all([login(typed), login(typed, device)]);
  expect(arrived).toBe(2);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  expect(countSessions()).toBe(1);
});
