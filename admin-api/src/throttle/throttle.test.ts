/** Free attempts, and the waits after them (threats T1, T2, T8; fault F11). */
import { newId } from '@veldlicht/database/new-id';
import { openDatabase } from '@veldlicht/database/open';
import { devices, throttles, users } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeBucket, networkOf, signInBuckets, widerNetworkOf } from './buckets.ts';
import { forgetAccountFailures, forgetFailures, noteTry, requireFree } from './throttle.ts';
import {
  afterTry,
  type Bucket,
  type ThrottleKind,
  type ThrottleState,
  throttleRules,
  waitLeft,
} from './throttle-rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T = Date.UTC(2026, 4, 31, 12);

describe('the rules', () => {
  const kinds: ThrottleKind[] = ['pair', 'device', 'address', 'account', 'code', 'contact'];
  /** An attempt as the service handles it: refused during a wait, else counted as failed. */
  const tryOnce = (kind: ThrottleKind, state: ThrottleState | undefined, now: number) =>
    waitLeft(state, now) > 0 ? state : afterTry(throttleRules[kind], state, now);

  const none = (length: number) => Array<number>(length).fill(0);
  it.each([
    ['pair', [...none(4), 1, 2, 4, 8, 15, 15]],
    ['device', [...none(4), 1, 2, 4, 8, 15, 15]],
    ['code', [...none(4), 15, 30, 60, 60]],
    ['address', [...none(19), 10, ...none(19), 10, 0]],
    ['account', [...none(99), 60, ...none(99), 60, 0]],
  ] as const)(
    'of a %s have these waits in minutes, with each attempt right after the wait',
    (kind, waits) => {
      let state: ThrottleState | undefined;
      let now = T;
      for (const minutes of waits) {
        state = afterTry(throttleRules[kind], state, now);
        expect(waitLeft(state, now) / MINUTE).toBe(minutes);
        now += waitLeft(state, now);
      }
    },
  );

  const failing = (kind: ThrottleKind, moments: number[]) =>
    moments.reduce<ThrottleState | undefined>((state, now) => tryOnce(kind, state, now), undefined);

  it('reset a day after the last failure, of an address after ten minutes without any', () => {
    const last = T + 3 * HOUR;
    for (const kind of ['pair', 'device', 'account', 'code'] as const)
      expect(
        [last + DAY - 1, last + DAY].map((now) => failing(kind, [T, last, now])?.failures),
      ).toEqual([3, 1]);
    const moments = [T + 19 * MINUTE - 1, T + 19 * MINUTE];
    const failures = moments.map((now) => failing('address', [T, T + 9 * MINUTE, now])?.failures);
    expect(failures).toEqual([3, 1]);
  });

  it.each([
    ['at its beginning', 0, MINUTE],
    ['a moment before its end', MINUTE - 1, 1],
    ['at its end', MINUTE, 0],
    ['ten years later', 3650 * DAY, 0],
    ['five minutes before its beginning: the clock was set right', -5 * MINUTE, MINUTE],
    ['a moment more: the clock jumped', -5 * MINUTE - 1, 0],
  ])('leave this much of a wait: %s', (_, since, left) => {
    const known = { failures: 4, lastFailureAt: T, blockedAt: null, waitMs: 0 };
    expect(waitLeft(afterTry(throttleRules.pair, known, T), T + since)).toBe(left);
  });

  it('make no wait longer than their longest, and none endless, however the clock jumps', () => {
    const jump = fc.constantFrom(-DAY, -2 * HOUR, -SECOND, 0, SECOND, 2 * HOUR, 3650 * DAY);
    const step = fc.oneof(jump, fc.integer({ min: 0, max: 20 * MINUTE }));
    /** Long enough for every rule: accounts wait after a hundred failures. */
    const steps = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, step), {
      minLength: 5,
      maxLength: 300,
      size: 'max',
    });
    fc.assert(
      fc.property(fc.constantFrom(...kinds), steps, jump, (kind, steps, last) => {
        const longest = Math.max(...throttleRules[kind].waitsMs);
        let state: ThrottleState | undefined;
        let now = T;
        for (const ms of steps) {
          now += ms;
          state = tryOnce(kind, state, now);
          expect(waitLeft(state, now)).toBeLessThanOrEqual(longest);
        }
        now += last;
        // From here on the clock runs true.
        let waited = 0;
        for (; waitLeft(state, now) > 0 && waited <= longest + 5 * MINUTE; waited += MINUTE)
          now += MINUTE;
        expect(waited).toBeLessThanOrEqual(longest + 5 * MINUTE);
      }),
    );
  });

  it('let no more than the limit of messages of a client through in any ten minutes (T22)', () => {
    const { tries, forgetMs } = throttleRules.contact;
    fc.assert(
      fc.property(fc.array(fc.nat(4 * MINUTE), { maxLength: 60 }), (gaps) => {
        let state: ThrottleState | undefined;
        let now = T;
        const passed: number[] = [];
        for (const gap of gaps) {
          now += gap;
          if (waitLeft(state, now) === 0) passed.push(now);
          state = tryOnce('contact', state, now);
          expect(passed.filter((at) => now - at < forgetMs).length).toBeLessThanOrEqual(tries);
        }
      }),
    );
  });

  it('let no more than 100 second factors of one account fail in any 24 hours (NIST)', () => {
    let state: ThrottleState | undefined;
    const moments: number[] = [];
    for (let now = T; now < T + 5 * DAY; now += Math.max(waitLeft(state, now), SECOND)) {
      if (waitLeft(state, now) === 0) moments.push(now);
      state = tryOnce('code', state, now);
    }
    const inOneDay = (from: number) => moments.filter((at) => at >= from && at < from + DAY).length;
    expect(Math.max(...moments.map(inOneDay))).toBeLessThanOrEqual(100);
  });
});

describe('the counters', () => {
  const pair: Bucket = { kind: 'pair', key: 'eva' };
  const account: Bucket = { kind: 'account', key: 'eva' };
  let t: TestDatabase;
  beforeEach(async () => {
    t = await createTestDatabase();
  });
  afterEach(() => t.remove());
  const rows = () => t.db.select().from(throttles).all();
  function fail(buckets: Bucket[], times: number, now = T): Bucket[] {
    let began: Bucket[] = [];
    for (let i = 0; i < times; i += 1) began = noteTry(t.db, buckets, now);
    return began;
  }
  const refusal = (now: number, db = t.db) => {
    try {
      requireFree(db, [account, pair], now);
      return null;
    } catch (error) {
      return error;
    }
  };

  it('return the longest wait in whole seconds, rounded up, also to a new process', () => {
    fail([pair], 4);
    expect(refusal(T)).toBeNull();
    fail([pair], 1);
    expect(refusal(T + 1)).toMatchObject({ code: 'too_many_attempts', retryAfter: 60 });
    expect(refusal(T + MINUTE - 1)).toMatchObject({ retryAfter: 1 });
    expect(refusal(T + MINUTE)).toBeNull();
    fail([account], 100);
    const other = openDatabase(t.file);
    expect(refusal(T, other)).toMatchObject({ retryAfter: 3600 });
    other.$client.close();
  });

  it('return the waits that a failure started, and ignore failures during a wait', () => {
    expect(fail([pair, account], 4)).toEqual([]);
    expect(fail([pair, account], 1)).toEqual([pair]);
    expect(fail([account], 95)).toEqual([account]);
    const before = rows();
    expect(fail([pair], 50, T + 30_000)).toEqual([]);
    expect(rows()).toEqual(before);
  });

  it('clear the given buckets, and delete expired rows', () => {
    const neighbour: Bucket = { kind: 'pair', key: 'eva2' };
    fail([pair, neighbour], 5);
    forgetFailures(t.db, [pair]);
    requireFree(t.db, [pair], T);
    expect(() => requireFree(t.db, [neighbour], T)).toThrow();
    fail([pair], 1, T + DAY);
    expect(rows()).toHaveLength(1);
  });

  it('unlock one account: for every address, its devices and its second factor', () => {
    const add = (username: string) => {
      const user = { id: newId(), username, email: `${username}@example.nl` };
      const rest = { role: 'admin', passwordHash: '', createdAt: T } as const;
      t.db
        .insert(users)
        .values({ ...user, ...rest })
        .run();
      const device = newId();
      const row = { id: device, idHash: `hash of ${device}`, userId: user.id, lastSeenAt: T };
      t.db.insert(devices).values(row).run();
      const buckets = [
        ...signInBuckets(username, '192.0.2.1', null).password,
        ...signInBuckets(username, '', device).password,
        codeBucket(user.id, null),
        codeBucket(user.id, device),
      ].filter(({ kind }) => kind !== 'address');
      return { user, buckets };
    };
    const [eva, jan] = [add('Éva'), add('jan')];
    fail([...eva.buckets, ...jan.buckets], 100);
    forgetAccountFailures(t.db, { ...eva.user, username: 'éva' });
    requireFree(t.db, eva.buckets, T);
    for (const bucket of jan.buckets) expect(() => requireFree(t.db, [bucket], T)).toThrow();
  });

  it('store no typed name (it may be a password), and count every spelling as one', () => {
    fail(signInBuckets('correct horse battery', '192.0.2.1', null).password, 1);
    expect(JSON.stringify(rows())).not.toMatch(/horse/);
    const [one, ...others] = ['Éva', ' éva ', 'E\u0301VA'].map(
      (name) => signInBuckets(name, '192.0.2.1', null).password,
    );
    for (const other of others) expect(other).toEqual(one);
  });
});

it.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2345::1', '2001:db8:1:2345::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0000:0000:ffff::9', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['unknown', 'unknown', null],
])('counts %s as %s, within %j', (address, network, wider) => {
  expect([networkOf(address), widerNetworkOf(address)]).toEqual([network, wider]);
});
