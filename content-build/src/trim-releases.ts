/** Keeps the list of attempts bounded. */
import { RELEASES_LISTED } from '@veldlicht/contract/publishing';
import type { Store } from '@veldlicht/database/open';
import { releases } from '@veldlicht/database/schema';
import { desc, inArray, notInArray } from 'drizzle-orm';

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
