/** One attempt of the worker: a publish, or a step to another release. Never two at a time. */
import { leaveOnLostWrite } from '@veldlicht/database/lost-write';
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';
import type { AttemptWatch } from '../worker/attempt-watch.ts';
import { failureReason, restoreReason } from './failure-words.ts';
import type { Publisher } from './publish.ts';
import { recordFailure } from './publish-failures.ts';
import {
  markHeld,
  markLost,
  markRestored,
  markRestoring,
  markRunning,
  readState,
} from './publish-state.ts';
import { retryDelay } from './publish-timing.ts';
import { RollbackError } from './rollback-error.ts';

export interface AttemptDeps {
  db: Database;
  publisher: Publisher;
  /**
   * Shows again what a kept release showed, without what was removed since. Throws `RollbackError` saying
   * why it can't; null when the worker ends before that is done.
   */
  goBack: (releaseId: string) => Promise<unknown>;
  /** Keeps the log of an attempt and ends one that hangs. */
  watch: Pick<AttemptWatch, 'begin' | 'end'>;
  now: () => number;
  log: Logger;
}

/** Writes the end of an attempt that could not be written at once: the disk was full (fault F7). */
export type Untold = (() => void) | null;

/** Removes what nobody needs; a trouble with that is no trouble of the attempt. */
async function tidy(how: 'prune' | 'sweep', { publisher, log }: AttemptDeps): Promise<void> {
  await publisher[how]().catch((error: unknown) => {
    leaveOnLostWrite(error, log);
    log.error({ err: error }, `${how} failed`);
  });
}

function tellOrKeep(tell: () => void, log: Logger): Untold {
  try {
    tell();
    return null;
  } catch (error) {
    leaveOnLostWrite(error, log);
    log.error({ err: error }, 'how it ended could not be recorded');
    return tell;
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
    markHeld(db, error.message);
  }
}

async function publish(deps: AttemptDeps): Promise<Untold> {
  const { db, publisher, watch, now, log } = deps;
  const { revision, retryAt, heldRevision, releaseId } = readState(db);
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
    const failure = { revision, error: failureReason(error), log: lines, retryAfter: retryDelay };
    const at = now();
    const untold = tellOrKeep(() => recordFailure(db, failure, at), log);
    // What it made is of no use to anybody; a full disk needs the room.
    await tidy('sweep', deps);
    return untold;
  }
  await tidy('prune', deps);
  return null;
}

async function restore(id: string, deps: AttemptDeps): Promise<Untold> {
  const { db, goBack, watch, now, log } = deps;
  let reason: string | null = null;
  let isLost = false;
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
    reason = restoreReason(error);
    // The one that visitors should see: nobody but a repair asks for it.
    isLost = error instanceof RollbackError && id === readState(db).releaseId;
  }
  const tell = () => (isLost && reason ? markLost(db, reason, now()) : markRestored(db, reason));
  const untold = tellOrKeep(tell, log);
  await tidy('prune', deps);
  return untold;
}

/**
 * Does what is asked for: the step back first, else a publish. Answers what of its end could not be
 * written; nothing else may be tried before that is.
 */
export async function attempt(deps: AttemptDeps): Promise<Untold> {
  const { restoreId } = readState(deps.db);
  return restoreId === null ? publish(deps) : restore(restoreId, deps);
}
