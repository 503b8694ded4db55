/** Attempts that failed: what is remembered of them, and when the next try comes. */

import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { contentState, releases } from '@veldlicht/database/schema';
import { newestAuditId } from '../snapshot/database-source.ts';
import type { HangNote } from '../worker/hang-watch.ts';
import { CUT_OFF_REASON, hangReason, RESTORE_CUT_OFF_REASON } from './failure-words.ts';
import { readState } from './publish-state.ts';
import { type Failure, retryDelay } from './publish-timing.ts';
import { readChanges } from './release-changes.ts';
import { nextMoment } from './schedule.ts';
import { trimReleases } from './trim-releases.ts';

interface FailedAttempt {
  /** Content it was about: another change is tried at once. */
  revision: number;
  /** A sentence for people. */
  error: string;
  log: string[];
  /** Milliseconds until the next try, or null: it waits for a change or for Retry. */
  retryAfter: (failuresInARow: number) => number | null;
}

/** What timing needs to know of the failures at the newest content. */
export function failureOf(
  state: Pick<typeof contentState.$inferSelect, 'failedRevision' | 'nextTryAt'>,
): Failure | null {
  const { failedRevision, nextTryAt } = state;
  return failedRevision === null ? null : { revision: failedRevision, nextTryAt };
}

/** Ends an attempt that failed, in the state and in the list. */
export function recordFailure(db: Database, attempt: FailedAttempt, now: number): void {
  db.transaction(
    (tx) => {
      const state = readState(tx);
      const failedCount = (state.failedRevision === attempt.revision ? state.failedCount : 0) + 1;
      const delay = attempt.retryAfter(failedCount);
      // An item that begins or ends meanwhile is a reason to try again, as a change is.
      const tries = [delay === null ? null : now + delay, nextMoment(tx, now)];
      const next = tries.filter((at) => at !== null);
      tx.update(contentState)
        .set({
          running: false,
          startedAt: null,
          // Asked for before this attempt; the next one has its own time.
          retryAt: null,
          error: attempt.error,
          failedCount,
          failedRevision: attempt.revision,
          nextTryAt: next.length > 0 ? Math.min(...next) : null,
        })
        .run();
      const auditId = newestAuditId(tx);
      tx.insert(releases)
        .values({
          id: `failed-${newId()}`,
          revision: attempt.revision,
          createdAt: now,
          state: 'failed',
          pagesRendered: state.pagesDone,
          pagesTotal: state.pagesTotal,
          durationMs: Math.max(0, now - (state.startedAt ?? now)),
          bytes: 0,
          error: attempt.error,
          auditId,
          changes: readChanges(tx, auditId),
          log: attempt.log,
        })
        .run();
      trimReleases(tx);
    },
    { behavior: 'immediate' },
  );
}

/**
 * At start of the worker: what the last process was at when it died. A kill from outside is tried
 * again at once, the first time; what hung or died again waits as other failures do, so that a page
 * that kills the worker does not keep it busy for ever.
 */
export function settleCutOff(db: Database, hang: HangNote | null, now: number): void {
  const state = readState(db);
  if (!state.running) return;
  if (state.restoreId !== null) {
    db.update(contentState)
      .set({
        running: false,
        startedAt: null,
        restoreId: null,
        restoreError: hang ? hangReason(hang, 'Going back') : RESTORE_CUT_OFF_REASON,
      })
      .run();
    return;
  }
  const retryAfter = (count: number) =>
    hang ? retryDelay(count) : count === 1 ? 0 : retryDelay(count - 1);
  const error = hang ? hangReason(hang) : CUT_OFF_REASON;
  const { revision } = state;
  recordFailure(db, { revision, error, log: [], retryAfter }, now);
}
