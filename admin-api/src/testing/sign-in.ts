import { cookieName } from '#auth/sessions.ts';
import { ORIGIN, type TestApp } from './test-app.ts';

export interface SignInTry {
  password?: string;
  code?: string;
  /** Address of the client. */
  from?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** One try to sign in, by default with the right password and from one and the same address. */
export function trySignIn(t: Pick<TestApp, 'request'>, username: string, options: SignInTry = {}) {
  const { password = `password of ${username}`, code, from = '192.0.2.1', ...rest } = options;
  const json = { username, password, ...(code !== undefined && { twoFactorCode: code }) };
  return t.request('/api/auth/login', { method: 'POST', json, from, ...rest });
}

/** Every status of these tries, one after the other. */
export async function statusesOf(times: number, tryOnce: (index: number) => Promise<Response>) {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await tryOnce(i)).status);
  return statuses;
}

/** The cookie that makes the browser a known one, as it is sent back. */
export function deviceCookieOf(answer: Response): string {
  const name = cookieName(ORIGIN, 'device');
  const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
  if (set === undefined) throw new Error('the answer sets no device cookie');
  return set.split(';')[0] ?? '';
}

/** The cookie of the session that an answer starts, as it is sent back. */
export function sessionCookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
