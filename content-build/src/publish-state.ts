/** How far the site has come, as rows the API reads: what the admin's header shows. */

import type { Database, Store } from '@veldlicht/database/open';
import { contentState, files, media, releases } from '@veldlicht/database/schema';
import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { markSuperseded, trimReleases } from './trim-releases.ts';

export type ContentState = typeof contentState.$inferSelect;
export type ReleaseRow = typeof releases.$inferInsert;

export function readState(db: Store): ContentState {
  const state = db.select().from(contentState).get();
  if (!state) throw new Error('the database has no content state');
  return state;
}

export function markRunning(db: Database, now: number): void {
  db.update(contentState)
    .set({
      running: true,
      startedAt: now,
      pagesDone: 0,
      pagesTotal: 0,
      retryAt: null,
      error: null,
    })
    .run();
}

/** A step back begins; why the last publish failed stays true meanwhile. */
export function markRestoring(db: Database, now: number): void {
  db.update(contentState)
    .set({ running: true, startedAt: now, pagesDone: 0, pagesTotal: 0, restoreError: null })
    .run();
}

/**
 * Ends a step to another release; `error` is why it was not taken, a sentence for people. Being back
 * at the newest release ends the hold: nothing is kept from visitors any more.
 */
export function markRestored(db: Database, error: string | null): void {
  db.transaction(
    (tx) => {
      tx.update(contentState)
        .set({ running: false, startedAt: null, restoreId: null, restoreError: error })
        .run();
      if (error !== null) return;
      const [newest] = tx
        .select({ id: releases.id })
        .from(releases)
        .where(ne(releases.state, 'failed'))
        .orderBy(desc(releases.revision), desc(releases.createdAt))
        .limit(1)
        .all();
      if (newest?.id === readState(tx).releaseId)
        tx.update(contentState).set({ heldRevision: null }).run();
    },
    { behavior: 'immediate' },
  );
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
          startedAt: null,
          error: null,
          restoreError: null,
          failedCount: 0,
          failedRevision: null,
          nextTryAt: null,
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
      markSuperseded(tx);
      trimReleases(tx);
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
