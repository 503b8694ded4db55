/** Builds elsewhere, as rows that the API writes reports into. */
import type { Database } from '@veldlicht/database/open';
import { ciBuilds } from '@veldlicht/database/schema';
import { and, desc, eq, inArray } from 'drizzle-orm';

export type CiBuild = typeof ciBuilds.$inferSelect;

export function findBuild(db: Database, snapshotId: string): CiBuild | undefined {
  return db.select().from(ciBuilds).where(eq(ciBuilds.snapshotId, snapshotId)).get();
}

/** The build whose job was called last. */
export function newestBuild(db: Database): CiBuild | undefined {
  return db.select().from(ciBuilds).orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision)).get();
}

/** The build that visitors see. */
export function liveBuild(db: Database): CiBuild | undefined {
  return db
    .select()
    .from(ciBuilds)
    .where(eq(ciBuilds.state, 'live'))
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .get();
}

/** A job is about to be called for; one that failed begins anew. */
export function markCalling(db: Database, snapshotId: string, revision: number, now: number): void {
  const fresh = { revision, state: 'calling' as const, calledAt: now, reportedAt: null, log: '' };
  db.insert(ciBuilds)
    .values({ snapshotId, ...fresh })
    .onConflictDoUpdate({ target: ciBuilds.snapshotId, set: { ...fresh, settled: false } })
    .run();
}

/** The call was taken. A report may have come before its answer. */
export function markCalled(db: Database, snapshotId: string): void {
  db.update(ciBuilds)
    .set({ state: 'called' })
    .where(and(eq(ciBuilds.snapshotId, snapshotId), eq(ciBuilds.state, 'calling')))
    .run();
}

/** Ends a build that could not be called or said nothing. One that went live meanwhile stays. */
export function markLost(db: Database, snapshotId: string, reason: string): void {
  db.transaction(
    (tx) => {
      const row = tx.select().from(ciBuilds).where(eq(ciBuilds.snapshotId, snapshotId)).get();
      if (!row || row.state === 'live' || row.state === 'failed') return;
      tx.update(ciBuilds)
        .set({ state: 'failed', log: reason })
        .where(eq(ciBuilds.snapshotId, snapshotId))
        .run();
    },
    { behavior: 'immediate' },
  );
}

export function markSettled(db: Database, snapshotId: string): void {
  db.update(ciBuilds).set({ settled: true }).where(eq(ciBuilds.snapshotId, snapshotId)).run();
}

/** Forgets all but the newest ones; answers the ids that stay. */
export function pruneBuilds(db: Database, keep: number): string[] {
  const ids = db
    .select({ id: ciBuilds.snapshotId })
    .from(ciBuilds)
    .orderBy(desc(ciBuilds.calledAt), desc(ciBuilds.revision))
    .all()
    .map(({ id }) => id);
  const live = liveBuild(db)?.snapshotId;
  const gone = ids.slice(keep).filter((id) => id !== live);
  if (gone.length > 0) db.delete(ciBuilds).where(inArray(ciBuilds.snapshotId, gone)).run();
  return ids.filter((id) => !gone.includes(id));
}
