/** When to publish (pure; product decisions §5). */

/** A burst of changes that does not end is published anyway after this much time. */
const LONGEST_WAIT_MS = 1000;
/** Waits before a failed publish is tried again by itself. */
const RETRY_DELAYS_MS = [30_000, 120_000, 600_000] as const;
const LONGEST_RETRY_MS = Math.max(...RETRY_DELAYS_MS);

export interface PublishMoment {
  revision: number;
  publishedRevision: number;
  firstChangeAt: number | null;
  lastChangeAt: number | null;
  retryAt: number | null;
  heldRevision: number | null;
}

/** What the last attempts came to; a success forgets them. */
export interface Failure {
  /** The content that could not be published. */
  revision: number;
  /** When it is tried again by itself; null: after the next change. */
  nextTryAt: number | null;
}

/** Milliseconds until a publish that failed so often in a row is tried again; null: not by itself. */
export function retryDelay(failuresInARow: number): number | null {
  return RETRY_DELAYS_MS[failuresInARow - 1] ?? null;
}

/**
 * Milliseconds until the next publish is due; 0 is now, null is not until something changes.
 * `quietMs` is the silence after which a burst counts as over.
 */
export function publishDelay(
  state: PublishMoment,
  failure: Failure | null,
  quietMs: number,
  now: number,
): number | null {
  if (state.heldRevision === state.revision) return null;
  if (state.retryAt !== null) return 0;
  if (failure && failure.revision === state.revision) {
    if (failure.nextTryAt === null) return null;
    // A clock that jumped back must not put it off for longer than the longest wait.
    return Math.max(0, Math.min(failure.nextTryAt - now, LONGEST_RETRY_MS));
  }
  if (state.revision <= state.publishedRevision) return null;
  const quiet = (state.lastChangeAt ?? now) + quietMs - now;
  const longest = (state.firstChangeAt ?? now) + LONGEST_WAIT_MS - now;
  // A clock that jumped back must not hold the site up for longer than the longest wait.
  return Math.max(0, Math.min(quiet, longest, LONGEST_WAIT_MS));
}
