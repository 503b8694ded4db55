/**
 * One attempt of the worker to publish, never two at a time; why it failed (contract/reason), and when the next
 * try comes.
 */
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

/** Why it failed. Errors of others name paths of the server: of those only the code is told. */
function failureReason(error: unknown): string {
  if (error instanceof PublishError) return error.reason;
  if (isDiskFull(error)) return reason('disk_full');
  if (isReadOnly(error)) return reason('data_read_only');
  const code = systemCode(error);
  if (code === undefined) return reason('publish_failed');
  return reason('publish_failed_with', { code });
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
function recordFailure(db: Database, attempt: FailedAttempt, now: number): void {
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
      tx.insert(releases)
        .values({
          ...{ id: `failed-${newId()}`, revision, createdAt: now, state: 'failed' },
          ...{ pagesRendered: state.pagesDone, pagesTotal: state.pagesTotal, bytes: 0 },
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
 * Ends an attempt of which nothing will come: at start of the worker that which the last process was at when it died,
 * and one that stands still (`stalledMs`). A kill from outside is tried again at once, the first time; what hung or
 * died again waits as other failures do, so that a page that kills the worker does not keep it busy for ever.
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
  /** Keeps the log of an attempt and notices one that hangs; `end` answers its last lines. */
  watch: { begin: () => void; end: (error?: unknown) => string[] };
  now: () => number;
  log: Logger;
}

/** Records the end of an attempt that could not be recorded at once: the disk was full (fault F7). */
export type NotRecorded = (() => void) | null;

/** Removes what nobody needs; a failure to do so must not fail the attempt. */
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

/** Publishes. Answers what of its end could not be recorded; nothing else may be tried before that is. */
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
  // Of an attempt that failed too: a full disk needs the room.
  await prune(deps);
  return notRecorded;
}
