/** Guessing passwords (threats T1, T3; Appendix A1). */
import { openDatabase } from '@veldlicht/database/open';
import { users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { statusesOf, trySignIn } from '#testing/sign-in.ts';
import { createTestApp, ORIGIN, type TestApp } from '#testing/test-app.ts';
import { createApp } from '../app.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const times = (n: number, status: number) => Array<number>(n).fill(status);

let t: TestApp;
const verify = vi.fn(async (hash: string | null, password: string) => hash === `hash:${password}`);
beforeEach(async () => {
  verify.mockClear();
  t = await createTestApp({ passwords: { verify } });
  t.addUser('admin', 'eva');
});
afterEach(() => t.remove());

const wrong = { password: 'wrong' };

describe('one name from one address', () => {
  it('waits after five failures: even the right password is refused, without a hash', async () => {
    expect(await statusesOf(7, () => trySignIn(t, 'eva', wrong))).toEqual([
      ...times(5, 401),
      429,
      429,
    ]);
    const refused = await trySignIn(t, 'eva');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await refused.json()).toEqual({
      error: 'Too many failed attempts; try again later',
      code: 'too_many_attempts',
    });
    expect(verify).toHaveBeenCalledTimes(5);
    t.pass(61 * SECOND);
    const answer = await trySignIn(t, 'eva');
    expect(answer.status).toBe(200);
    const names = answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(names).toEqual(['__Host-sid', '__Host-device']);
  });

  it('still waits after a restart', async () => {
    await statusesOf(5, () => trySignIn(t, 'eva', wrong));
    const db = openDatabase(t.file);
    const restarted = createApp({ ...t.deps, db });
    const send = () =>
      restarted.request(
        `${ORIGIN}/api/auth/login`,
        {
          method: 'POST',
          headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'eva', password: 'password of eva' }),
        },
        { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
      );
    const answer = await send();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(verify).toHaveBeenCalledTimes(5);
    t.pass(MINUTE);
    expect((await send()).status).toBe(200);
    db.$client.close();
  });

  it('waits 1, 2, 4, 8, then 15 minutes', async () => {
    await statusesOf(4, () => trySignIn(t, 'eva', wrong));
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect((await trySignIn(t, 'eva', wrong)).status).toBe(401);
      const refused = await trySignIn(t, 'eva', wrong);
      expect(refused.headers.get('retry-after')).toBe(String(minutes * 60));
      t.pass(minutes * MINUTE - 1);
      expect((await trySignIn(t, 'eva', wrong)).status).toBe(429);
      t.pass(1);
    }
  });

  it('counts from nothing after a success', async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await statusesOf(4, () => trySignIn(t, 'eva', wrong))).toEqual(times(4, 401));
      expect((await trySignIn(t, 'eva')).status).toBe(200);
      t.pass(10 * MINUTE);
    }
  });

  it('lets fifty guesses at once get no further than five', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => trySignIn(t, 'eva', { password: `guess ${i}` })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
    expect(verify).toHaveBeenCalledTimes(5);
  });

  it('keeps nobody who has to wait standing in line', async () => {
    await statusesOf(5, () => trySignIn(t, 'eva', wrong));
    const { promise, resolve } = Promise.withResolvers<boolean>();
    verify.mockImplementationOnce(() => promise);
    const slow = trySignIn(t, 'eva', { from: '192.0.2.2' });
    expect((await trySignIn(t, 'eva')).status).toBe(429);
    resolve(true);
    expect((await slow).status).toBe(200);
  });

  it('is one name in any spelling', async () => {
    const spellings = ['eva', 'EVA', ' eva', 'Eva ', 'eVa'];
    await statusesOf(5, (i) => trySignIn(t, spellings[i] ?? '', wrong));
    expect((await trySignIn(t, 'eva')).status).toBe(429);
  });
});

describe('one address', () => {
  it('waits ten minutes after twenty failures at whatever names', async () => {
    for (let i = 0; i < 25; i += 1) t.addUser('viewer', `user${i}`);
    const statuses = await statusesOf(25, (i) => trySignIn(t, `user${i}`, wrong));
    expect(statuses).toEqual([...times(20, 401), ...times(5, 429)]);
    expect(verify).toHaveBeenCalledTimes(20);
    const refused = await trySignIn(t, 'user24');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
    expect((await trySignIn(t, 'user24', { from: '192.0.2.2' })).status).toBe(200);
    t.pass(10 * MINUTE);
    expect((await trySignIn(t, 'user23')).status).toBe(200);
  });

  it('is not cleared by signing in to an account of one’s own', async () => {
    expect(await statusesOf(19, (i) => trySignIn(t, `user${i}`, wrong))).toEqual(times(19, 401));
    expect((await trySignIn(t, 'eva')).status).toBe(200);
    expect((await trySignIn(t, 'user19', wrong)).status).toBe(401);
    expect((await trySignIn(t, 'user20', wrong)).status).toBe(429);
  });

  it('learns nothing from guesses at many names at once beyond the twenty', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    verify.mockImplementation(async (hash, password) => {
      await promise;
      return hash === `hash:${password}`;
    });
    const guesses = Array.from({ length: 24 }, (_, i) => {
      t.addUser('viewer', `user${i}`);
      return trySignIn(t, `user${i}`, i < 20 ? wrong : {});
    });
    await expect.poll(() => verify.mock.calls).toHaveLength(24);
    resolve();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).toEqual([...times(20, 401), ...times(4, 429)]);
    verify.mockImplementation(async (hash, password) => hash === `hash:${password}`);
  });

  it('is a whole /64 of IPv6', async () => {
    const from = (i: number) => ({ ...wrong, from: `2001:db8:0:1::${i.toString(16)}` });
    expect(await statusesOf(6, (i) => trySignIn(t, 'eva', from(i)))).toEqual([
      ...times(5, 401),
      429,
    ]);
    const far = { from: '2001:db8:0:1:ffff:ffff:ffff:ffff' };
    expect((await trySignIn(t, 'eva', far)).status).toBe(429);
    expect((await trySignIn(t, 'eva', { from: '2001:db8:0:2::1' })).status).toBe(200);
  });

  it('is the same whether IPv4 comes as such or mapped into IPv6', async () => {
    await statusesOf(5, (i) =>
      trySignIn(t, 'eva', { ...wrong, from: i % 2 ? '192.0.2.7' : '::ffff:192.0.2.7' }),
    );
    expect((await trySignIn(t, 'eva', { from: '192.0.2.7' })).status).toBe(429);
  });
});

describe('X-Forwarded-For', () => {
  const forged = (i: number) => `203.0.113.${i}, 198.51.100.${i}`;

  it('counts for nothing from a client itself', async () => {
    const statuses = await statusesOf(30, (i) =>
      trySignIn(t, 'eva', { ...wrong, headers: { 'x-forwarded-for': forged(i) } }),
    );
    expect(statuses).toEqual([...times(5, 401), ...times(25, 429)]);
  });

  it('is believed from the configured proxy only, and of it the last hop only', async () => {
    const proxied = await createTestApp({ environment: { TRUSTED_PROXY: '10.0.0.1' } });
    proxied.addUser('admin', 'eva');
    const via = (proxy: string, forwarded: string, password?: string) =>
      trySignIn(proxied, 'eva', {
        from: proxy,
        headers: { 'x-forwarded-for': forwarded },
        ...(password !== undefined && { password }),
      });
    const client = (i: number) => `${forged(i)}, 192.0.2.9`;
    expect(await statusesOf(30, (i) => via('10.0.0.1', client(i), 'wrong'))).toEqual([
      ...times(5, 401),
      ...times(25, 429),
    ]);
    expect((await via('10.0.0.1', '192.0.2.10')).status).toBe(200);
    expect((await via('10.0.0.2', '192.0.2.9')).status).toBe(200);
    proxied.remove();
  });
});

describe('who has an account (T3)', () => {
  beforeEach(() => {
    t.addUser('editor', 'gone');
    t.db.update(users).set({ status: 'inactive' }).where(eq(users.username, 'gone')).run();
  });
  const kinds = ['eva', 'gone', 'nobody'];
  const facts = async (answer: Response) =>
    JSON.stringify([answer.status, [...answer.headers], await answer.text()]);

  it('is not told by two hundred sign-ins: one answer, one hash each', async () => {
    const answers = new Set<string>();
    for (let i = 0; i < 200; i += 1) {
      const name = kinds[i % 3] ?? '';
      const password = name === 'gone' ? 'password of gone' : 'wrong';
      answers.add(await facts(await trySignIn(t, name, { password, from: `192.0.2.${i}` })));
      expect(verify).toHaveBeenCalledTimes(i + 1);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^\[401,/);
  });

  it('is not told by waiting either: all three wait, with one answer', async () => {
    const answers = new Set<string>();
    for (const [i, name] of kinds.entries()) {
      const from = `192.0.2.${i}`;
      expect(await statusesOf(5, () => trySignIn(t, name, { ...wrong, from }))).toEqual(
        times(5, 401),
      );
      answers.add(await facts(await trySignIn(t, name, { ...wrong, from })));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^\[429,/);
  });

  it('is not told by the wait of an account: all three are shut after a hundred', async () => {
    for (const name of kinds) {
      const statuses = await statusesOf(101, (i) =>
        trySignIn(t, name, { ...wrong, from: `10.${kinds.indexOf(name)}.0.${i}` }),
      );
      expect(statuses).toEqual([...times(100, 401), 429]);
    }
  });
});
