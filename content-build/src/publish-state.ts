/** How far the site has come, as rows the API reads: what the admin's header shows. */

import type { Database } from '@veldlicht/database/open';
import { contentState, files, media, releases } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

export type ContentState = typeof contentState.$inferSelect;
export type ReleaseRow = typeof releases.$inferInsert;

export function readState(db: Database): ContentState {
  const state = db.select().from(contentState).get();
  if (!state) throw new Error('the database has no content state');
  return state;
}

export function markRunning(db: Database): void {
  db.update(contentState)
    .set({ running: true, pagesDone: 0, pagesTotal: 0, retryAt: null, error: null })
    .run();
}

export function markProgress(db: Database, pagesDone: number, pagesTotal: number): void {
  db.update(contentState).set({ pagesDone, pagesTotal }).run();
}

/** Ends a publish that changed nothing, or whose release went live. Later changes stay waiting. */
export function markDone(
  db: Database,
  revision: number,
  release: ReleaseRow | null,
  now: number,
): void {
  db.transaction(
    (tx) => {
      const state = tx.select().from(contentState).get();
      const waiting = state !== undefined && state.revision > revision;
      tx.update(contentState)
        .set({
          running: false,
          error: null,
          publishedRevision: revision,
          firstChangeAt: waiting ? sql`${contentState.lastChangeAt}` : null,
          lastChangeAt: waiting ? sql`${contentState.lastChangeAt}` : null,
          ...(release && { releaseId: release.id, publishedAt: now }),
        })
        .run();
      if (!release) return;
      tx.update(releases).set({ state: 'kept' }).where(eq(releases.state, 'live')).run();
      tx.insert(releases)
        .values(release)
        .onConflictDoUpdate({ target: releases.id, set: release })
        .run();
      // From now on the address of what is public stays as it is (product decisions §2).
      tx.update(media)
        .set({ firstPublishedAt: now })
        .where(
          and(
            eq(media.status, 'published'),
            isNull(media.firstPublishedAt),
            lte(media.revision, revision),
            or(
              isNotNull(media.previousFileHash),
              inArray(
                media.fileHash,
                tx.select({ hash: files.hash }).from(files).where(eq(files.processing, 'ready')),
              ),
            ),
          ),
        )
        .run();
    },
    { behavior: 'immediate' },
  );
}

/** Ends a publish that failed; the reason is a sentence for people. */
export function markFailed(db: Database, error: string): void {
  db.update(contentState).set({ running: false, error }).run();
}

/** At start of the worker nothing runs, whatever the last one left behind. */
export function clearRunning(db: Database): void {
  db.update(contentState).set({ running: false }).run();
}

/** Whether a publish of this database made the release, and lived to say so. */
export function isKnownRelease(db: Database, id: string): boolean {
  return (
    db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).get() !== undefined
  );
}

/** Good releases, newest first. */
export function keptReleases(db: Database) {
  return db
    .select()
    .from(releases)
    .where(inArray(releases.state, ['live', 'kept']))
    .orderBy(desc(releases.createdAt), desc(releases.revision))
    .all();
}

export function markGone(db: Database, ids: string[]): void {
  if (ids.length > 0)
    db.update(releases).set({ state: 'gone' }).where(inArray(releases.id, ids)).run();
}
