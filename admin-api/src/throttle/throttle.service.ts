/** Counts failed tries and makes callers wait; in the database, so that a restart forgets nothing. */
import type { Store } from '@veldlicht/database/open';
import { listDevices } from '#auth/device.repository.ts';
import { AppError } from '#http/app-error.ts';
import { codeBucket, pairPrefix, unlockBuckets } from './sign-in-buckets.ts';
import {
  deleteOldThrottles,
  deleteThrottles,
  deleteThrottlesLike,
  findThrottle,
  saveThrottle,
} from './throttle.repository.ts';
import { afterFailure, type Bucket, throttleRules, waitLeft } from './throttle-rules.ts';

const OLDEST_MS = 48 * 60 * 60 * 1000;

function nameOf({ kind, key }: Bucket): string {
  return `${kind}:${key}`;
}

/** Lets a try through when none of the buckets is waiting; else throws `too_many_attempts`. */
export function requireFree(store: Store, buckets: Bucket[], now: number): void {
  const waits = buckets.map((bucket) => waitLeft(findThrottle(store, nameOf(bucket)), now));
  const longest = Math.max(0, ...waits);
  if (longest > 0)
    throw new AppError('too_many_attempts', undefined, { retryAfter: Math.ceil(longest / 1000) });
}

/** Counts a failure; answers the buckets whose wait began with it. */
export function noteFailure(store: Store, buckets: Bucket[], now: number): Bucket[] {
  deleteOldThrottles(store, now - OLDEST_MS);
  return buckets.filter((bucket) => {
    const known = findThrottle(store, nameOf(bucket));
    // Parallel tries that were let through before the wait began don't prolong it.
    if (waitLeft(known, now) > 0) return false;
    const state = afterFailure(throttleRules[bucket.kind], known, now);
    saveThrottle(store, nameOf(bucket), state);
    return state.blockedAt !== null;
  });
}

/** Forgets the failures of these buckets, after a success or by the site builder. */
export function forgetFailures(store: Store, buckets: Bucket[]): void {
  deleteThrottles(store, buckets.map(nameOf));
}

/** Lets an account be tried again from everywhere (`npm run user -- unlock`, threat T2). */
export function forgetAccountFailures(store: Store, user: { id: string; username: string }): void {
  forgetFailures(store, unlockBuckets(user));
  deleteThrottlesLike(store, pairPrefix(user.username));
  for (const device of listDevices(store, user.id))
    forgetFailures(store, [{ kind: 'device', key: device }, codeBucket(user.id, device)]);
}
