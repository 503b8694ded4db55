/** Counts tries and makes callers wait; in the database, so that a restart forgets nothing. */

import type { Database, Store } from '@veldlicht/database/open';
import { throttles } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import { and, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import { listDevices } from '#auth/access.ts';
import { AppError } from '#http/app-error.ts';
import { inTransaction } from '#http/write.ts';
import { accountBucket, codeBucket, pairPrefix, unlockBuckets } from './buckets.ts';
import {
  afterTry,
  type Bucket,
  type ThrottleState,
  throttleRules,
  waitLeft,
} from './throttle-rules.ts';

/** Tries that could not be written yet: the disk was full, or read-only (fault F7). */
const unwritten = new WeakMap<Database['$client'], Map<string, ThrottleState>>();
/** Most of them; beyond that nobody may try, since nobody could be counted. */
const MOST_UNWRITTEN = 10_000;
const NOBODY_MS = 60_000;

function nameOf({ kind, key }: Bucket): string {
  return `${kind}:${key}`;
}

/** Writes what could not be written, once it can be; answers what is left. */
function settle(db: Database): Map<string, ThrottleState> {
  const left = unwritten.get(db.$client) ?? new Map<string, ThrottleState>();
  if (left.size === 0) return left;
  try {
    inTransaction(db, (tx) => {
      for (const [name, state] of left) saveThrottle(tx, name, state);
    });
    left.clear();
  } catch {
    // The same trouble as before: they count where they are.
  }
  return left;
}

/** Milliseconds until a try of all these buckets is free; 0 when it is. */
export function longestWait(db: Database, buckets: Bucket[], now: number): number {
  const left = settle(db);
  const waits = buckets.map((bucket) => {
    const known = left.get(nameOf(bucket)) ?? findThrottle(db, nameOf(bucket));
    return waitLeft(known, now);
  });
  return Math.max(left.size < MOST_UNWRITTEN ? 0 : NOBODY_MS, ...waits);
}

/** Lets a try through when none of the buckets is waiting; else throws `too_many_attempts`. */
export function requireFree(db: Database, buckets: Bucket[], now: number): void {
  const longest = longestWait(db, buckets, now);
  if (longest > 0)
    throw new AppError('too_many_attempts', undefined, { retryAfter: Math.ceil(longest / 1000) });
}

/** Counts a try; answers the buckets whose wait began with it. What no rule looks at any more goes. */
export function noteTry(store: Store, buckets: Bucket[], now: number): Bucket[] {
  return buckets.filter((bucket) => {
    const rule = throttleRules[bucket.kind];
    const isOfKind = and(
      gte(throttles.bucket, `${bucket.kind}:`),
      lt(throttles.bucket, `${bucket.kind};`), // the sign after the colon
    );
    store
      .delete(throttles)
      .where(and(isOfKind, lte(throttles.lastFailureAt, now - rule.forgetMs)))
      .run();
    const known = findThrottle(store, nameOf(bucket));
    // Parallel tries that were let through before the wait began don't prolong it.
    if (waitLeft(known, now) > 0) return false;
    const state = afterTry(rule, known, now);
    saveThrottle(store, nameOf(bucket), state);
    return state.blockedAt !== null;
  });
}

/** Counts what may happen so often; answers how many milliseconds it has to wait instead, 0 for not at all. */
export function takeTurn(store: Store, bucket: Bucket, now: number): number {
  const waitMs = waitLeft(findThrottle(store, nameOf(bucket)), now);
  if (waitMs === 0) noteTry(store, [bucket], now);
  return waitMs;
}

/** Counts a try that can't be written, for as long as that is so. */
export function noteUnwritten(db: Database, buckets: Bucket[], now: number): void {
  const left = unwritten.get(db.$client) ?? new Map<string, ThrottleState>();
  unwritten.set(db.$client, left);
  for (const bucket of buckets) {
    const known = left.get(nameOf(bucket)) ?? findThrottle(db, nameOf(bucket));
    if (waitLeft(known, now) === 0)
      left.set(nameOf(bucket), afterTry(throttleRules[bucket.kind], known, now));
  }
}

type Also = (tx: Store, began: Bucket[]) => void;

/**
 * Counts a try in one transaction with what else is to be written about it. When nothing can be written it
 * counts all the same, so that a full disk is no time to guess, and this throws why.
 */
export function countTry(db: Database, buckets: Bucket[], now: number, also: Also = () => {}) {
  try {
    inTransaction(db, (tx) => also(tx, noteTry(tx, buckets, now)));
  } catch (error) {
    noteUnwritten(db, buckets, now);
    throw error;
  }
}

/** The same, where the answer does not hang on what is written: `also` is left out when nothing can be. */
export function countFailure(db: Database, buckets: Bucket[], now: number, also?: Also): void {
  try {
    countTry(db, buckets, now, also);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

/** Forgets the failures of these buckets, after a success or by the site builder. */
export function forgetFailures(store: Store, buckets: Bucket[]): void {
  store
    .delete(throttles)
    .where(inArray(throttles.bucket, buckets.map(nameOf)))
    .run();
}

/** Forgets wrong passwords typed for a name in unknown browsers; wrong codes still count. */
export function forgetPasswordFailures(store: Store, username: string): void {
  forgetFailures(store, [accountBucket(username)]);
  const prefix = pairPrefix(username);
  const isPair = sql`substr(${throttles.bucket}, 1, ${prefix.length}) = ${prefix}`;
  store.delete(throttles).where(isPair).run();
}

/** Lets an account be tried again from everywhere (`npm run user -- unlock`, threat T2). */
export function forgetAccountFailures(store: Store, user: { id: string; username: string }): void {
  forgetFailures(store, unlockBuckets(user));
  forgetPasswordFailures(store, user.username);
  for (const device of listDevices(store, user.id))
    forgetFailures(store, [{ kind: 'device', key: device }, codeBucket(user.id, device)]);
}

function findThrottle(store: Store, bucket: string): ThrottleState | undefined {
  return store.select().from(throttles).where(eq(throttles.bucket, bucket)).get();
}

function saveThrottle(store: Store, bucket: string, state: ThrottleState): void {
  store
    .insert(throttles)
    .values({ bucket, ...state })
    .onConflictDoUpdate({ target: throttles.bucket, set: state })
    .run();
}
