/** Keeps the list of attempts bounded. */
import { RELEASES_LISTED } from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { releases } from '@veldlicht/database/schema';
import { desc, eq, inArray, notInArray } from 'drizzle-orm';

/** Good releases that stay on disk, the live one among them (product decisions §5). */
export const KEPT_RELEASES = 5;
/** SQLite wants a limit before an offset; there are never so many. */
const ALL = 1000;

/**
 * Says which releases a new live one pushes out, in the transaction that makes it live: nobody is
 * offered a way back to a folder that is about to go.
 */
export function markSuperseded(store: Store): void {
  const superseded = store
    .select({ id: releases.id })
    .from(releases)
    .where(eq(releases.state, 'kept'))
    .orderBy(desc(releases.createdAt), desc(releases.revision))
    .limit(ALL)
    .offset(KEPT_RELEASES - 1)
    .all()
    .map(({ id }) => id);
  if (superseded.length > 0)
    store.update(releases).set({ state: 'gone' }).where(inArray(releases.id, superseded)).run();
}

/**
 * Forgets the oldest attempts. What can be gone back to is never among them, however many failed
 * after it.
 */
export function trimReleases(store: Store): void {
  const newest = store
    .select({ id: releases.id })
    .from(releases)
    .orderBy(desc(releases.createdAt), desc(releases.revision))
    .limit(RELEASES_LISTED)
    .all()
    .map(({ id }) => id);
  if (newest.length < RELEASES_LISTED) return;
  const kept = store
    .select({ id: releases.id })
    .from(releases)
    .where(inArray(releases.state, ['live', 'kept']))
    .all()
    .map(({ id }) => id);
  store
    .delete(releases)
    .where(notInArray(releases.id, [...newest, ...kept]))
    .run();
}
