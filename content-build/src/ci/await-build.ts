/** Waits for what a job elsewhere reports; the API writes it into the build's row. */
import type { Database } from '@veldlicht/database/open';
import { watchDatabase } from '@veldlicht/database/watch';
import { type CiBuild, findBuild } from './ci-builds.ts';

const LOOK_MS = 100;

/** How often the clock is looked at while nothing comes. */
const CLOCK_MS = 1000;

export interface Patience {
  /** A job that says nothing for so long has failed. */
  timeoutMs: number;
  now: () => number;
  signal: AbortSignal;
  /** Told again and again while it waits. */
  alive?: () => void;
}

/** How it ended: `silent` when nothing was heard for too long, `stopped` when nobody waits any more. */
export type Outcome = 'live' | 'failed' | 'silent' | 'stopped';

/** How a build stands at this moment; null while its job may still be at work (pure). */
export function outcomeOf(
  build: Pick<CiBuild, 'state' | 'calledAt' | 'reportedAt'> | undefined,
  timeoutMs: number,
  now: number,
): Outcome | null {
  if (!build) return 'silent';
  if (build.state === 'live' || build.state === 'failed') return build.state;
  const heard = Math.max(build.calledAt, build.reportedAt ?? 0);
  // A clock that was set back must not make it wait for ever.
  return Math.abs(now - heard) >= timeoutMs ? 'silent' : null;
}

export function awaitBuild(
  db: Database,
  snapshotId: string,
  { timeoutMs, now, signal, alive }: Patience,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const end = (outcome: Outcome) => {
      unwatch();
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const look = () => {
      try {
        alive?.();
        const outcome = outcomeOf(findBuild(db, snapshotId), timeoutMs, now());
        if (outcome) end(outcome);
      } catch (error) {
        unwatch();
        clearInterval(timer);
        reject(error);
      }
    };
    const stop = () => end('stopped');
    const unwatch = watchDatabase(db.$client, LOOK_MS, look);
    const timer = setInterval(look, Math.min(CLOCK_MS, timeoutMs));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    else look();
  });
}
