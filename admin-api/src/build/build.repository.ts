import type { Store } from '@veldlicht/database/open';
import { ciBuilds, contentState } from '@veldlicht/database/schema';
import { desc, eq } from 'drizzle-orm';

export type BuildRow = typeof ciBuilds.$inferSelect;

export function findBuild(store: Store, snapshotId: string): BuildRow | undefined {
  return store.select().from(ciBuilds).where(eq(ciBuilds.snapshotId, snapshotId)).get();
}

/** The build that was called for last, in any of these states or in all. */
export function findNewest(store: Store, state?: BuildRow['state']): BuildRow | undefined {
  return store
    .select()
    .from(ciBuilds)
    .where(state && eq(ciBuilds.state, state))
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .get();
}

export function saveBuild(store: Store, snapshotId: string, facts: Partial<BuildRow>): void {
  store.update(ciBuilds).set(facts).where(eq(ciBuilds.snapshotId, snapshotId)).run();
}

/** What the admin's header shows of a running build. */
export function saveProgress(store: Store, pagesDone: number, pagesTotal: number): void {
  store
    .update(contentState)
    .set({ pagesDone, pagesTotal })
    .where(eq(contentState.running, true))
    .run();
}

/** Wakes the publisher when it does not wait for this build any more. */
export function askForNotice(store: Store, now: number): void {
  store.update(contentState).set({ retryAt: now }).where(eq(contentState.running, false)).run();
}
