/** One publish attempt by the worker, never two at a time; records a failure and the time of the next attempt. */
import { reason } from '@veldlicht/contract/reason';
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import { newId } from '@veldlicht/database/new-id';
import type { Database } from '@veldlicht/database/open';
import { releases } from '@veldlicht/database/schema';
import { isDiskFull, isReadOnly, systemCode } from '@veldlicht/database/system-errors';
import type { Logger } from 'pino';
import type { Publisher } from './publish.ts';
import { IDLE, markRunning, readState, setState, trimReleases } from './publish-state.ts';
import { nextMoment, retryDelay } from './publish-timing.ts';
import { newestAuditId } from './site-changes.ts';
import { PublishError } from './site-renderer.ts';

/** Reason for the panel (contract/reason). Other errors name paths of the server: only their code is shown. */
function failureReason(error: unknown): string {
  if (error instanceof PublishError) return error.reason;
  if (isDiskFull(error)) return reason('disk_full');
  if (isReadOnly(error)) return reason('data_read_only');
  const code = systemCode(error);
  if (code === undefined) return reason('publish_failed');
  return reason('publish_failed_with', { code });
}

interface FailedAttempt {
  /** Revision of the content; a newer one is tried at once. */
  revision: number;
  /** A text of contract/reason. */
  error: string;
  log: string[];
  /** Milliseconds until the next attempt; null: only after a change or Retry. */
  retryAfter: (failuresInARow: number) => number | null;
}

/** Stores a failed attempt in the state and in the list. */
function recordFailure(db: Database, attempt: FailedAttempt, now: number): void {
  const { revision, error, log, retryAfter } = attempt;
  db.transaction(
    (tx) => {
      const state = readState(tx);
      const failedCount = (state.failedRevision === revision ? state.failedCount : 0) + 1;
      const delay = retryAfter(failedCount);
      // A scheduled start or end of an item is a change too.
      const tries = [delay === null ? null : now + delay, nextMoment(tx, now)];
      const next = tries.filter((at) => at !== null);
      setState(tx, {
        ...IDLE,
        // The retry was requested before this attempt.
        retryAt: null,
        error,
        failedCount,
        failedRevision: revision,
        nextTryAt: next.length > 0 ? Math.min(...next) : null,
      });
      tx.insert(releases)
        .values({
          id: `failed-${newId()}`,
          revision,
          createdAt: now,
          state: 'failed',
          pagesRendered: state.pagesDone,
          pagesTotal: state.pagesTotal,
          bytes: 0,
          durationMs: Math.max(0, now - (state.startedAt ?? now)),
          error,
          log,
          auditId: newestAuditId(tx),
        })
        .run();
      trimReleases(tx);
    },
    { behavior: 'immediate' },
  );
}

/**
 * Records an attempt that was cut off because the last process died or because it made no progress (`stalledMs`). The
 * first kill is retried at once; later ones wait like other failures, so that a page that kills the worker does not
 * keep it busy.
 */
export function settleCutOff(db: Database, now: number, stalledMs?: number): void {
  const { running, revision } = readState(db);
  if (!running) return;
  const isStalled = stalledMs !== undefined;
  const retryAfter = (count: number) =>
    isStalled ? retryDelay(count) : count === 1 ? 0 : retryDelay(count - 1);
  const n = Math.max(1, Math.round((stalledMs ?? 0) / 60_000));
  const error = isStalled ? reason('publish_too_slow', { n }) : reason('publish_cut_off');
  recordFailure(db, { revision, error, log: [], retryAfter }, now);
}

export interface AttemptDeps {
  db: Database;
  publisher: Publisher;
  /** Keeps the log and notices a hang; `end` returns the last lines. */
  watch: { begin: () => void; end: (error?: unknown) => string[] };
  now: () => number;
  log: Logger;
}

/** Records the end of an attempt when a full disk prevented that earlier (fault F7). */
export type NotRecorded = (() => void) | null;

/** Errors must not fail the attempt. */
async function prune({ publisher, log }: AttemptDeps): Promise<void> {
  await publisher.prune().catch((error: unknown) => {
    leaveOnLostWrite(error, log);
    log.error({ err: error }, 'prune failed');
  });
}

function recordOrKeep(record: () => void, log: Logger): NotRecorded {
  try {
    record();
    return null;
  } catch (error) {
    leaveOnLostWrite(error, log);
    log.error({ err: error }, 'how it ended could not be recorded');
    return record;
  }
}

/** Publishes. Returns a write that failed; it must succeed before the next attempt. */
export async function attempt(deps: AttemptDeps): Promise<NotRecorded> {
  const { db, publisher, watch, now, log } = deps;
  const { revision, retryAt } = readState(db);
  let notRecorded: NotRecorded = null;
  try {
    markRunning(db, now());
    watch.begin();
    const release = await publisher.publish(retryAt !== null);
    watch.end();
    if (release) log.info({ release: release.id, ms: release.durationMs }, 'published');
  } catch (error) {
    leaveOnLostWrite(error, log);
    const lines = watch.end(error);
    log.error({ err: error }, 'publish failed');
    const failure = { revision, error: failureReason(error), log: lines, retryAfter: retryDelay };
    const at = now();
    notRecorded = recordOrKeep(() => recordFailure(db, failure, at), log);
  }
  // Also after a failure: it frees room on a full disk.
  await prune(deps);
  return notRecorded;
}
