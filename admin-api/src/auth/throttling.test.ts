/** Throttling of guesses at passwords and codes (threats T1, T2, T3, T8). */
import {
  auditLog,
  backupCodes,
  devices,
  outbox,
  throttles,
  users,
} from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  addTwoFactor,
  deviceCookieOf,
  shutAccount,
  statusesOf,
  times,
  trySignIn,
} from '#testing/accounts.ts';
import { useTestApp } from '#testing/test-app.ts';
import { endAccess } from './sign-in-and-out.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEW_PLACE = '198.51.100.200';

/** Each call checks one password or one code. */
const verify = vi.fn(async (hash: string | null, password: string) => hash === `hash:${password}`);
const hashWith = vi.fn(async (text: string, salt: Buffer) => `${salt.toString('hex')}:${text}`);
const t = useTestApp({ passwords: { verify, hashWith } });
beforeEach(() => {
  for (const spy of [verify, hashWith]) spy.mockClear();
});

const wrong = { password: 'wrong' };
const retryAfter = (answer: Response) => [answer.status, answer.headers.get('retry-after')];
const facts = async (answer: Response) =>
  JSON.stringify([answer.status, [...answer.headers], await answer.text()]);

describe('one name from one address', () => {
  it('waits after five failures: even the right password is refused, without a hash', async () => {
    const statuses = await statusesOf(7, () => trySignIn(t, 'eva', wrong));
    expect(statuses).toEqual([...times(5, 401), 429, 429]);
    const refused = await trySignIn(t, 'eva');
    expect(retryAfter(refused)).toEqual([429, '60']);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await refused.json()).toMatchObject({ code: 'too_many_attempts' });
    expect(verify).toHaveBeenCalledTimes(5);
    t.pass(61_000);
    expect((await trySignIn(t, 'eva')).status).toBe(200);
  });

  it('counts tries by name and by address of an account together', async () => {
    const { email } = t.addUser('editor', 'mira');
    expect(await statusesOf(3, () => trySignIn(t, 'mira', wrong))).toEqual(times(3, 401));
    expect(await statusesOf(3, () => trySignIn(t, email, wrong))).toEqual([401, 401, 429]);
  });

  it('resets after a success, and allows five of fifty parallel guesses', async () => {
    for (let i = 0; i < 2; i += 1) {
      expect(await statusesOf(4, () => trySignIn(t, 'eva', wrong))).toEqual(times(4, 401));
      expect((await trySignIn(t, 'eva')).status).toBe(200);
    }
    verify.mockClear();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => trySignIn(t, 'eva', { password: `guess ${i}` })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.sort()).toEqual([...times(5, 401), ...times(45, 429)]);
    expect(verify).toHaveBeenCalledTimes(5);
  });

  it('refuses an attempt during a wait at once, without queueing it', async () => {
    await statusesOf(5, () => trySignIn(t, 'eva', wrong));
    const { promise, resolve } = Promise.withResolvers<boolean>();
    verify.mockImplementationOnce(() => promise);
    const slow = trySignIn(t, 'eva', { from: '192.0.2.2' });
    expect((await trySignIn(t, 'eva')).status).toBe(429);
    resolve(true);
    expect((await slow).status).toBe(200);
  });
});

describe('one address', () => {
  it('waits ten minutes after twenty failures at whatever names', async () => {
    for (let i = 0; i < 25; i += 1) t.addUser('viewer', `user${i}`);
    expect(await statusesOf(19, (i) => trySignIn(t, `user${i}`, wrong))).toEqual(times(19, 401));
    // A successful sign-in to another account clears nothing.
    expect((await trySignIn(t, 'eva')).status).toBe(200);
    expect((await trySignIn(t, 'user19', wrong)).status).toBe(401);
    expect(retryAfter(await trySignIn(t, 'user24'))).toEqual([429, '600']);
    expect((await trySignIn(t, 'user24', { from: '192.0.2.2' })).status).toBe(200);
    t.pass(10 * MINUTE);
    expect((await trySignIn(t, 'user23')).status).toBe(200);
  });

  it('learns nothing from guesses at many names at once beyond the twenty', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = async (hash: string | null, password: string) => {
      await promise;
      return hash === `hash:${password}`;
    };
    const guesses = Array.from({ length: 24 }, (_, i) => {
      t.addUser('viewer', `user${i}`);
      verify.mockImplementationOnce(held);
      return trySignIn(t, `user${i}`, i < 20 ? wrong : {});
    });
    await expect.poll(() => verify.mock.calls).toHaveLength(24);
    resolve();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).toEqual([...times(20, 401), ...times(4, 429)]);
  });
});

describe('the existence of an account (T3)', () => {
  const names = ['eva', 'gone', 'nobody'];
  beforeEach(() => {
    t.addUser('editor', 'gone');
    t.db.update(users).set({ status: 'inactive' }).where(eq(users.username, 'gone')).run();
  });

  it('is not revealed by a refusal: same response and one hash for a wrong password, an inactive and an unknown user', async () => {
    const answers = new Set<string>();
    for (const [i, name] of names.entries()) {
      const password = name === 'gone' ? 'password of gone' : 'wrong';
      answers.add(await facts(await trySignIn(t, name, { password, from: `192.0.2.${i}` })));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('Invalid credentials');
    expect(verify.mock.calls.map(([hash]) => hash)).toEqual(['hash:password of eva', null, null]);
  });

  it('is not revealed by a wait of a pair or an account', async () => {
    const answers = new Set<string>();
    for (const [n, name] of names.entries()) {
      const from = `192.0.2.${n}`;
      await statusesOf(5, () => trySignIn(t, name, { ...wrong, from }));
      answers.add(await facts(await trySignIn(t, name, { ...wrong, from })));
      t.pass(DAY);
      const statuses = await statusesOf(101, (i) =>
        trySignIn(t, name, { ...wrong, from: `10.${n}.0.${i}` }),
      );
      expect(statuses).toEqual([...times(100, 401), 429]);
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toMatch(/^\[429,/);
  });
});

/** The cookie of a browser in which this user was signed in before. */
const knownBrowser = async (name = 'eva', cookie = '') =>
  deviceCookieOf(await trySignIn(t, name, { from: '203.0.113.99', cookie }));
const fromNewPlace = (cookie = '', password = 'password of eva') =>
  trySignIn(t, 'eva', { from: NEW_PLACE, cookie, password });

describe('an attack from forty addresses (T2)', () => {
  /** Five wrong passwords each, which block the account for unknown browsers. */
  const attack = () =>
    statusesOf(200, (i) => trySignIn(t, 'eva', { ...wrong, from: `198.51.100.${i % 40}` }));

  it('gets a hundred guesses, then unknown browsers wait a fixed hour; the owner is mailed once', async () => {
    const known = await knownBrowser();
    expect(await attack()).toEqual([...times(100, 401), ...times(100, 429)]);
    expect(t.rows(outbox)).toMatchObject([
      { recipient: 'eva@example.nl', subject: expect.stringContaining('account blocked') },
    ]);
    const blocked = t.rows(auditLog).filter(({ action }) => action === 'sign-in-blocked');
    const told = { summary: 'eva', facts: { address: '198.51.100.19' } };
    expect(blocked).toMatchObject([{ entityId: t.user.id, actor: '', ...told }]);
    expect(t.logged.filter((line) => line.includes('unknown devices is blocked'))).toHaveLength(1);
    expect(retryAfter(await fromNewPlace())).toEqual([429, '3600']);
    expect((await fromNewPlace(known)).status).toBe(200);
    const before = JSON.stringify(t.rows(throttles));
    t.pass(30 * MINUTE);
    for (let i = 0; i < 500; i += 1) {
      const answer = await trySignIn(t, 'eva', { ...wrong, from: `10.0.0.${i % 250}` });
      expect(retryAfter(answer)).toEqual([429, '1800']);
    }
    expect(JSON.stringify(t.rows(throttles))).toBe(before);
    t.pass(30 * MINUTE);
    expect((await fromNewPlace()).status).toBe(200);
  });

  it('mails nobody about an unknown or inactive name', async () => {
    t.db.update(users).set({ status: 'inactive' }).run();
    await attack();
    await statusesOf(100, (i) => trySignIn(t, 'nobody', { from: `10.0.0.${i}` }));
    expect(t.rows(outbox)).toEqual([]);
  });
});

describe('a browser counts as known', () => {
  it('not by a made-up secret, another cookie, or what the database keeps', async () => {
    const secret = (await knownBrowser()).split('=')[1] ?? '';
    const [stored] = t.rows(devices);
    shutAccount(t, 'eva');
    for (const cookie of [
      `device=${'A'.repeat(43)}`,
      'device=',
      `device=${'A'.repeat(3000)}`,
      `__Host-device=${secret}`,
      `sid=${secret}`,
      `device=${stored?.idHash}`,
      `device=${stored?.id}`,
    ])
      expect((await fromNewPlace(cookie)).status).toBe(429);
    expect((await trySignIn(t, 'nobody', wrong)).headers.getSetCookie()).toEqual([]);
  });

  it('not for another user, with an older secret, or once forgotten', async () => {
    t.addUser('viewer', 'jan');
    const ofJan = await knownBrowser('jan');
    const old = await knownBrowser();
    const fresh = await knownBrowser('eva', old);
    expect(fresh).not.toBe(old);
    shutAccount(t, 'eva');
    for (const cookie of [ofJan, old]) expect((await fromNewPlace(cookie)).status).toBe(429);
    const answer = await fromNewPlace(fresh);
    expect(answer.status).toBe(200);
    endAccess(t.db, t.user.id);
    shutAccount(t, 'eva');
    expect((await fromNewPlace(deviceCookieOf(answer))).status).toBe(429);
  });

  it.each([
    ['a day back', -DAY, 200],
    ['almost half a year ahead', 180 * DAY - MINUTE, 200],
    ['half a year ahead', 180 * DAY, 429],
    ['ten years back: a moment of the far future counts for nothing', -3650 * DAY, 429],
  ])('for half a year by any clock: %s (F11)', async (_, jump, status) => {
    const cookie = await knownBrowser();
    t.pass(jump);
    shutAccount(t, 'eva');
    expect((await fromNewPlace(cookie)).status).toBe(status);
  });

  it('with its own counter: it waits after five failures, others don’t', async () => {
    const [one, other] = [await knownBrowser(), await knownBrowser()];
    const statuses = await statusesOf(6, () => fromNewPlace(one, 'wrong'));
    expect(statuses).toEqual([...times(5, 401), 429]);
    expect(retryAfter(await fromNewPlace(one))).toEqual([429, '60']);
    expect((await fromNewPlace(other)).status).toBe(200);
    expect((await fromNewPlace()).status).toBe(200);
  });

  it('for two users at once, and signing in as one clears no failures of the other', async () => {
    t.addUser('viewer', 'jan');
    let cookie = await knownBrowser('jan', await knownBrowser());
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const guess = fromNewPlace(cookie, `guess ${i}`);
      cookie = await knownBrowser('jan', cookie);
      statuses.push((await guess).status);
    }
    expect(statuses).toEqual([...times(5, 401), ...times(3, 429)]);
    t.pass(DAY);
    for (const name of ['eva', 'jan']) shutAccount(t, name);
    const answer = await trySignIn(t, 'jan', { from: NEW_PLACE, cookie });
    expect(answer.status).toBe(200);
    expect((await fromNewPlace(deviceCookieOf(answer))).status).toBe(200);
  });

  it('and a sign-in from an unknown one is mailed, except the very first', async () => {
    const cookie = await knownBrowser();
    await fromNewPlace(cookie);
    expect(t.rows(outbox)).toEqual([]);
    await fromNewPlace();
    expect(t.rows(outbox)).toMatchObject([
      { recipient: 'eva@example.nl', subject: expect.stringContaining('new device') },
    ]);
  });
});

describe('second factors (T8)', () => {
  const NO_CODE = 'ZZZZZZZZ';
  let app: Awaited<ReturnType<typeof addTwoFactor>>;
  beforeEach(async () => {
    app = await addTwoFactor(t, t.user.id);
    hashWith.mockClear();
  });
  const right = () => app.codeAt(t.deps.now());
  const wrongCode = () => app.wrongCodeAt(t.deps.now());
  const send = (code: string, more: Parameters<typeof trySignIn>[2] = {}) =>
    trySignIn(t, 'eva', { code, ...more });

  it('wait 15 minutes after five wrong ones of either kind, from everywhere', async () => {
    const statuses = await statusesOf(5, (i) =>
      send(i % 2 ? wrongCode() : NO_CODE, { from: `192.0.2.${i}` }),
    );
    expect(statuses).toEqual(times(5, 401));
    for (const code of [right(), app.backupCodes[0] ?? ''])
      expect(retryAfter(await send(code, { from: NEW_PLACE }))).toEqual([429, '900']);
    expect(hashWith).toHaveBeenCalledTimes(5);
    t.pass(15 * MINUTE - 1);
    expect((await send(right())).status).toBe(429);
    t.pass(1);
    expect((await send(right())).status).toBe(200);
  });

  it('get the same response and one hash, whatever the code', async () => {
    const [totp, backup] = [await facts(await send(wrongCode())), await facts(await send(NO_CODE))];
    expect(totp).toContain('Invalid verification code');
    expect(backup).toEqual(totp);
    const [known = ''] = app.backupCodes;
    for (const code of [right(), right(), known, known, '12345']) {
      hashWith.mockClear();
      await send(code);
      expect(hashWith).toHaveBeenCalledTimes(1);
    }
  });

  it('count only after a right password, and are no wrong passwords', async () => {
    const buckets = () => t.rows(throttles).map(({ bucket }) => bucket.split(':')[0]);
    await statusesOf(4, () => send(wrongCode(), wrong));
    expect(hashWith).not.toHaveBeenCalled();
    expect(buckets()).not.toContain('code');
    expect((await send(wrongCode())).status).toBe(401);
    expect(buckets()).toContain('code');
    // Wrong passwords are forgotten only once the code was right as well.
    await trySignIn(t, 'eva', wrong);
    expect((await trySignIn(t, 'eva')).status).toBe(429);
  });

  it('are refused without being counted when they were used already', async () => {
    for (const code of [right(), app.backupCodes[0] ?? '']) {
      expect((await send(code)).status).toBe(200);
      expect(await statusesOf(10, () => send(code))).toEqual(times(10, 401));
    }
    t.pass(MINUTE);
    expect((await send(right())).status).toBe(200);
    expect(t.rows(backupCodes).filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
  });

  it('have a counter for each known browser, so that nobody can block the owner', async () => {
    const cookie = deviceCookieOf(await send(right()));
    t.pass(MINUTE);
    await statusesOf(6, () => send(wrongCode()));
    expect((await send(right())).status).toBe(429);
    const answer = await send(right(), { cookie });
    expect(answer.status).toBe(200);
    t.pass(MINUTE);
    expect((await send(right())).status).toBe(429);
    const known = { cookie: deviceCookieOf(answer) };
    const statuses = await statusesOf(6, () => send(wrongCode(), known));
    expect(statuses).toEqual([...times(5, 401), 429]);
  });
});
