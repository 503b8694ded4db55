/** One attempt of the worker: a publish, or a step to another release. Never two at a time. */
import type { Database } from '@veldlicht/database/open';
import type { Logger } from 'pino';
import type { AttemptWatch } from './attempt-watch.ts';
import { failureReason, restoreReason } from './failure-words.ts';
import type { Publisher } from './publish.ts';
import { recordFailure } from './publish-failures.ts';
import { markRestored, markRestoring, markRunning, readState } from './publish-state.ts';
import { retryDelay } from './publish-timing.ts';

export interface AttemptDeps {
  db: Database;
  publisher: Publisher;
  /** Shows a release again that is still on disk. Throws `RollbackError` saying why it can't. */
  goBack: (releaseId: string) => Promise<void>;
  /** Keeps the log of an attempt and ends one that hangs. */
  watch: Pick<AttemptWatch, 'begin' | 'end'>;
  now: () => number;
  log: Logger;
}

/** Removes what nobody needs; a trouble with that is no trouble of the attempt. */
async function tidy(how: 'prune' | 'sweep', { publisher, log }: AttemptDeps): Promise<void> {
  await publisher[how]().catch((error: unknown) => log.error({ err: error }, `${how} failed`));
}

async function publish(deps: AttemptDeps): Promise<void> {
  const { db, publisher, watch, now, log } = deps;
  const { revision } = readState(db);
  try {
    markRunning(db, now());
    watch.begin();
    const release = await publisher.publish();
    watch.end();
    if (release) log.info({ release: release.id, ms: release.durationMs }, 'published');
  } catch (error) {
    const lines = watch.end(error);
    log.error({ err: error }, 'publish failed');
    const attempt = { revision, error: failureReason(error), log: lines, retryAfter: retryDelay };
    recordFailure(db, attempt, now());
    // What it made is of no use to anybody; a full disk needs the room.
    await tidy('sweep', deps);
    return;
  }
  await tidy('prune', deps);
}

async function restore(id: string, deps: AttemptDeps): Promise<void> {
  const { db, goBack, watch, now, log } = deps;
  try {
    markRestoring(db, now());
    watch.begin();
    await goBack(id);
    watch.end();
    markRestored(db, null);
    log.info({ release: id }, 'shown again');
  } catch (error) {
    watch.end(error);
    log.error({ err: error, release: id }, 'the release could not be shown again');
    markRestored(db, restoreReason(error));
  }
  await tidy('prune', deps);
}

/** Does what is asked for: the step back first, else a publish. Rejects when its end can't be written. */
export async function attempt(deps: AttemptDeps): Promise<void> {
  const { restoreId } = readState(deps.db);
  await (restoreId === null ? publish(deps) : restore(restoreId, deps));
}
