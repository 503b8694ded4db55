/** How far the site has come, as rows the API reads: what the admin's header shows. */

import { whereListed } from '@veldlicht/database/is-public';
import type { Database, Store } from '@veldlicht/database/open';
import { preparedFor } from '@veldlicht/database/prepared';
import { contentState, files, media, releases } from '@veldlicht/database/schema';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { markSuperseded, trimReleases } from './trim-releases.ts';

export type ContentState = typeof contentState.$inferSelect;
export type ReleaseRow = typeof releases.$inferInsert;

const stateQuery = preparedFor((store) => store.select().from(contentState).prepare());

export function readState(db: Store): ContentState {
  const state = stateQuery(db).get();
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
 * Ends a hold whose release is lost and can't be made again: the newest takes its place. `error` says why.
 */
export function markLost(db: Database, error: string, now: number): void {
  const ended = { running: false, startedAt: null, restoreId: null, restoreError: error };
  db.update(contentState)
    .set({ ...ended, heldRevision: null, retryAt: now })
    .run();
}

/**
 * Ends a step to another release; `error` is why it was not taken, a sentence for people. Being back
 * at the newest release ends the hold, unless changes wait: nothing is kept from visitors any more.
 */
export function markRestored(db: Database, error: string | null): void {
  db.transaction(
    (tx) => {
      tx.update(contentState)
        .set({ running: false, startedAt: null, restoreId: null, restoreError: error })
        .run();
      if (error !== null) return;
      // What a step back made itself knows of no entry of the audit log, and is never the newest.
      const [newest] = tx
        .select({ id: releases.id })
        .from(releases)
        .where(and(ne(releases.state, 'failed'), isNotNull(releases.auditId)))
        .orderBy(desc(releases.revision), desc(releases.createdAt))
        .limit(1)
        .all();
      const { releaseId, revision, publishedRevision } = readState(tx);
      if (newest?.id === releaseId && revision <= publishedRevision)
        tx.update(contentState).set({ heldRevision: null }).run();
    },
    { behavior: 'immediate' },
  );
}

/** Progress is written at most this often: each write is a commit. */
const PROGRESS_EVERY_MS = 250;

/** Tells the header how far a publish or a step back is. */
export function progressOf(db: Database, now: () => number): (done: number, total: number) => void {
  let told = now();
  return (done, total) => {
    if (now() - told < PROGRESS_EVERY_MS) return;
    told = now();
    markProgress(db, done, total);
  };
}

export function markProgress(db: Database, pagesDone: number, pagesTotal: number): void {
  db.update(contentState).set({ pagesDone, pagesTotal }).run();
}

/**
 * Ends a publish that changed nothing, or whose release went live. Later changes stay waiting.
 * `moment` is the one that the site was made for.
 */
export function markDone(
  db: Database,
  revision: number,
  release: ReleaseRow | null,
  now: number,
  moment = now,
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
          heldRevision: null,
          failedCount: 0,
          failedRevision: null,
          nextTryAt: null,
          publishedRevision: revision,
          shownAt: moment,
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
            whereListed,
            isNull(media.firstPublishedAt),
            lte(media.revision, revision),
            or(isNull(media.publishFrom), lte(media.publishFrom, moment)),
            or(isNull(media.publishUntil), gt(media.publishUntil, moment)),
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

/** A step back: what is live, and the newest revision and moment that it was taken with. */
export interface StepBack {
  releaseId: string;
  publishedAt: number;
  heldRevision: number;
  shownAt: number;
}

/**
 * Ends a look at the release that is held, after a change: it shows what it may show now. `error` ends
 * the hold, and says why that can't be shown any more: what was removed must go all the same. So does
 * `isEnded`, when the newest was asked for meanwhile.
 */
export function markHeld(db: Database, error: string | null, isEnded = error !== null): void {
  db.update(contentState)
    .set({
      running: false,
      startedAt: null,
      failedCount: 0,
      failedRevision: null,
      nextTryAt: null,
      ...(isEnded && { heldRevision: null, restoreError: error }),
    })
    .run();
}

/** Records that an earlier release is shown; `made` is the row of one that was made for it. */
export function markSteppedBack(db: Database, step: StepBack, made: ReleaseRow | null): void {
  db.transaction(
    (tx) => {
      tx.update(releases).set({ state: 'kept' }).where(eq(releases.state, 'live')).run();
      if (made)
        tx.insert(releases)
          .values(made)
          .onConflictDoUpdate({ target: releases.id, set: made })
          .run();
      tx.update(releases).set({ state: 'live' }).where(eq(releases.id, step.releaseId)).run();
      markSuperseded(tx);
      trimReleases(tx);
      // What changed since then begins a burst of its own.
      const { revision } = readState(tx);
      const lastChangeAt = revision > step.heldRevision ? sql`${contentState.lastChangeAt}` : null;
      tx.update(contentState)
        .set({ ...step, error: null, firstChangeAt: lastChangeAt, lastChangeAt })
        .run();
    },
    { behavior: 'immediate' },
  );
}
