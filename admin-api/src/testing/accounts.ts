/** Helpers for sign-in: attempts, cookies, second factors, blocked accounts. */
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { generateSecret, generateSync } from 'otplib';
import { cookieName } from '#auth/sessions.ts';
import { sealSecret } from '#secrets/sealed.ts';
import { signInBuckets } from '#throttle/buckets.ts';
import { noteTry } from '#throttle/throttle.ts';
import { hashBackupCodes, newBackupCodes, replaceBackupCodes } from '#two-factor/codes.ts';
import { ORIGIN, START, type TestApp } from './test-app.ts';

interface SignInTry {
  password?: string;
  code?: string;
  /** Address of the client. */
  from?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** A sign-in attempt; by default with the right password, always from the same address. */
export function trySignIn(t: Pick<TestApp, 'request'>, username: string, options: SignInTry = {}) {
  const { password = `password of ${username}`, code, from = '192.0.2.1', ...rest } = options;
  const json = { username, password, ...(code !== undefined && { twoFactorCode: code }) };
  return t.request('/api/auth/login', { method: 'POST', json, from, ...rest });
}

/** The statuses of sequential attempts. */
export async function statusesOf(times: number, tryOnce: (index: number) => Promise<Response>) {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await tryOnce(i)).status);
  return statuses;
}

/** The device cookie that a response sets, as a browser sends it. */
export function deviceCookieOf(answer: Response): string {
  const name = cookieName(ORIGIN, 'device');
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  if (set === undefined) throw new Error('the answer sets no device cookie');
  return set.split(';')[0] ?? '';
}

/** The session cookie that a response sets, as a browser sends it. */
export function sessionCookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** All cookies that a response sets, as a browser sends them. */
export function jarOf(answer: Response): string {
  const set = answer.headers.getSetCookie();
  return set.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** The status of GET /api/auth/me with these cookies. */
export async function statusOfMe(t: Pick<TestApp, 'request'>, cookie: string): Promise<number> {
  return (await t.request('/api/auth/me', { cookie })).status;
}

export const times = (n: number, status: number) => Array<number>(n).fill(status);

/** Blocks an account for unknown browsers, as a hundred wrong passwords do. */
export function shutAccount(t: TestApp, name: string): void {
  const { password } = signInBuckets(name, '198.51.100.0', null);
  const account = password.filter(({ kind }) => kind === 'account');
  t.db.transaction((tx) => {
    for (let i = 0; i < 100; i += 1) noteTry(tx, account, t.deps.now());
  });
}

/** Gives a user a second factor of which no time step is used up yet. */
export async function addTwoFactor(t: TestApp, userId: string) {
  const secret = generateSecret();
  const totpSecret = sealSecret(t.deps.secrets.twoFactor, userId, secret);
  t.db.update(users).set({ totpSecret, twoFactorAt: START }).where(eq(users.id, userId)).run();
  const backupCodes = newBackupCodes();
  replaceBackupCodes(t.db, userId, await hashBackupCodes(t.deps.passwords, backupCodes));
  /** The authenticator's code at `ms` since 1970. */
  const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) });
  /** Six digits that are not valid around `ms`. */
  const wrongCodeAt = (ms: number): string => {
    const near = [-60, -30, 0, 30, 60].map((seconds) => codeAt(ms + seconds * 1000));
    const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'];
    return wrong.find((code) => !near.includes(code)) ?? '';
  };
  return { secret, codeAt, wrongCodeAt, backupCodes };
}
