/** A clock that jumps ends sessions and blocks early rather than never (fault F11). */
import { sessions } from '@veldlicht/database/schema';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceCookieOf, statusesOf, trySignIn } from '#testing/sign-in.ts';
import { createTestApp, START, type TestApp } from '#testing/test-app.ts';
import { signInBuckets } from '#throttle/sign-in-buckets.ts';
import { noteFailure } from '#throttle/throttle.service.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEARS = 3650 * DAY;

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(() => t.remove());

const isIn = async (cookie: string) => (await t.request('/api/auth/me', { cookie })).status === 200;

describe('a session', () => {
  it.each([
    ['a day back', -DAY, false],
    ['five minutes back', -5 * MINUTE, true],
    ['a little more than that', -5 * MINUTE - 1, false],
    ['two hours ahead', 2 * HOUR, true],
    ['ten years ahead', YEARS, false],
  ])('when the clock jumps %s', async (_, jump, expected) => {
    const { cookie } = t.signInAs('viewer');
    t.pass(jump);
    expect(await isIn(cookie)).toBe(expected);
  });

  it('counts again when a clock that went back a day is put right', async () => {
    const { cookie } = t.signInAs('viewer');
    t.pass(-DAY);
    expect(await isIn(cookie)).toBe(false);
    t.pass(DAY);
    expect(await isIn(cookie)).toBe(true);
  });

  it.each([DAY, YEARS])(
    'of a clock that is %d ms ahead is worth nothing once it is right',
    async (ahead) => {
      t.pass(ahead);
      const { cookie } = t.signInAs('viewer');
      expect(await isIn(cookie)).toBe(true);
      t.pass(-ahead);
      expect(await isIn(cookie)).toBe(false);
    },
  );

  it('lives through a clock that shakes by a second, and ends after 24 hours all the same', async () => {
    const { cookie } = t.signInAs('viewer');
    for (let i = 0; i < 24 * 6; i += 1) {
      t.pass((i % 2 ? 1 : -1) * SECOND);
      expect(await isIn(cookie)).toBe(true);
      t.pass(10 * MINUTE);
    }
    t.pass(SECOND);
    expect(await isIn(cookie)).toBe(false);
  });

  it('is never accepted outside its 24 hours, whatever the clock does', async () => {
    const { cookie } = t.signInAs('viewer');
    const jumps = [
      2 * HOUR,
      -SECOND,
      7 * HOUR,
      -DAY,
      20 * HOUR,
      4 * HOUR,
      YEARS,
      -YEARS,
      -2 * HOUR,
    ];
    let accepted = 0;
    for (let i = 0; i < 300; i += 1) {
      t.pass(jumps[(i * 7) % jumps.length] ?? 0);
      if (!(await isIn(cookie))) continue;
      accepted += 1;
      const age = t.deps.now() - START;
      expect(age).toBeGreaterThanOrEqual(-5 * MINUTE);
      expect(age).toBeLessThan(DAY);
    }
    expect(accepted).toBeGreaterThan(0);
  });

  it('can be had at once when the clock ended the one before', async () => {
    t.addUser('admin', 'eva');
    for (const jump of [-DAY, 2 * HOUR, YEARS, -YEARS]) {
      t.pass(jump);
      const answer = await trySignIn(t, 'eva');
      expect(answer.status).toBe(200);
      expect(await isIn(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '')).toBe(true);
    }
    expect(t.db.select().from(sessions).all().length).toBeLessThanOrEqual(4);
  });
});

describe('a known browser, its account shut for strangers,', () => {
  const shutAccount = () => {
    const { password } = signInBuckets('eva', '192.0.2.1', null);
    const account = password.filter(({ kind }) => kind === 'account');
    t.db.transaction((tx) => {
      for (let i = 0; i < 100; i += 1) noteFailure(tx, account, t.deps.now());
    });
  };

  it.each([
    ['a day back', -DAY, 200],
    ['two hours ahead', 2 * HOUR, 200],
    ['ten years ahead', YEARS, 429],
  ])('when the clock jumps %s', async (_, jump, status) => {
    t.addUser('admin', 'eva');
    const cookie = deviceCookieOf(await trySignIn(t, 'eva'));
    t.pass(jump);
    shutAccount();
    expect((await trySignIn(t, 'eva', { cookie })).status).toBe(status);
  });

  it('is none when it was seen by a clock of the far future', async () => {
    t.addUser('admin', 'eva');
    t.pass(YEARS);
    const cookie = deviceCookieOf(await trySignIn(t, 'eva'));
    t.pass(-YEARS);
    shutAccount();
    expect((await trySignIn(t, 'eva', { cookie })).status).toBe(429);
  });
});

describe('a wait', () => {
  it.each([
    ['a day back', -DAY, 200],
    ['a second back', -SECOND, 429],
    ['two hours ahead', 2 * HOUR, 200],
    ['ten years ahead', YEARS, 200],
  ])('when the clock jumps %s', async (_, jump, status) => {
    t.addUser('admin', 'eva');
    await statusesOf(5, () => trySignIn(t, 'eva', { password: 'wrong' }));
    t.pass(jump);
    const answer = await trySignIn(t, 'eva');
    expect(answer.status).toBe(status);
    expect(Number(answer.headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(60);
  });

  it('that began ten years ahead is over when the clock is right again', async () => {
    t.addUser('admin', 'eva');
    t.pass(YEARS);
    await statusesOf(6, () => trySignIn(t, 'eva', { password: 'wrong' }));
    t.pass(-YEARS);
    expect((await trySignIn(t, 'eva')).status).toBe(200);
  });
});
