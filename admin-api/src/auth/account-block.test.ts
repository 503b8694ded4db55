/** Nobody can lock an owner out, and who comes from a known browser is held up by nobody (T2). */
import { auditLog, devices, outbox, throttles, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deviceCookieOf, statusesOf, trySignIn } from '#testing/sign-in.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { signInBuckets } from '#throttle/sign-in-buckets.ts';
import { forgetAccountFailures, noteFailure } from '#throttle/throttle.service.ts';
import { forgetDevices } from './access.service.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEW_PLACE = '198.51.100.200';
const times = (n: number, status: number) => Array<number>(n).fill(status);

let t: TestApp;
let owner: ReturnType<TestApp['addUser']>;
beforeEach(async () => {
  t = await createTestApp();
  owner = t.addUser('admin', 'owner');
});
afterEach(() => t.remove());

/** Forty addresses, five wrong passwords each: what shuts the account for unknown browsers. */
function attack(): Promise<number[]> {
  return statusesOf(200, (i) =>
    trySignIn(t, 'owner', { password: 'wrong', from: `198.51.100.${i % 40}` }),
  );
}

/** What such an attack leaves behind, at once. */
function shutAccount(name: string): void {
  const buckets = signInBuckets(name, '198.51.100.0', null).password;
  const account = buckets.filter(({ kind }) => kind === 'account');
  t.db.transaction((tx) => {
    for (let i = 0; i < 100; i += 1) noteFailure(tx, account, t.deps.now());
  });
}

/** The cookie of a browser in which this user was signed in before. */
async function knownBrowser(name = 'owner', cookie?: string): Promise<string> {
  const from = '203.0.113.99';
  return deviceCookieOf(await trySignIn(t, name, { from, ...(cookie && { cookie }) }));
}

const fromNewPlace = (cookie?: string, password?: string) =>
  trySignIn(t, 'owner', {
    from: NEW_PLACE,
    ...(cookie !== undefined && { cookie }),
    ...(password !== undefined && { password }),
  });

describe('an attack from forty addresses', () => {
  it('gets a hundred guesses, then strangers wait an hour', async () => {
    expect(await attack()).toEqual([...times(100, 401), ...times(100, 429)]);
    const refused = await fromNewPlace();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    t.pass(61 * MINUTE);
    expect((await fromNewPlace()).status).toBe(200);
  });

  it('does not touch the owner in a known browser: in at the first try', async () => {
    const cookie = await knownBrowser();
    await attack();
    expect((await fromNewPlace(cookie)).status).toBe(200);
  });

  it('counts the next hundred from nothing when the hour is over', async () => {
    await attack();
    t.pass(HOUR);
    const statuses = await statusesOf(101, (i) =>
      trySignIn(t, 'owner', { password: 'wrong', from: `10.0.0.${i}` }),
    );
    expect(statuses).toEqual([...times(100, 401), 429]);
  });

  it('never moves the end of the hour by ten thousand refused tries', async () => {
    await attack();
    const stored = () =>
      JSON.stringify(t.db.select().from(throttles).orderBy(throttles.bucket).all());
    const before = stored();
    let passed = 0;
    for (let i = 0; i < 10_000; i += 1) {
      const answer = await trySignIn(t, 'owner', { password: 'wrong', from: `10.0.0.${i % 250}` });
      const left = Math.ceil((HOUR - passed) / 1000);
      if (answer.status !== 429 || answer.headers.get('retry-after') !== String(left))
        expect([i, answer.status, answer.headers.get('retry-after')]).toEqual([i, 429, `${left}`]);
      passed += 350;
      t.pass(350);
    }
    expect(stored()).toBe(before);
    t.pass(HOUR - passed);
    expect((await fromNewPlace()).status).toBe(200);
  });

  it('ends at once when the site builder unlocks the account', async () => {
    await attack();
    forgetAccountFailures(t.db, owner);
    expect((await fromNewPlace()).status).toBe(200);
    expect((await trySignIn(t, 'owner', { from: '198.51.100.1' })).status).toBe(200);
  });

  it('is told to the owner once, by mail, in the log and in the audit log', async () => {
    await attack();
    expect(t.db.select().from(outbox).all()).toMatchObject([
      { recipient: 'owner@example.nl', subject: expect.stringContaining('account blocked') },
    ]);
    const blocked = eq(auditLog.action, 'sign-in-blocked');
    expect(t.db.select().from(auditLog).where(blocked).all()).toMatchObject([
      { entityId: owner.id, actor: '', summary: 'owner · 198.51.100.19' },
    ]);
    expect(t.logged.filter((line) => line.includes('unknown devices is blocked'))).toHaveLength(1);
  });

  it('mails nobody about a name that nobody has, or that was shut out', async () => {
    t.db.update(users).set({ status: 'inactive' }).run();
    await attack();
    await statusesOf(100, (i) => trySignIn(t, 'nobody', { from: `10.0.0.${i}` }));
    expect(t.db.select().from(outbox).all()).toEqual([]);
  });
});

describe('what makes no browser a known one', () => {
  it.each([
    ['a made-up secret', `__Host-device=${'A'.repeat(43)}`],
    ['an empty one', '__Host-device='],
    ['a very long one', `__Host-device=${'A'.repeat(3000)}`],
  ])('%s', async (_, cookie) => {
    shutAccount('owner');
    expect((await fromNewPlace(cookie)).status).toBe(429);
  });

  it('the right secret under another name, or what the database keeps of it', async () => {
    const secret = (await knownBrowser()).split('=')[1] ?? '';
    shutAccount('owner');
    const stored = t.db.select().from(devices).get();
    for (const cookie of [`device=${secret}`, `__Host-sid=${secret}`])
      expect((await fromNewPlace(cookie)).status).toBe(429);
    for (const value of [stored?.idHash, stored?.id])
      expect((await fromNewPlace(`__Host-device=${value}`)).status).toBe(429);
  });

  it('the browser of somebody else', async () => {
    t.addUser('viewer', 'jan');
    const cookie = await knownBrowser('jan');
    shutAccount('owner');
    expect((await fromNewPlace(cookie)).status).toBe(429);
  });

  it('a secret that was replaced at a later sign-in', async () => {
    const old = await knownBrowser();
    const fresh = await knownBrowser('owner', old);
    expect(fresh).not.toBe(old);
    shutAccount('owner');
    expect((await fromNewPlace(old)).status).toBe(429);
    expect((await fromNewPlace(fresh)).status).toBe(200);
    expect(t.db.select().from(devices).all()).toHaveLength(1);
  });

  it('a sign-in more than half a year ago', async () => {
    const cookie = await knownBrowser();
    t.pass(180 * DAY - MINUTE);
    shutAccount('owner');
    expect((await fromNewPlace(cookie, 'wrong')).status).toBe(401);
    t.pass(MINUTE);
    expect((await fromNewPlace(cookie)).status).toBe(429);
  });

  it('a browser that was forgotten, as after a new password', async () => {
    const cookie = await knownBrowser();
    forgetDevices(t.db, owner.id);
    shutAccount('owner');
    expect((await fromNewPlace(cookie)).status).toBe(429);
  });

  it('a sign-in that failed', async () => {
    const answer = await trySignIn(t, 'owner', { password: 'wrong' });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(t.db.select().from(devices).all()).toEqual([]);
  });
});

describe('a known browser', () => {
  it('is no way in without the password, and waits after five failures like everybody', async () => {
    const cookie = await knownBrowser();
    expect(await statusesOf(6, () => fromNewPlace(cookie, 'wrong'))).toEqual([
      ...times(5, 401),
      429,
    ]);
    const refused = await fromNewPlace(cookie);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('holds up neither another known one nor strangers', async () => {
    const [one, other] = [await knownBrowser(), await knownBrowser()];
    await statusesOf(6, () => fromNewPlace(one, 'wrong'));
    expect((await fromNewPlace(other)).status).toBe(200);
    expect((await fromNewPlace()).status).toBe(200);
  });

  it('may be that of two people: both are known in it', async () => {
    t.addUser('editor', 'jan');
    const first = await knownBrowser('owner');
    const second = await knownBrowser('jan', first);
    shutAccount('owner');
    shutAccount('jan');
    expect((await trySignIn(t, 'jan', { from: NEW_PLACE, cookie: first })).status).toBe(429);
    const answer = await trySignIn(t, 'jan', { from: NEW_PLACE, cookie: second });
    expect(answer.status).toBe(200);
    expect((await fromNewPlace(deviceCookieOf(answer))).status).toBe(200);
  });

  it('of two people counts for each alone: signing in as oneself frees no guesses at the other', async () => {
    t.addUser('viewer', 'jan');
    let cookie = await knownBrowser('jan', await knownBrowser('owner'));
    let refused = 0;
    for (let i = 0; i < 20; i += 1) {
      if ((await fromNewPlace(cookie, `guess ${i}`)).status === 429) refused += 1;
      cookie = await knownBrowser('jan', cookie);
    }
    expect(refused).toBe(15);
  });

  it('keeps count of a guess during which somebody else signs in there', async () => {
    t.addUser('viewer', 'jan');
    let cookie = await knownBrowser('jan', await knownBrowser('owner'));
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const guess = fromNewPlace(cookie, `guess ${i}`);
      cookie = await knownBrowser('jan', cookie);
      statuses.push((await guess).status);
    }
    expect(statuses).toEqual([...times(5, 401), ...times(3, 429)]);
  });

  it('makes a notice of a sign-in only where it is not known, but for the very first one', async () => {
    const cookie = await knownBrowser();
    expect(t.db.select().from(outbox).all()).toEqual([]);
    await fromNewPlace(cookie);
    expect(t.db.select().from(outbox).all()).toEqual([]);
    await fromNewPlace();
    expect(t.db.select().from(outbox).all()).toMatchObject([
      { recipient: 'owner@example.nl', subject: expect.stringContaining('new device') },
    ]);
  });
});
