import { newId } from '@veldlicht/database/new-id';
import { openDatabase } from '@veldlicht/database/open';
import { devices, throttles, users } from '@veldlicht/database/schema';
import { createTestDatabase, type TestDatabase } from '@veldlicht/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeBucket, signInBuckets } from './sign-in-buckets.ts';
import {
  forgetAccountFailures,
  forgetFailures,
  noteFailure,
  requireFree,
} from './throttle.service.ts';
import type { Bucket } from './throttle-rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const T = Date.UTC(2026, 4, 31, 12);
const pair: Bucket = { kind: 'pair', key: 'eva' };
const account: Bucket = { kind: 'account', key: 'eva' };

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.remove());

function fail(buckets: Bucket[], times: number, now = T): Bucket[] {
  let began: Bucket[] = [];
  for (let i = 0; i < times; i += 1) began = noteFailure(t.db, buckets, now);
  return began;
}

it('lets through what never failed, and what failed too little', () => {
  requireFree(t.db, [pair], T);
  fail([pair], 4);
  requireFree(t.db, [pair], T);
});

it('says after how many whole seconds, rounded up, the longest of the waits is over', () => {
  fail([pair], 5);
  const refusal = (now: number) => {
    try {
      requireFree(t.db, [account, pair], now);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect(refusal(T)).toMatchObject({ code: 'too_many_attempts', retryAfter: 60 });
  expect(refusal(T + 1)).toMatchObject({ retryAfter: 60 });
  expect(refusal(T + MINUTE - 1)).toMatchObject({ retryAfter: 1 });
  expect(refusal(T + MINUTE)).toBeNull();
  fail([account], 100);
  expect(refusal(T)).toMatchObject({ retryAfter: 3600 });
});

it('tells which waits began with a failure', () => {
  expect(fail([pair, account], 4)).toEqual([]);
  expect(fail([pair, account], 1)).toEqual([pair]);
  expect(fail([account], 94)).toEqual([]);
  expect(fail([account], 1)).toEqual([account]);
});

it('does not count a failure of a try that was under way when the wait began', () => {
  fail([pair], 5);
  const before = t.db.select().from(throttles).all();
  expect(fail([pair], 50, T + 30_000)).toEqual([]);
  expect(t.db.select().from(throttles).all()).toEqual(before);
});

it('keeps waits where a new process finds them', () => {
  fail([pair], 5);
  const other = openDatabase(t.file);
  expect(() => requireFree(other, [pair], T + MINUTE - 1)).toThrow('Too many failed attempts');
  other.$client.close();
});

it('forgets what it is told to forget, and no neighbour', () => {
  const neighbour: Bucket = { kind: 'pair', key: 'eva2' };
  fail([pair, neighbour], 5);
  forgetFailures(t.db, [pair]);
  requireFree(t.db, [pair], T);
  expect(() => requireFree(t.db, [neighbour], T)).toThrow();
});

it('removes rows that no rule looks at any more', () => {
  fail([pair], 1);
  fail([account], 1, T + 48 * HOUR - 1);
  expect(t.db.select().from(throttles).all()).toHaveLength(2);
  fail([account], 1, T + 48 * HOUR);
  expect(t.db.select().from(throttles).all()).toMatchObject([{ failures: 2 }]);
});

it('unlocks an account: from every address, for its devices, its second factor, and nobody else', () => {
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
      ...signInBuckets(username, '2001:db8::1', null).password,
      ...signInBuckets(username, '', device).password,
      codeBucket(user.id, null),
      codeBucket(user.id, device),
    ].filter(({ kind }) => kind !== 'address');
    return { user, buckets };
  };
  const eva = add('Éva');
  const jan = add('jan');
  fail([...eva.buckets, ...jan.buckets], 100);
  forgetAccountFailures(t.db, { ...eva.user, username: 'éva' });
  requireFree(t.db, eva.buckets, T);
  for (const bucket of jan.buckets) expect(() => requireFree(t.db, [bucket], T)).toThrow();
});

it('keeps no name that was typed: it may be somebody’s password', () => {
  fail(signInBuckets('correct horse battery', '192.0.2.1', null).password, 1);
  const stored = JSON.stringify(t.db.select().from(throttles).all());
  expect(stored).not.toMatch(/horse/);
});

it('counts every spelling of a name as one', () => {
  const [one, ...others] = ['Éva', ' éva ', 'E\u0301VA'].map(
    (name) => signInBuckets(name, '192.0.2.1', null).password,
  );
  for (const other of others) expect(other).toEqual(one);
});
