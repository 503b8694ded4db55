import type { Store } from '@veldlicht/database/open';
import { throttles } from '@veldlicht/database/schema';
import { eq, inArray, lte, sql } from 'drizzle-orm';
import type { ThrottleState } from './throttle-rules.ts';

export function findThrottle(store: Store, bucket: string): ThrottleState | undefined {
  return store.select().from(throttles).where(eq(throttles.bucket, bucket)).get();
}

export function saveThrottle(store: Store, bucket: string, state: ThrottleState): void {
  store
    .insert(throttles)
    .values({ bucket, ...state })
    .onConflictDoUpdate({ target: throttles.bucket, set: state })
    .run();
}

/** Forgets the failures of these buckets; answers how many there were. */
export function deleteThrottles(store: Store, buckets: string[]): number {
  return store.delete(throttles).where(inArray(throttles.bucket, buckets)).run().changes;
}

/** Forgets every bucket whose name begins like this. */
export function deleteThrottlesLike(store: Store, prefix: string): void {
  store
    .delete(throttles)
    .where(sql`substr(${throttles.bucket}, 1, ${prefix.length}) = ${prefix}`)
    .run();
}

/** Rows that no rule looks at any more. */
export function deleteOldThrottles(store: Store, lastFailureBy: number): void {
  store.delete(throttles).where(lte(throttles.lastFailureAt, lastFailureBy)).run();
}
