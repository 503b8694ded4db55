/** One attempt of the worker: a publish, or a step to another release. Never two at a time. */
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';
import type { Publisher } from './publish.ts';
import { failureReason, recordFailure } from './publish-failures.ts';
import {
  markHeld,
  markLost,
  markRestored,
  markRestoring,
  markRunning,
  readState,
} from './publish-state.ts';
import { retryDelay } from './publish-timing.ts';
import { RollbackError } from './rollback.ts';

export interface AttemptDeps {
  db: Database;
  publisher: Publisher;
  /**
   * Shows again what a kept release showed, without what was removed since. Throws `RollbackError` saying
   * why it can't; null when the worker ends before that is done.
   */
  goBack: (releaseId: string) => Promise<unknown>;
  /** Keeps the log of an attempt and ends one that hangs; `end` answers its last lines. */
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

/**
 * After a change while an older release is held: shows that one again, without what was removed since.
 * Everything else waits until somebody publishes the newest (decision 051).
 */
async function hold(id: string, { db, goBack, log }: AttemptDeps): Promise<void> {
  const { retryAt: askedBefore } = readState(db);
  try {
    if ((await goBack(id)) === null) return;
    // The newest may have been asked for meanwhile; the step back has held the release anew.
    const { retryAt } = readState(db);
    markHeld(db, null, retryAt !== null && retryAt !== askedBefore);
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error;
    log.error({ err: error, release: id }, 'the release can be held no longer');
    markHeld(db, error.reason);
  }
}

async function publish(deps: AttemptDeps): Promise<NotRecorded> {
  const { db, publisher, watch, now, log } = deps;
  const { revision, retryAt, heldRevision, releaseId } = readState(db);
  let notRecorded: NotRecorded = null;
  try {
    markRunning(db, now());
    watch.begin();
    const isHeld = heldRevision !== null && releaseId !== null;
    const release = isHeld
      ? await hold(releaseId, deps)
      : await publisher.publish(retryAt !== null);
    watch.end();
    if (release) log.info({ release: release.id, ms: release.durationMs }, 'published');
  } catch (error) {
    leaveOnLostWrite(error, log);
    const lines = watch.end(error);
    log.error({ err: error }, 'publish failed');
    const reason = failureReason(error, 'publish');
    const failure = { revision, error: reason, log: lines, retryAfter: retryDelay };
    const at = now();
    notRecorded = recordOrKeep(() => recordFailure(db, failure, at), log);
  }
  // Of an attempt that failed too: a full disk needs the room.
  await prune(deps);
  return notRecorded;
}

async function restore(id: string, deps: AttemptDeps): Promise<NotRecorded> {
  const { db, goBack, watch, now, log } = deps;
  let record = () => markRestored(db, null);
  try {
    markRestoring(db, now());
    watch.begin();
    const shown = await goBack(id);
    watch.end();
    // It is still asked for: the next worker does it.
    if (shown === null) return null;
    log.info({ release: id }, 'shown again');
  } catch (error) {
    leaveOnLostWrite(error, log);
    watch.end(error);
    log.error({ err: error, release: id }, 'the release could not be shown again');
    const reason = failureReason(error, 'restore');
    // The one that visitors should see: nobody but a repair asks for it.
    const isLost = error instanceof RollbackError && id === readState(db).releaseId;
    record = () => (isLost ? markLost(db, reason, now()) : markRestored(db, reason));
  }
  const notRecorded = recordOrKeep(record, log);
  await prune(deps);
  return notRecorded;
}

/**
 * Does what is asked for: the step back first, else a publish. Answers what of its end could not be
 * recorded; nothing else may be tried before that is.
 */
export async function attempt(deps: AttemptDeps): Promise<NotRecorded> {
  const { restoreId } = readState(deps.db);
  return restoreId === null ? publish(deps) : restore(restoreId, deps);
}
