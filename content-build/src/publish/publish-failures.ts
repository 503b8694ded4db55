/** Attempts that failed: why (contract/reason), and when the next try comes. */
import { reason } from '@veldlicht/contract/reason';
import { isDiskFull, isReadOnly, systemCode } from '@veldlicht/database/disk-full';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { releases } from '@veldlicht/database/schema';
import { PublishError } from '../release/site-renderer.ts';
import { newestAuditId } from '../snapshot/database-source.ts';
import { IDLE, readState, setState, trimReleases } from './publish-state.ts';
import { nextMoment, retryDelay } from './publish-timing.ts';
import { readChanges } from './release-changes.ts';

type Attempt = 'publish' | 'restore';

/** Why it failed. Errors of others name paths of the server: of those only the code is told. */
export function failureReason(error: unknown, attempt: Attempt): string {
  if (error instanceof PublishError) return error.reason;
  if (isDiskFull(error)) return reason('disk_full');
  if (isReadOnly(error)) return reason('data_read_only');
  const code = systemCode(error);
  if (code === undefined) return reason(`${attempt}_failed`);
  return reason(`${attempt}_failed_with`, { code });
}

/** What was under way when the process was ended because it stood still for too long. */
export interface Hang {
  doing: string;
  limitMs: number;
}

/** Why a publish, or a step back, was ended from outside. */
export function hangReason({ doing, limitMs }: Hang, attempt: Attempt = 'publish'): string {
  const n = Math.max(1, Math.round(limitMs / 60_000));
  if (doing === '') return reason(`${attempt}_too_slow`, { n });
  // As `pageName` writes it.
  const title = /^of “(.+)”$/s.exec(doing)?.[1];
  if (title === undefined) return reason('page_too_slow', { page: doing, n });
  return reason('item_too_slow', { title, n });
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
    const restoreError = hang ? hangReason(hang, 'restore') : reason('restore_cut_off');
    setState(db, { ...IDLE, restoreId: null, restoreError });
    return;
  }
  const retryAfter = (count: number) =>
    hang ? retryDelay(count) : count === 1 ? 0 : retryDelay(count - 1);
  const error = hang ? hangReason(hang) : reason('publish_cut_off');
  recordFailure(db, { revision, error, log: [], retryAfter }, now);
}
