/** Guessing second factors (threat T8). */
import { backupCodes, throttles } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceCookieOf, statusesOf, trySignIn } from '#testing/sign-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { addTwoFactor } from '#testing/two-factor-user.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NO_CODE = 'ZZZZZZZZ';
const times = (n: number, status: number) => Array<number>(n).fill(status);

let t: TestApp;
let app: Awaited<ReturnType<typeof addTwoFactor>>;
/** One call is one code that was looked at. */
const hashWith = vi.fn(async (text: string, salt: Buffer) => `${salt.toString('hex')}:${text}`);
const verify = vi.fn(async (hash: string | null, password: string) => hash === `hash:${password}`);
beforeEach(async () => {
  t = await createTestApp({ passwords: { hashWith, verify } });
  app = await addTwoFactor(t, t.addUser('admin', 'eva').id);
  for (const spy of [hashWith, verify]) spy.mockClear();
});
afterEach(() => t.remove());

const now = () => t.deps.now();
const right = () => app.codeAt(now());
const wrong = () => app.wrongCodeAt(now());
const send = (code: string, more: Parameters<typeof trySignIn>[2] = {}) =>
  trySignIn(t, 'eva', { code, ...more });

it('waits 15 minutes after five wrong codes: even the right one is refused', async () => {
  const statuses = await statusesOf(6, (i) => send(i < 5 ? wrong() : right()));
  expect(statuses).toEqual([...times(5, 401), 429]);
  const refused = await send(right());
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
  expect(hashWith).toHaveBeenCalledTimes(5);
  t.pass(15 * MINUTE - 1);
  expect((await send(right())).status).toBe(429);
  t.pass(1);
  expect((await send(right())).status).toBe(200);
});

it('says the same for a wrong code of either kind, and takes one hash for each', async () => {
  const facts = async (code: string) => {
    const answer = await send(code);
    return [answer.status, [...answer.headers], await answer.text()];
  };
  const [totp, backup] = [await facts(wrong()), await facts(NO_CODE)];
  expect(totp[2]).toBe('{"error":"Invalid verification code","code":"invalid_code"}');
  expect(backup).toEqual(totp);
  expect(hashWith).toHaveBeenCalledTimes(2);
  expect((await send(right())).status).toBe(200);
  expect(hashWith).toHaveBeenCalledTimes(3);
});

it('counts codes of the app and backup codes together, from everywhere', async () => {
  const statuses = await statusesOf(5, (i) =>
    send(i % 2 ? wrong() : NO_CODE, { from: `192.0.2.${i}` }),
  );
  expect(statuses).toEqual(times(5, 401));
  for (const code of [right(), app.backupCodes[0] ?? ''])
    expect((await send(code, { from: '198.51.100.1' })).status).toBe(429);
  t.pass(15 * MINUTE);
  expect((await send(app.backupCodes[0] ?? '')).status).toBe(200);
});

it('waits 15, 30, then always 60 minutes, and refused tries move nothing', async () => {
  await statusesOf(4, () => send(wrong()));
  for (const minutes of [15, 30, 60, 60]) {
    expect((await send(wrong())).status).toBe(401);
    for (let left = minutes; left > 0; left -= 5) {
      const refused = await send(wrong());
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, `${left * 60}`]);
      t.pass(5 * MINUTE);
    }
  }
});

it('counts nothing before the password is right, and wrong codes are no wrong passwords', async () => {
  for (let i = 0; i < 8; i += 1) {
    const from = `192.0.2.${i}`;
    expect((await send(wrong(), { password: 'wrong', from })).status).toBe(401);
  }
  expect(hashWith).not.toHaveBeenCalled();
  const codes = () =>
    t.db
      .select()
      .from(throttles)
      .all()
      .map(({ bucket }) => bucket.split(':')[0]);
  expect(codes()).not.toContain('code');
  const before = t.db.select().from(throttles).all();
  expect((await send(wrong())).status).toBe(401);
  expect(codes()).toContain('code');
  const others = t.db
    .select()
    .from(throttles)
    .all()
    .filter(({ bucket }) => !bucket.startsWith('code'));
  expect(others).toEqual(before);
});

it('goes on counting wrong passwords until the code was right as well', async () => {
  await statusesOf(4, () => trySignIn(t, 'eva', { password: 'wrong' }));
  expect(await (await trySignIn(t, 'eva')).json()).toEqual({ requires2FA: true });
  expect((await send(wrong())).status).toBe(401);
  await trySignIn(t, 'eva', { password: 'wrong' });
  expect((await trySignIn(t, 'eva')).status).toBe(429);
});

it('lets thirty codes at once get no further than five', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(wrong())));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  expect(hashWith).toHaveBeenCalledTimes(5);
});

it('lets the fastest attacker of a whole day guess less than a hundred times', async () => {
  const end = now() + DAY;
  while (now() < end && hashWith.mock.calls.length <= 100) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send(i % 2 ? wrong() : NO_CODE, { from: `192.0.2.${i}` }),
      ),
    );
    const waits = answers.map(({ headers }) => Number(headers.get('retry-after') ?? 0));
    t.pass(Math.max(1, ...waits) * 1000);
  }
  expect(hashWith.mock.calls.length).toBeGreaterThan(20);
  expect(hashWith.mock.calls.length).toBeLessThanOrEqual(100);
});

it('refuses a code that was used already without counting it', async () => {
  const code = right();
  expect((await send(code)).status).toBe(200);
  expect(await statusesOf(10, () => send(code))).toEqual(times(10, 401));
  const backup = app.backupCodes[0] ?? '';
  expect((await send(backup)).status).toBe(200);
  expect(await statusesOf(10, () => send(backup))).toEqual(times(10, 401));
  t.pass(MINUTE);
  expect((await send(right())).status).toBe(200);
  const used = t.db
    .select()
    .from(backupCodes)
    .all()
    .filter(({ usedAt }) => usedAt !== null);
  expect(used).toHaveLength(1);
});

it('has a counter of its own for each known browser, so that nobody shuts the owner out', async () => {
  const cookie = deviceCookieOf(await send(right()));
  t.pass(MINUTE);
  await statusesOf(6, () => send(wrong()));
  expect((await send(right())).status).toBe(429);
  const answer = await send(right(), { cookie });
  expect(answer.status).toBe(200);
  // Nor does a sign-in in a known browser free guesses elsewhere.
  t.pass(MINUTE);
  expect((await send(right())).status).toBe(429);
  const known = { cookie: deviceCookieOf(answer) };
  expect(await statusesOf(6, () => send(wrong(), known))).toEqual([...times(5, 401), 429]);
});
