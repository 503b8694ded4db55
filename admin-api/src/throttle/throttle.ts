/** Counts attempts and makes callers wait. In the database, so that a restart forgets nothing. */
import type { Database, Store } from '@veldlicht/database/open';
import { throttles } from '@veldlicht/database/schema';
import { isUnwritable } from '@veldlicht/database/system-errors';
import { and, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import { listDevices } from '#auth/known-browsers.ts';
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

/** Counts kept in memory while the disk is full or read-only (fault F7). */
const unwritten = new WeakMap<Database['$client'], Map<string, ThrottleState>>();
/** Limit of the map; beyond it every attempt waits, since it could not be counted. */
const MOST_UNWRITTEN = 10_000;
const NOBODY_MS = 60_000;

function nameOf({ kind, key }: Bucket): string {
  return `${kind}:${key}`;
}

/** Writes the counts kept in memory; returns those that still can't be written. */
function settle(db: Database): Map<string, ThrottleState> {
  const left = unwritten.get(db.$client) ?? new Map<string, ThrottleState>();
  if (left.size === 0) return left;
  try {
    inTransaction(db, (tx) => {
      for (const [name, state] of left) saveThrottle(tx, name, state);
    });
    left.clear();
  } catch {
    // Still not writable: memory keeps them.
  }
  return left;
}

/** Milliseconds until all these buckets are free; 0 when they are. */
export function longestWait(db: Database, buckets: Bucket[], now: number): number {
  const left = settle(db);
  const waits = buckets.map((bucket) => {
    const known = left.get(nameOf(bucket)) ?? findThrottle(db, nameOf(bucket));
    return waitLeft(known, now);
  });
  return Math.max(left.size < MOST_UNWRITTEN ? 0 : NOBODY_MS, ...waits);
}

/** Throws `code` with Retry-After unless `waitMs` is 0. */
export function requireNoWait(
  waitMs: number,
  code: 'too_many_attempts' | 'too_many_requests',
  why?: string,
): void {
  if (waitMs > 0) throw new AppError(code, why, { retryAfter: Math.ceil(waitMs / 1000) });
}

/** Throws `too_many_attempts` while one of the buckets waits. */
export function requireFree(db: Database, buckets: Bucket[], now: number): void {
  requireNoWait(longestWait(db, buckets, now), 'too_many_attempts');
}

/** Counts an attempt; returns the buckets whose wait it started. Deletes expired rows of the same kinds. */
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
    // Parallel attempts that passed before the wait began don't prolong it.
    if (waitLeft(known, now) > 0) return false;
    const state = afterTry(rule, known, now);
    saveThrottle(store, nameOf(bucket), state);
    return state.blockedAt !== null;
  });
}

/** Counts an action if its bucket is free; returns the milliseconds it has to wait, 0 when it may go on. */
export function takeTurn(store: Store, bucket: Bucket, now: number): number {
  const waitMs = waitLeft(findThrottle(store, nameOf(bucket)), now);
  if (waitMs === 0) noteTry(store, [bucket], now);
  return waitMs;
}

/** Counts an attempt in memory until the database is writable. */
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
 * Counts an attempt in one transaction with `also`. When that fails it counts in memory and rethrows, so that a
 * full disk gives no free guesses.
 */
export function countTry(db: Database, buckets: Bucket[], now: number, also: Also = () => {}) {
  try {
    inTransaction(db, (tx) => also(tx, noteTry(tx, buckets, now)));
  } catch (error) {
    noteUnwritten(db, buckets, now);
    throw error;
  }
}

/** As `countTry`, for attempts that failed anyway: a full or read-only disk drops `also` without an error. */
export function countFailure(db: Database, buckets: Bucket[], now: number, also?: Also): void {
  try {
    countTry(db, buckets, now, also);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
  }
}

export function forgetFailures(store: Store, buckets: Bucket[]): void {
  store
    .delete(throttles)
    .where(inArray(throttles.bucket, buckets.map(nameOf)))
    .run();
}

/** Clears wrong passwords for a name from unknown browsers; wrong codes still count. */
export function forgetPasswordFailures(store: Store, username: string): void {
  forgetFailures(store, [accountBucket(username)]);
  const prefix = pairPrefix(username);
  const isPair = sql`substr(${throttles.bucket}, 1, ${prefix.length}) = ${prefix}`;
  store.delete(throttles).where(isPair).run();
}

/** Clears all counters of an account (`npm run user -- unlock`, threat T2). */
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
