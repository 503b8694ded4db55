/** Attempts that failed: why, in sentences for people, and when the next try comes. */
import { isDiskFull, isReadOnly, systemCode } from '@veldlicht/database/disk-full';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { releases } from '@veldlicht/database/schema';
import { PublishError } from '../release/site-renderer.ts';
import { newestAuditId } from '../snapshot/database-source.ts';
import { IDLE, readState, setState, trimReleases } from './publish-state.ts';
import { nextMoment, retryDelay } from './publish-timing.ts';
import { readChanges } from './release-changes.ts';

export const PUBLISH_FAILED = 'The site could not be published';
export const RESTORE_FAILED = 'The release could not be shown again';

/** Why it failed. Errors of others name paths of the server: of those only the code is told. */
export function failureReason(error: unknown, failed: string): string {
  if (error instanceof PublishError) return error.message;
  if (isDiskFull(error)) return 'The disk is full';
  if (isReadOnly(error))
    return 'The data folder can’t be written; nothing can be saved until that is put right on the server';
  const code = systemCode(error);
  return code === undefined ? failed : `${failed} (${code})`;
}

/** What was under way when the process was ended because it stood still for too long. */
export interface Hang {
  doing: string;
  limitMs: number;
}

/** Why a publish, or a step back, was ended from outside. */
export function hangReason(
  { doing, limitMs }: Hang,
  attempt: 'Publishing' | 'Going back' = 'Publishing',
): string {
  const what = doing === '' ? attempt : `The page ${doing}`;
  const minutes = Math.round(limitMs / 60_000);
  const limit = minutes >= 1 ? `${minutes} minutes` : `${limitMs / 1000} seconds`;
  return `${what} took longer than ${limit} and was ended`;
}

interface FailedAttempt {
  /** Content it was about: another change is tried at once. */
  revision: number;
  /** A sentence for people. */
  error: string;
  log: string[];
  /** Milliseconds until the next try, or null: it waits for a change or for Retry. */
  retryAfter: (failuresInARow: number) => number | null;
}

/** Ends an attempt that failed, in the state and in the list. */
export function recordFailure(db: Database, attempt: FailedAttempt, now: number): void {
  const { revision, error, log, retryAfter } = attempt;
  db.transaction(
    (tx) => {
      const state = readState(tx);
      const failedCount = (state.failedRevision === revision ? state.failedCount : 0) + 1;
      const delay = retryAfter(failedCount);
      // An item that begins or ends meanwhile is a reason to try again, as a change is.
      const tries = [delay === null ? null : now + delay, nextMoment(tx, now)];
      const next = tries.filter((at) => at !== null);
      setState(tx, {
        ...IDLE,
        // Asked for before this attempt; the next one has its own time.
        retryAt: null,
        error,
        failedCount,
        failedRevision: revision,
        nextTryAt: next.length > 0 ? Math.min(...next) : null,
      });
      const auditId = newestAuditId(tx);
      tx.insert(releases)
        .values({
          ...{ id: `failed-${newId()}`, revision, createdAt: now, state: 'failed' },
          ...{ pagesRendered: state.pagesDone, pagesTotal: state.pagesTotal, bytes: 0 },
          durationMs: Math.max(0, now - (state.startedAt ?? now)),
          ...{ error, log, auditId, changes: readChanges(tx, auditId) },
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
export function settleCutOff(db: Database, hang: Hang | null, now: number): void {
  const { running, restoreId, revision } = readState(db);
  if (!running) return;
  if (restoreId !== null) {
    const cutOff = 'Going back was cut off; try again';
    const restoreError = hang ? hangReason(hang, 'Going back') : cutOff;
    setState(db, { ...IDLE, restoreId: null, restoreError });
    return;
  }
  const retryAfter = (count: number) =>
    hang ? retryDelay(count) : count === 1 ? 0 : retryDelay(count - 1);
  const error = hang ? hangReason(hang) : 'Publishing was cut off';
  recordFailure(db, { revision, error, log: [], retryAfter }, now);
}
